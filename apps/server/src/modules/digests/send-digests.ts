/**
 * Daily and weekly summaries. A run finds people who are due, and records each summary with the workflow that sends
 * it, in one transaction. Idempotent: a person gets one per day.
 */
import type { WorkerConfig as Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/db.ts';
import { forEachCompany } from '../../platform/for-each-company.ts';
import { findBrand } from '../../platform/email/find-brand.ts';
import { findTexts } from '../../platform/email/texts.ts';
import { unsubscribeUrl } from '../../platform/email/unsubscribe-link.ts';
import { newId } from '../../platform/ids.ts';
import { localDay } from '../../platform/local-time.ts';
import { quietLeftForPerson, zoneOf } from '../../platform/quiet-hours.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { emailId, sendOnce, type EmailDeps } from '../../platform/send-once.ts';
import { findFacts, findRecipient } from '../notifications/index.ts';
import { findOpen } from '../reminders/index.ts';
import { dueDigestDay } from './plan-digest.ts';
import {
  claimDigest,
  companiesWithDigests,
  findDigest,
  findProgress,
  findReaders,
  findTodo,
  findCompanyName,
  insertDigest,
  wasRemindedRecently,
  type Reader,
} from './store.ts';
import { summaryEmail } from './summary-email.ts';

interface DigestDeps extends EmailDeps {
  readonly config: Config;
}

/** Returns how many summaries were recorded. */
export async function sendDigests(db: Db, now: Date): Promise<number> {
  return forEachCompany(await companiesWithDigests(db), async (companyId) => {
    let sentCount = 0;
    const zone = await zoneOf(db, companyId);
    const readers = await findReaders(db.reads({ kind: 'company', companyId }), zone);
    for (const reader of readers) {
      const day = dueDigestDay(reader, now);
      if (day === undefined) continue;
      const isEmpty = !(await hasSomething(db, companyId, reader, now));
      if (await recordDigest(db, companyId, reader, { day, now, isEmpty })) sentCount += 1;
    }
    return sentCount;
  });
}

/** Whether something happened or, once a week, something is still open. */
async function hasSomething(
  db: Db,
  companyId: string,
  { accountId, frequency, waitingSince }: Reader,
  now: Date,
): Promise<boolean> {
  if (waitingSince !== null && waitingSince <= now) return true;
  if (frequency !== 'WEEKLY') return false;
  const reads = db.reads({ kind: 'company', companyId });
  if (await wasRemindedRecently(reads, companyId, accountId)) return false;
  return (await openFor(db, companyId, accountId)).length > 0;
}

/** Open requests of this person that they see. */
const openFor = (db: Db, companyId: string, accountId: string) =>
  db.write({ kind: 'company', companyId }, async (tx) =>
    (await findOpen(tx, { companyId, accountId, visible: true })).filter(({ on_hold }) => !on_hold),
  );

/** False if it was recorded before or is empty; in both cases the day is done. */
const recordDigest = (
  db: Db,
  companyId: string,
  { accountId, frequency }: Reader,
  { day, now, isEmpty }: { day: string; now: Date; isEmpty: boolean },
): Promise<boolean> =>
  db.write({ kind: 'company', companyId }, async (tx) => {
    const id = newId();
    const weekly = frequency === 'WEEKLY';
    const isNew = await insertDigest(tx, { companyId, id, accountId, day, at: now, weekly });
    if (!isNew || isEmpty) return false;
    recordEvent(tx, {
      kind: 'digest.sent',
      companyId,
      staffOnly: true,
      changes: [],
      detail: { userId: accountId },
      starts: { workflow: 'deliverDigest', input: { companyId, digestId: id } },
    });
    return true;
  });

/** Milliseconds until the next try; 0 if it was sent, or is empty by now. */
export async function deliverDigest(
  deps: DigestDeps,
  companyId: string,
  digestId: string,
): Promise<number> {
  const { db } = deps;
  const digest = await findDigest(db.reads({ kind: 'company', companyId }), companyId, digestId);
  if (!digest) return 0;
  const { account_id: accountId, at, weekly } = digest;
  const quiet = await quietLeftForPerson(db, companyId, accountId);
  if (quiet > 0) return quiet;
  const id = emailId(digestId, accountId);
  await sendOnce(deps, id, () => compose(deps, { companyId, accountId, id, at, weekly }));
  return 0;
}

interface Order {
  readonly companyId: string;
  readonly accountId: string;
  readonly id: string;
  readonly at: string;
  readonly weekly: boolean;
}

async function compose({ db, config }: DigestDeps, order: Order) {
  const { companyId, accountId, id, at, weekly } = order;
  const reads = db.reads({ kind: 'company', companyId });
  const recipient = await findRecipient(reads, companyId, accountId);
  if (!recipient) return undefined;
  const news = await db.write({ kind: 'company', companyId }, async (tx) => {
    const ids = await claimDigest(tx, { accountId, emailId: id, at });
    return ids.length === 0 ? [] : findFacts(tx, companyId, ids);
  });
  const open = await openFor(db, companyId, accountId);
  const [todo, progress] = await db.write({ kind: 'company', companyId }, async (tx) => {
    const loanIds = [...new Set(open.map(({ loan_id }) => loan_id))];
    return [
      await findTodo(
        tx,
        companyId,
        open.map(({ element_id }) => element_id),
      ),
      open.length === 0
        ? null
        : await findProgress(tx, { companyId, loanIds, accountId, level: open[0]!.level }),
    ] as const;
  });
  if (news.length === 0 && (todo.length === 0 || !weekly)) return undefined;
  const loanIds = [...new Set([...news, ...todo].map(({ loan_id }) => loan_id))];
  const onlyLoan = loanIds.length === 1 ? loanIds[0] : undefined;
  const from = {
    site: config.publicUrl.origin,
    unsubscribe: unsubscribeUrl(config, { accountId, topic: 'SUMMARY' }),
    recipient: recipient.given_name,
    texts: await findTexts(reads, companyId),
    ...(await findBrand(reads, companyId, onlyLoan)),
  };
  const facts = {
    company: await findCompanyName(reads, companyId),
    news,
    todo,
    progress,
    weekly,
    today: localDay(new Date(at), await zoneOf(db, companyId)),
  };
  return {
    to: recipient.email_address,
    cause: {
      budget: 'NOTIFICATION' as const,
      companyId,
      about: { topic: 'SUMMARY', accountId, loanIds },
    },
    ...summaryEmail(facts, from),
  };
}

export interface DigestActivities {
  /** Returns how many summaries were recorded. */
  sendDueDigests(at: string): Promise<number>;
  deliverDigest(companyId: string, digestId: string): Promise<number>;
}

export const digestActivities = (deps: DigestDeps): DigestActivities => ({
  sendDueDigests: (at) => sendDigests(deps.db, new Date(at)),
  deliverDigest: (companyId, digestId) => deliverDigest(deps, companyId, digestId),
});
