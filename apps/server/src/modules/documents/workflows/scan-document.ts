import { proxyActivities, sleep } from '@temporalio/workflow';
import type { DocumentRef, ScanActivities } from '../scan-document.ts';

const { scanStoredFile, giveUpScanning } = proxyActivities<ScanActivities>({
  startToCloseTimeout: '15 minutes',
  // A worker that dies in the middle of a file is noticed by its silence, not by the long timeout.
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '20 seconds', maximumAttempts: 5 },
});

/** Ends before what arrived expires from incoming, after two days. */
const PAUSES = ['1 minute', '10 minutes', '1 hour', '6 hours', '1 day'] as const;

/** PENDING → CLEAN or INFECTED. While the scanner is unavailable: ERROR, and five more tries. */
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
