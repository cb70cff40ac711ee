import { useNow } from '../../lib/clock.ts';
import { Notice } from '../../ui/FormFields.tsx';
import type { Announced } from './useAnnounced.ts';
import { spanOf, untilWhen } from './windowTimes.ts';

/** Uses the browser's time zone, because the user's settings are unknown before the log-in. */
export default function AnnouncedNotice({ window }: { window: Announced }) {
  const now = useNow();
  return (
    <Notice hue="orange">
      {window.state === 'ACTIVE'
        ? `Cairn is down for maintenance until ${untilWhen(window.end, now)}. Only administrators can log in.`
        : `Cairn will be down for maintenance ${spanOf(window)}`}
    </Notice>
  );
}
