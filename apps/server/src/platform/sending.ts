/** One letter or text message for one event, however often the step that sends it is repeated. */
import { createHash } from 'node:crypto';
import { nobody, type Db, type Queries, type Tx } from './db/db.ts';
import { query } from './db/query.ts';
import type { Logger } from 'pino';
import { sql } from 'kysely';
import type { Letter, Mailer } from './mail.ts';
import { e164, NumberRefused, type TextMessages } from './text-messages.ts';

interface Parts {
  readonly db: Db;
  readonly mailer: Mailer;
}

/** One event, one letter to each: the event's id and the reader's, made into one. */
export function letterId(eventId: string, accountId: string): string {
  const hex = createHash('sha256').update(eventId).update(accountId).digest('hex').slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** `compose` may find that there is nothing to say any more. */
export async function sendOnce(
  { db, mailer }: Parts,
  eventId: string,
  compose: () => Promise<Letter | undefined>,
): Promise<void> {
  await once(db, eventId, async () => {
    const letter = await compose();
    if (letter) await mailer.send(letter, eventId);
    return letter !== undefined;
  });
}

export interface TextParts {
  readonly db: Db;
  readonly texts: TextMessages;
  readonly log: Logger;
}

/** The same for a text message. A number that takes none is noted, and not tried again. */
export async function textOnce(
  { db, texts, log }: TextParts,
  eventId: string,
  compose: () => Promise<{ to: string; body: string } | undefined>,
): Promise<void> {
  await once(db, eventId, async () => {
    const message = await compose();
    if (!message) return false;
    try {
      await texts.send(message.to, message.body);
    } catch (error) {
      if (!(error instanceof NumberRefused)) throw error;
      log.warn({ eventId, said: error.message }, 'a text message was refused');
    }
    return true;
  });
}

/** Of a letter and a text message for one event, each is sent once: they are two. */
export const textId = (eventId: string, accountId: string): string =>
  letterId(eventId, `${accountId} by text`);

/** Where somebody of the company is reached, once they showed that the number is theirs. */
export async function phoneOf(reads: Queries, accountId: string): Promise<string | undefined> {
  const [row] = await reads.run(
    query.selectNoFrom(sql<string | null>`app.phone_of(${accountId}::uuid)`.as('phone')),
  );
  return row?.phone ? e164(row.phone) : undefined;
}

/** `send` says whether it sent anything. A crash right after it repeats it. */
export async function once(db: Db, eventId: string, send: () => Promise<boolean>): Promise<void> {
  if (await wasSent(db.reads(nobody), eventId)) return;
  if (await send()) await db.write(nobody, (tx) => noteSent(tx, eventId));
}

async function wasSent(reads: Queries, eventId: string): Promise<boolean> {
  const rows = await reads.run(
    query.selectFrom('sent_mail').select('event_id').where('event_id', '=', eventId),
  );
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
