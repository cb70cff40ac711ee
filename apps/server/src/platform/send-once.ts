/** Sends one email or SMS per event, however often the sending activity is retried. */
import { createHash } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import { anonymous, type Db, type Queries, type Tx } from './db/db.ts';
import { query } from './db/query.ts';
import type { Logger } from 'pino';
import { sql } from 'kysely';
import { applyReport } from './delivery-reports.ts';
import { recordDelivery, markDeliverySent, type Recipient, type Subject } from './deliveries.ts';
import type { Email, Mailer } from './email/mailer.ts';
import type { Outbound, OutboundLimits } from './outbound-limits.ts';
import { e164, isFinalSmsError, NumberRefused, smsErrorReason, type SmsClient } from './sms.ts';

export interface EmailDeps {
  readonly db: Db;
  readonly mailer: Mailer;
  readonly outbound: OutboundLimits;
}

/** The budget, company and person that an email or SMS is counted for. */
export type Cause = Pick<Outbound, 'budget' | 'isForUpload' | 'companyId' | 'senderId'> & {
  /** Set for a message in a lender's name: its delivery is tracked. */
  readonly about?: Subject | undefined;
};

/** Derived from both ids, so that an event sends one email per recipient. */
export function emailId(eventId: string, accountId: string): string {
  const hex = createHash('sha256').update(eventId).update(accountId).digest('hex').slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** `compose` returns undefined if there is nothing to send any more. */
export async function sendOnce(
  { db, mailer, outbound }: EmailDeps,
  eventId: string,
  compose: () => Promise<(Email & { cause: Cause }) | undefined>,
): Promise<void> {
  await once(db, eventId, async () => {
    const composed = await compose();
    if (!composed) return false;
    const { cause, ...email } = composed;
    if (!(await isAllowedToSend(outbound, eventId, { channel: 'EMAIL', to: email.to, ...cause }))) {
      return true;
    }
    return sendAndRecord(db, eventId, { channel: 'EMAIL', address: email.to }, cause, () =>
      mailer.send(email, eventId),
    );
  });
}

/**
 * Sends the email unless its address is stopped, and records that it left. Returns true in both cases, because the
 * message was handled.
 */
async function sendAndRecord(
  db: Db,
  id: string,
  to: Recipient,
  { companyId, about }: Cause,
  send: () => Promise<void>,
): Promise<true> {
  if (companyId === undefined || about === undefined) {
    await send();
  } else if (await recordDelivery(db, companyId, id, to, about)) {
    await send();
    await db.write({ kind: 'company', companyId }, (tx) => markDeliverySent(tx, companyId, id));
  }
  return true;
}

/**
 * False if the limits drop the message. If they postpone it, this throws, and Temporal retries the activity when
 * there is room again.
 */
async function isAllowedToSend(
  limits: OutboundLimits,
  id: string,
  outbound: Outbound,
): Promise<boolean> {
  const decision = await limits.take(id, outbound);
  if (decision.outcome === 'DEFERRED') {
    throw ApplicationFailure.create({
      type: 'OutboundLimit',
      message: `put off: limit of the ${decision.limitedBy.toLowerCase()}`,
      nextRetryDelay: `${decision.seconds + 1} seconds`,
    });
  }
  return decision.outcome === 'ALLOWED';
}

export interface SmsDeps {
  readonly db: Db;
  readonly texts: SmsClient;
  readonly outbound: OutboundLimits;
  readonly log: Logger;
}

/** Like sendOnce, for an SMS. A number that refuses messages is recorded and not tried again. */
export async function smsOnce(
  { db, texts, outbound, log }: SmsDeps,
  eventId: string,
  compose: () => Promise<{ to: string; body: string; cause: Cause } | undefined>,
): Promise<void> {
  await once(db, eventId, async () => {
    const message = await compose();
    if (!message) return false;
    const { to, cause } = message;
    if (!(await isAllowedToSend(outbound, eventId, { channel: 'SMS', to, ...cause }))) return true;
    return sendAndRecord(db, eventId, { channel: 'SMS', address: to }, cause, async () => {
      try {
        await texts.send(message.to, message.body, eventId);
      } catch (error) {
        if (!(error instanceof NumberRefused)) throw error;
        log.warn(
          { eventId, reason: error.message },
          'a text message was refused and is not sent again',
        );
        if (cause.about) await noteRefused(db, eventId, to, cause, error);
      }
    });
  });
}

/** Records a refusal as if Twilio had reported it: the message did not arrive, and the number is stopped. */
async function noteRefused(
  db: Db,
  id: string,
  address: string,
  { companyId }: Cause,
  { code }: NumberRefused,
): Promise<void> {
  if (companyId === undefined) return;
  await db.write({ kind: 'company', companyId }, (tx) =>
    applyReport(tx, companyId, {
      provider: 'TWILIO',
      reportId: `${id} refused`,
      deliveryId: id,
      address,
      state: 'BOUNCED',
      isFinal: isFinalSmsError(code),
      reason: code === undefined ? undefined : smsErrorReason(code),
    }),
  );
}

/** Differs from the email's id, so that an event can send one email and one SMS. */
export const smsId = (eventId: string, accountId: string): string =>
  emailId(eventId, `${accountId} by text`);

/** A user's confirmed phone number. */
export async function phoneOf(reads: Queries, accountId: string): Promise<string | undefined> {
  const [row] = await reads.run(
    query.selectNoFrom(sql<string | null>`app.phone_of(${accountId}::uuid)`.as('phone')),
  );
  return row?.phone ? e164(row.phone) : undefined;
}

/** `send` returns whether it sent anything. A crash right after `send` repeats it. */
export async function once(db: Db, eventId: string, send: () => Promise<boolean>): Promise<void> {
  if (await wasSent(db, eventId)) return;
  if (await send()) await db.write(anonymous, (tx) => noteSent(tx, eventId));
}

export async function wasSent(db: Db, eventId: string): Promise<boolean> {
  const rows = await db
    .reads(anonymous)
    .run(query.selectFrom('sent_mail').select('event_id').where('event_id', '=', eventId));
  return rows.length > 0;
}

async function noteSent(tx: Tx, eventId: string): Promise<void> {
  await tx.run(
    query
      .insertInto('sent_mail')
      .values({ event_id: eventId })
      .onConflict((conflict) => conflict.doNothing()),
  );
}
