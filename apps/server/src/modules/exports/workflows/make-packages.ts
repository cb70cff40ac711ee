import { proxyActivities, sleep } from '@temporalio/workflow';
import type { ExportActivities } from '../build-export.ts';

const { makePackage, giveUpPackage, expirePackages } = proxyActivities<ExportActivities>({
  startToCloseTimeout: '3 hours',
  // Missing heartbeats reveal a worker that died; the next one continues where it stopped.
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 5 },
});

const A_DAY_MS = 24 * 3600_000;
const A_MINUTE_MS = 60_000;

/**
 * QUEUED → RUNNING → READY or FAILED, one file after the other: the zip is ready soonest, and the zip of PDFs reuses
 * what was converted for the PDF. READY files expire a day later.
 */
export async function makePackages({
  companyId,
  packageIds,
}: {
  companyId: string;
  packageIds: string[];
}): Promise<void> {
  for (const packageId of packageIds) {
    try {
      // Takes turns with exports of other companies, because Temporal never interrupts a running activity.
      while ((await makePackage({ companyId, packageId })) === 'unfinished');
    } catch {
      await giveUpPackage({ companyId, packageId });
    }
  }
  await sleep(A_DAY_MS + A_MINUTE_MS);
  await expirePackages({ companyId, packageIds });
}
