/** One email or SMS per event, however often the sending step is retried. */
import { createHash } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import { anonymous, type Db, type Queries, type Tx } from './db/db.ts';
import { query } from './db/query.ts';
import type { Logger } from 'pino';
import { sql } from 'kysely';
import { takeReport } from './delivery-reports.ts';
import { noteDelivery, noteLeft, type Recipient, type Subject } from './deliveries.ts';
import type { Email, Mailer } from './email/mailer.ts';
import type { Outbound, OutboundLimits } from './outbound-limits.ts';
import { e164, isFinalSmsError, NumberRefused, smsErrorReason, type SmsClient } from './sms.ts';

export interface EmailDeps {
  readonly db: Db;
  readonly mailer: Mailer;
  readonly outbound: OutboundLimits;
}

/** On whose account an email or a text message goes. */
export type Cause = Pick<Outbound, 'budget' | 'isForUpload' | 'companyId' | 'senderId'> & {
  /** In a lender's name and about this: its delivery is followed. */
  readonly about?: Subject | undefined;
};

/** One event, one email per recipient: derived from the ids of both. */
export function emailId(eventId: string, accountId: string): string {
  const hex = createHash('sha256').update(eventId).update(accountId).digest('hex').slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** `compose` may find that there is nothing to say any more. */
export async function sendOnce(
  { db, mailer, outbound }: EmailDeps,
  eventId: string,
  compose: () => Promise<(Email & { cause: Cause }) | undefined>,
): Promise<void> {
  await once(db, eventId, async () => {
    const composed = await compose();
    if (!composed) return false;
    const { cause, ...email } = composed;
    if (!(await mayLeave(outbound, eventId, { channel: 'EMAIL', to: email.to, ...cause }))) {
      return true;
    }
    return sendAndNote(db, eventId, { channel: 'EMAIL', address: email.to }, cause, () =>
      mailer.send(email, eventId),
    );
  });
}

/** Sends it unless its address is stopped, and notes that it left. Always true: it had its turn. */
async function sendAndNote(
  db: Db,
  id: string,
  to: Recipient,
  { companyId, about }: Cause,
  send: () => Promise<void>,
): Promise<true> {
  if (companyId === undefined || about === undefined) {
    await send();
  } else if (await noteDelivery(db, companyId, id, to, about)) {
    await send();
    await db.write({ kind: 'company', companyId }, (tx) => noteLeft(tx, companyId, id));
  }
  return true;
}

/** False if it is dropped. If it is put off, the step fails, and the engine repeats it when there is room again. */
async function mayLeave(limits: OutboundLimits, id: string, outbound: Outbound): Promise<boolean> {
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

/** The same for a text message. A number that takes none is noted, and not tried again. */
export async function smsOnce(
  { db, texts, outbound, log }: SmsDeps,
  eventId: string,
  compose: () => Promise<{ to: string; body: string; cause: Cause } | undefined>,
): Promise<void> {
  await once(db, eventId, async () => {
    const message = await compose();
    if (!message) return false;
    const { to, cause } = message;
    if (!(await mayLeave(outbound, eventId, { channel: 'SMS', to, ...cause }))) return true;
    return sendAndNote(db, eventId, { channel: 'SMS', address: to }, cause, async () => {
      try {
        await texts.send(message.to, message.body, eventId);
      } catch (error) {
        if (!(error instanceof NumberRefused)) throw error;
        log.warn({ eventId, said: error.message }, 'a text message was refused');
        if (cause.about) await noteRefused(db, eventId, to, cause, error);
      }
    });
  });
}

/** As if Twilio had reported it: the message did not arrive, and a number that takes none is stopped. */
async function noteRefused(
  db: Db,
  id: string,
  address: string,
  { companyId }: Cause,
  { code }: NumberRefused,
): Promise<void> {
  if (companyId === undefined) return;
  await db.write({ kind: 'company', companyId }, (tx) =>
    takeReport(tx, companyId, {
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

/** An email and an SMS for one event have different ids, so each is sent once. */
export const smsId = (eventId: string, accountId: string): string =>
  emailId(eventId, `${accountId} by text`);

/** A user's confirmed phone number. */
export async function phoneOf(reads: Queries, accountId: string): Promise<string | undefined> {
  const [row] = await reads.run(
    query.selectNoFrom(sql<string | null>`app.phone_of(${accountId}::uuid)`.as('phone')),
  );
  return row?.phone ? e164(row.phone) : undefined;
}

/** `send` says whether it sent anything. A crash right after it repeats it. */
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
