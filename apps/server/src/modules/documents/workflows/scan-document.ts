import { proxyActivities, sleep } from '@temporalio/workflow';
import type { DocumentRef, ScanningActivities } from '../scanning.ts';

const { scanStoredFile, giveUpScanning } = proxyActivities<ScanningActivities>({
  startToCloseTimeout: '15 minutes',
  // A worker that dies in the middle of a file is noticed by its silence, not by the long timeout.
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '20 seconds', maximumAttempts: 5 },
});

const PAUSES = ['1 minute', '10 minutes', '1 hour'] as const;

/** PENDING → CLEAN or INFECTED. When the scanner stays away: ERROR, and three more tries. */
export async function scanDocument(ref: DocumentRef): Promise<void> {
  for (const pause of [...PAUSES, null]) {
    try {
      await scanStoredFile(ref);
      return;
    } catch (error) {
      await giveUpScanning(ref);
      if (pause === null) throw error;
      await sleep(pause);
    }
  }
}
