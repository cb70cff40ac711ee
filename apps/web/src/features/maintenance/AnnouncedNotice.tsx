import { useNow } from '../../kit/clock.ts';
import { Notice } from '../identity/AuthFields.tsx';
import type { Announced } from './useAnnounced.ts';
import { spanOf, untilWhen } from './wording.ts';

/** The zone is the browser's: nobody knows yet whose settings count. */
export default function AnnouncedNotice({ window }: { window: Announced }) {
  const now = useNow();
  return (
    <Notice hue="orange">
      {window.state === 'ACTIVE'
        ? `Cairn is down for maintenance until ${untilWhen(window.end, now)}. Only administrators get in.`
        : `Cairn will be down for maintenance ${spanOf(window)}`}
    </Notice>
  );
}
