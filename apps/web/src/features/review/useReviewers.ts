import { useEffect, useRef } from 'react';
import { send } from '../../lib/client.ts';
import { reviewing } from '../../lib/reviewingNotices.ts';
import { useStore } from '../../lib/store.ts';

const REPEAT_MS = 10_000;
/** Stepping through the queue tells of no document on the way. */
const STAYS_MS = 250;

const tell = (id: string, looking: boolean): void =>
  void send('tellReviewing', { params: { id }, body: { looking } }).catch(() => {});

/** Tells the other reviewers which document is on the screen, and answers who looks at which. */
export function useReviewers(current: string | null) {
  const others = useStore(reviewing);
  const announcedId = useRef<string | null>(null);
  // Someone who has just come does not know of this page yet.
  const people = others
    .map(({ userId }) => userId)
    .toSorted()
    .join();
  useEffect(() => {
    if (current === null) return undefined;
    const say = () => {
      announcedId.current = current;
      tell(current, true);
    };
    const first = window.setTimeout(say, STAYS_MS);
    const again = window.setInterval(say, REPEAT_MS);
    return () => {
      window.clearTimeout(first);
      window.clearInterval(again);
    };
  }, [current]);
  // The next document takes the place of the one before it; only the end is told by itself.
  useEffect(
    () => () => {
      if (announcedId.current !== null) tell(announcedId.current, false);
    },
    [],
  );
  useEffect(() => {
    if (current !== null && people !== '') tell(current, true);
    // Only a change of who is there: the document itself is told of above.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [people]);
  return others;
}
