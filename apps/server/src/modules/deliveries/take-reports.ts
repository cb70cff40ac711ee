import type { Db } from '../../platform/db/db.ts';
import { applyReport, type DeliveryReport } from '../../platform/delivery-reports.ts';
import { companyOfDelivery } from './report-store.ts';

export async function applyReports(db: Db, reports: readonly DeliveryReport[]): Promise<void> {
  for (const report of reports) {
    const companyId = await companyOfDelivery(db, report.deliveryId);
    // An email that is not followed, or was forgotten: nothing to do, and no reason to report it again.
    if (companyId === undefined) continue;
    await db.write({ kind: 'company', companyId }, (tx) => applyReport(tx, companyId, report));
  }
}
