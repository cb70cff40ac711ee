import { proxyActivities, sleep } from '@temporalio/workflow';
import type { ExportActivities } from '../build-export.ts';

const { makePackage, giveUpPackage, expirePackages } = proxyActivities<ExportActivities>({
  startToCloseTimeout: '3 hours',
  // A worker that dies in the middle is noticed by its silence; the next one goes on where it stopped.
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 5 },
});

const A_DAY_MS = 24 * 3600_000;
const A_MINUTE_MS = 60_000;

/**
 * QUEUED → RUNNING → READY or FAILED, one after the other: the zip is there soonest, and what was turned into
 * pages for the PDF serves the zip of PDFs too. A day later what is READY has expired.
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
      // In turns with the exports of other companies: an activity that runs is never interrupted by the engine.
      while ((await makePackage({ companyId, packageId })) === 'unfinished');
    } catch {
      await giveUpPackage({ companyId, packageId });
    }
  }
  await sleep(A_DAY_MS + A_MINUTE_MS);
  await expirePackages({ companyId, packageIds });
}
