import { IconTool } from '@tabler/icons-react';
import { isAdministrator } from '../../lib/roles.ts';
import { Banner } from '../../ui/Banner.tsx';
import { useNow } from '../../lib/clock.ts';
import { useZone } from '../../lib/useZone.ts';
import type { Announced } from './useAnnounced.ts';
import { spanOf, untilWhen } from './windowTimes.ts';
import { useUser } from '../../lib/useUser.ts';

/**
 * Announces the window to all users before it starts. During it, only administrators have access and see the banner.
 */
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
