import type { Db } from '../../platform/db/db.ts';
import { applyReport, type DeliveryReport } from '../../platform/delivery-reports.ts';
import { companyOfDelivery } from './report-store.ts';

export async function applyReports(db: Db, reports: readonly DeliveryReport[]): Promise<void> {
  for (const report of reports) {
    const companyId = await companyOfDelivery(db, report.deliveryId);
    // The email is not tracked, or was deleted: ignored, so that the provider does not repeat the report.
    if (companyId === undefined) continue;
    await db.write({ kind: 'company', companyId }, (tx) => applyReport(tx, companyId, report));
  }
}
