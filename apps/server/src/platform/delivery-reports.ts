/**
 * Applies a provider's report about one email or SMS, in one format for all providers: each report counts once, in
 * any order.
 */
import { sql } from 'kysely';
import type { Tx } from './db/db.ts';
import { query } from './db/query.ts';
import { recordEvent } from './record-event.ts';
import { cutTo, isKeepableText, toPlainLine } from './unicode.ts';

export type ReportedState = 'SENT' | 'DELAYED' | 'DELIVERED' | 'BOUNCED' | 'COMPLAINED';

export interface DeliveryReport {
  readonly provider: 'DSN' | 'SES' | 'SENDGRID' | 'TWILIO';
  /** The provider's id of this report: a repeated report is ignored. */
  readonly reportId: string;
  /** The id that we sent the message under. */
  readonly deliveryId: string;
  /** Must be the address that we wrote to; absent if the report's return address proves it. */
  readonly address?: string | undefined;
  readonly state: ReportedState;
  /** The address will not work later either, so nothing more is sent to it. */
  readonly isFinal: boolean;
  readonly reason?: string | undefined;
}

interface AppliedReport {
  loan_ids: string[];
  account_id: string | null;
  channel: 'EMAIL' | 'SMS';
  stopped: boolean;
}

const MAX_REASON = 300;

/**
 * The reason is written by strangers: characters that Postgres cannot store or that change the reading order are
 * removed.
 */
const shownReason = (reason: string | undefined): string | null =>
  reason === undefined ? null : cutTo(toPlainLine(reason.toWellFormed()), MAX_REASON) || null;

/** Undefined if the report changes nothing. */
async function saveReport(tx: Tx, report: DeliveryReport): Promise<AppliedReport | undefined> {
  const { provider, reportId, deliveryId, address = null, state, isFinal } = report;
  const [applied] = await tx.run(
    query
      .selectFrom(
        sql<AppliedReport>`app.take_delivery_report(${provider}, ${reportId}, ${deliveryId}::uuid, ${address}, ${state},
          ${isFinal}, ${shownReason(report.reason)})`.as<'taken'>(sql`taken`),
      )
      .selectAll('taken'),
  );
  return applied;
}

/** A final bounce or a complaint stops the address. A report about an unknown id or address has no effect. */
export async function applyReport(
  tx: Tx,
  companyId: string,
  report: DeliveryReport,
): Promise<void> {
  const { state, deliveryId, reportId, address = '' } = report;
  if (!isKeepableText(reportId) || !isKeepableText(address)) return;
  const applied = await saveReport(tx, report);
  if (!applied || (state !== 'BOUNCED' && state !== 'COMPLAINED')) return;
  for (const loanId of applied.loan_ids) {
    recordEvent(tx, {
      kind: state === 'BOUNCED' ? 'delivery.bounced' : 'delivery.complained',
      companyId,
      loanId,
      staffOnly: true,
      changes: ['delivery', 'loan'],
      detail: {
        deliveryId,
        channel: applied.channel,
        stopped: applied.stopped,
        ...(applied.account_id && { userId: applied.account_id }),
      },
    });
  }
}
