import { proxyActivities, sleep } from '@temporalio/workflow';
import type { DocumentRef, ScanActivities } from '../scan-document.ts';

const { scanStoredFile } = proxyActivities<ScanActivities>({
  startToCloseTimeout: '15 minutes',
  // Missing heartbeats, not the long timeout, reveal a worker that died.
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '20 seconds', maximumAttempts: 5 },
});

/** Without a last attempt: a database that is down must not end the workflow before its pauses. */
const { giveUpScanning } = proxyActivities<ScanActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '20 seconds' },
});

/** In total less than the two days after which an upload expires from incoming. */
const PAUSES = ['1 minute', '10 minutes', '1 hour', '6 hours', '1 day'] as const;

/** PENDING → CLEAN or INFECTED. While the scanner is unavailable: ERROR, with five retries. */
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
