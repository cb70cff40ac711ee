import { proxyActivities, sleep } from '@temporalio/workflow';
import type { AvatarScanActivities } from '../scan-avatar.ts';

const { scanPicture, giveUpOnPicture } = proxyActivities<AvatarScanActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '20 seconds', maximumAttempts: 5 },
});

/**
 * A picture is shown only after a clean scan. If the scanner is unavailable, the state becomes ERROR, and the scan is
 * retried twice.
 */
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
