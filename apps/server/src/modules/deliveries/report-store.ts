/** For providers, which are no one's employees: functions of the owner lead from an email's id to its company. */
import { sql } from 'kysely';
import { anonymous, type Db, type Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { DeliveryReport } from './report.ts';

export async function companyOfDelivery(db: Db, deliveryId: string): Promise<string | undefined> {
  const [row] = await db
    .reads(anonymous)
    .run(
      query.selectNoFrom(
        sql<string | null>`app.company_of_delivery(${deliveryId}::uuid)`.as('company_id'),
      ),
    );
  return row?.company_id ?? undefined;
}

export interface TakenReport {
  loan_ids: string[];
  account_id: string | null;
  channel: 'EMAIL' | 'SMS';
  stopped: boolean;
}

/** Undefined where it changes nothing. */
export async function saveReport(tx: Tx, report: DeliveryReport): Promise<TakenReport | undefined> {
  const { provider, reportId, deliveryId, address = null, state, isFinal, reason = null } = report;
  const [taken] = await tx.run(
    query
      .selectFrom(
        sql<TakenReport>`app.take_delivery_report(${provider}, ${reportId}, ${deliveryId}::uuid, ${address}, ${state},
          ${isFinal}, ${reason})`.as<'taken'>(sql`taken`),
      )
      .selectAll('taken'),
  );
  return taken;
}
