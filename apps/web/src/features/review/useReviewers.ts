import { useEffect, useRef } from 'react';
import { send } from '../../lib/client.ts';
import { reviewing } from '../../lib/reviewingNotices.ts';
import { useStore } from '../../lib/store.ts';

const REPEAT_MS = 10_000;
/**
 * A document is announced only after this delay, so that stepping through the queue does not announce each document on
 * the way.
 */
const STAYS_MS = 250;

const tell = (id: string, looking: boolean): void =>
  void send('tellReviewing', { params: { id }, body: { looking } }).catch(() => {});

/** Announces the current document to the other reviewers and returns which document each of them is reviewing. */
export function useReviewers(current: string | null) {
  const others = useStore(reviewing);
  const announcedId = useRef<string | null>(null);
  // The set of other reviewers. When it changes, the document is announced again, because a new reviewer has not
  // received it yet.
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
  // Announcing another document replaces the previous one, so only leaving the page needs a separate message.
  useEffect(
    () => () => {
      if (announcedId.current !== null) tell(announcedId.current, false);
    },
    [],
  );
  useEffect(() => {
    if (current !== null && people !== '') tell(current, true);
    // Runs only when the set of reviewers changes. The effect above announces a change of the document.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [people]);
  return others;
}
