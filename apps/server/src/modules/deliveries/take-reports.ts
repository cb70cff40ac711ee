/** Reports of providers: taken once, in any order. A final bounce or a complaint stops the address. */
import type { Db, Tx } from '../../platform/db/db.ts';
import { recordEvent } from '../../platform/record-event.ts';
import type { DeliveryReport } from './report.ts';
import { companyOfDelivery, saveReport } from './report-store.ts';

export async function takeReports(db: Db, reports: readonly DeliveryReport[]): Promise<void> {
  for (const report of reports) {
    const companyId = await companyOfDelivery(db, report.deliveryId);
    // An email that is not followed, or was forgotten: nothing to do, and no reason to report it again.
    if (companyId === undefined) continue;
    await db.write({ kind: 'company', companyId }, (tx) => takeReport(tx, companyId, report));
  }
}

async function takeReport(tx: Tx, companyId: string, report: DeliveryReport): Promise<void> {
  const taken = await saveReport(tx, report);
  const { state, deliveryId } = report;
  if (!taken || (state !== 'BOUNCED' && state !== 'COMPLAINED')) return;
  for (const loanId of taken.loan_ids) {
    recordEvent(tx, {
      kind: state === 'BOUNCED' ? 'delivery.bounced' : 'delivery.complained',
      companyId,
      loanId,
      staffOnly: true,
      changes: ['delivery', 'loan'],
      detail: {
        deliveryId,
        channel: taken.channel,
        stopped: taken.stopped,
        ...(taken.account_id && { userId: taken.account_id }),
      },
    });
  }
}
