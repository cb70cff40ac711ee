import { proxyActivities, sleep } from '@temporalio/workflow';
import type { AvatarScanActivities } from '../scan-avatar.ts';

const { scanPicture, giveUpOnPicture } = proxyActivities<AvatarScanActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '20 seconds', maximumAttempts: 5 },
});

/** Not shown until it is found clean; when the scanner stays away: ERROR, and two more tries. */
export async function scanAvatar({ avatarId }: { avatarId: string }): Promise<void> {
  for (const pause of ['1 minute', '10 minutes', null] as const) {
    try {
      await scanPicture(avatarId);
      return;
    } catch (error) {
      await giveUpOnPicture(avatarId);
      if (pause === null) throw error;
      await sleep(pause);
    }
  }
}
