/** A report of one email or SMS, in one form for all who report: taken once, in any order. */
import { sql } from 'kysely';
import type { Tx } from './db/db.ts';
import { query } from './db/query.ts';
import { recordEvent } from './record-event.ts';
import { cutTo, isKeepableText, toPlainLine } from './unicode.ts';

export type ReportedState = 'SENT' | 'DELAYED' | 'DELIVERED' | 'BOUNCED' | 'COMPLAINED';

export interface DeliveryReport {
  readonly provider: 'DSN' | 'SES' | 'SENDGRID' | 'TWILIO';
  /** The provider's own id of this report: it is taken once. */
  readonly reportId: string;
  /** The id under which we sent it. */
  readonly deliveryId: string;
  /** Must be the one that we wrote to; absent where the report's return address proves it. */
  readonly address?: string | undefined;
  readonly state: ReportedState;
  /** The address will not work later either: nothing more is sent to it. */
  readonly isFinal: boolean;
  readonly reason?: string | undefined;
}

interface TakenReport {
  loan_ids: string[];
  account_id: string | null;
  channel: 'EMAIL' | 'SMS';
  stopped: boolean;
}

const MAX_REASON = 300;

/** Strangers write it: what Postgres cannot store or what reads in another order does not stop the report. */
const shownReason = (reason: string | undefined): string | null =>
  reason === undefined ? null : cutTo(toPlainLine(reason.toWellFormed()), MAX_REASON) || null;

/** Undefined where it changes nothing. */
async function saveReport(tx: Tx, report: DeliveryReport): Promise<TakenReport | undefined> {
  const { provider, reportId, deliveryId, address = null, state, isFinal } = report;
  const [taken] = await tx.run(
    query
      .selectFrom(
        sql<TakenReport>`app.take_delivery_report(${provider}, ${reportId}, ${deliveryId}::uuid, ${address}, ${state},
          ${isFinal}, ${shownReason(report.reason)})`.as<'taken'>(sql`taken`),
      )
      .selectAll('taken'),
  );
  return taken;
}

/** A final bounce or a complaint stops the address. Without an effect for an id or address that cannot be ours. */
export async function takeReport(tx: Tx, companyId: string, report: DeliveryReport): Promise<void> {
  const { state, deliveryId, reportId, address = '' } = report;
  if (!isKeepableText(reportId) || !isKeepableText(address)) return;
  const taken = await saveReport(tx, report);
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
