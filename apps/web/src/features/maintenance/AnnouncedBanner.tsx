import { IconTool } from '@tabler/icons-react';
import { isAdministrator } from '../../lib/roles.ts';
import { Banner } from '../../ui/Banner.tsx';
import { useNow } from '../../lib/clock.ts';
import { useZone } from '../../lib/useZone.ts';
import type { Announced } from './useAnnounced.ts';
import { spanOf, untilWhen } from './windowTimes.ts';
import { useUser } from '../../lib/useUser.ts';

/** To everybody before it begins; while it is on, to the administrators, who alone are still here. */
export default function AnnouncedBanner({ window }: { window: Announced }) {
  const user = useUser();
  const zone = useZone();
  const now = useNow();
  if (window.state === 'SCHEDULED') {
    return (
      <Banner hue="orange" icon={IconTool}>
        Cairn will be down for maintenance {spanOf(window, zone)}
      </Banner>
    );
  }
  if (!isAdministrator(user)) return null;
  return (
    <Banner hue="orange" icon={IconTool}>
      Maintenance is on until {untilWhen(window.end, now, zone)}. Only administrators have access.
    </Banner>
  );
}
