/**
 * Sends emails and text messages gathered from notifications. Each event has its own workflow, so none is forgotten;
 * the first one that is due takes everything of its topic that the person was not sent yet. Whether it is still true,
 * wanted and visible is checked again at that moment.
 */
import type { EmailTopic } from '@cairn/contract';
import type { SignatureLine } from '@cairn/contract/signature-terms';
import type { WorkerConfig as Config } from '../../platform/config.ts';
import type { Queries } from '../../platform/db/db.ts';
import { replyAddressOf } from '../../platform/email/bounce-address.ts';
import { findBrand } from '../../platform/email/find-brand.ts';
import { findSignature } from '../../platform/email/signature.ts';
import { findTexts } from '../../platform/email/texts.ts';
import { unsubscribeUrl } from '../../platform/email/unsubscribe-link.ts';
import { quietLeftForPerson } from '../../platform/quiet-hours.ts';
import {
  emailId,
  phoneOf,
  sendOnce,
  smsId,
  smsOnce,
  wasSent,
  type Cause,
  type EmailDeps,
  type SmsDeps,
} from '../../platform/send-once.ts';
import {
  claimNotifications,
  findPending,
  findRecipient,
  keepReplyAddress,
  reserveDigestTurn,
  type PendingFacts,
} from './deliver-store.ts';
import { emailOf, smsOf } from './emails.ts';
import { reminderEmail, reminderText } from './reminder-emails.ts';
import type { Delivery } from './types.ts';

export interface DeliveryDeps extends SmsDeps, EmailDeps {
  readonly config: Config;
}

/**
 * How long events of a topic are gathered, in multiples of MESSAGE_DIGEST_SECONDS (30 s): messages half a minute, new
 * requests five minutes, decisions ten, uploads an hour. Status changes are sent at once; reminders are already
 * gathered.
 */
const GATHER_FACTOR: Record<EmailTopic, number> = {
  MEMBERS: 0,
  MESSAGES: 1,
  STATUS: 0,
  REQUESTS: 10,
  REVIEWS: 20,
  UPLOADS: 120,
  REMINDERS: 0,
};
/** Minimum interval between two digests of a topic by one channel, in multiples of the delay. */
const DIGEST_INTERVAL_FACTOR: Partial<Record<EmailTopic, number>> = { MESSAGES: 10 };

interface Digest extends Delivery {
  readonly companyId: string;
  readonly eventId: string;
  readonly id: string;
  readonly onlyEvent: string | null;
}

export async function deliverNotifications(
  deps: DeliveryDeps,
  eventId: string,
  companyId: string,
  delivery: Delivery,
): Promise<number> {
  const { accountId, channel } = delivery;
  const id = channel === 'EMAIL' ? emailId(eventId, accountId) : smsId(eventId, accountId);
  const onlyEvent = GATHER_FACTOR[delivery.topic] === 0 ? eventId : null;
  const digest = { ...delivery, companyId, eventId, id, onlyEvent };
  const wait = await turnOf(deps, digest);
  if (wait !== 0) return wait ?? 0;
  if (channel === 'EMAIL') await sendOnce(deps, id, () => composeEmailOf(deps, digest));
  else await smsOnce(deps, id, () => composeSmsOf(deps, digest));
  return 0;
}

/** Milliseconds until this digest may be sent. Undefined if there is nothing to send, or another digest has it. */
async function turnOf({ db, config }: DeliveryDeps, digest: Digest): Promise<number | undefined> {
  const { companyId, accountId, topic, channel, eventId, id } = digest;
  if (await wasSent(db, id)) return undefined;
  const pending = await findPending(db, companyId, digest);
  // Claimed by this digest before a crash or a limit, so it has waited already. Even if its own event has become
  // obsolete, no other digest would send the rest.
  if (pending.some(({ claimed }) => claimed)) return 0;
  const ofEvent = pending.filter(({ event_id }) => event_id === eventId);
  if (ofEvent.length === 0) return undefined;
  const quiet = await quietLeftForPerson(db, companyId, accountId);
  if (quiet > 0) return quiet;
  const delay = config.messageDigestSeconds * GATHER_FACTOR[topic];
  const age = Math.max(...ofEvent.map(({ age_seconds }) => age_seconds));
  if (age < delay) return Math.ceil((delay - age) * 1000);
  const seconds = delay * (DIGEST_INTERVAL_FACTOR[topic] ?? 0);
  return reserveDigestTurn(db, config.secretKey, { accountId, channel, seconds });
}

/** Attributed to the person who caused it, if it was a single one. */
function causeOf({ companyId, accountId, topic }: Digest, facts: readonly PendingFacts[]): Cause {
  const actors = new Set(facts.map(({ actor_id }) => actor_id));
  const [actor] = actors;
  return {
    budget: 'NOTIFICATION',
    companyId,
    senderId: actors.size === 1 ? (actor ?? undefined) : undefined,
    about: { topic, accountId, loanIds: [...new Set(facts.map(({ loan_id }) => loan_id))] },
  };
}

/**
 * The signature of the messages' author, if there is only one. An applicant whose application was not opened has
 * none.
 */
async function signatureFor(
  reads: Queries,
  { companyId }: Digest,
  facts: readonly PendingFacts[],
): Promise<SignatureLine[]> {
  const authors = new Set(facts.map(({ actor_id }) => actor_id));
  const [author] = authors;
  const isSigned = authors.size === 1 && facts.every(({ unreviewed }) => !unreviewed);
  return isSigned && author ? findSignature(reads, companyId, author) : [];
}

/**
 * The reply address for emails about a single conversation. Messages of an application that no employee has opened
 * can be answered on the site only.
 */
async function replyAddressFor(
  { db, config }: Pick<DeliveryDeps, 'db' | 'config'>,
  { topic, accountId }: Digest,
  facts: readonly PendingFacts[],
): Promise<string | undefined> {
  const { replyAddress, secretKey } = config.mail;
  const [first] = facts;
  const isOne =
    topic === 'MESSAGES' &&
    facts.every(
      ({ kind, merge_key, unreviewed }) =>
        kind === 'MESSAGE' && merge_key === first!.merge_key && !unreviewed,
    );
  if (!replyAddress || !isOne) return undefined;
  return replyAddressOf(replyAddress, secretKey, await keepReplyAddress(db, first!, accountId));
}

/** Undefined if everything was read, undone or hidden before the email could be sent. */
async function composeEmailOf({ db, config }: DeliveryDeps, digest: Digest) {
  const { companyId, accountId, topic } = digest;
  const reads = db.reads({ kind: 'company', companyId });
  const recipient = await findRecipient(reads, companyId, accountId);
  const facts = recipient ? await claimNotifications(db, companyId, digest) : [];
  if (!recipient || facts.length === 0) return undefined;
  const loans = new Set(facts.map(({ loan_id }) => loan_id));
  const onlyLoan = loans.size === 1 ? facts[0]!.loan_id : undefined;
  const brand = await findBrand(reads, companyId, onlyLoan);
  const texts = await findTexts(reads, companyId);
  const from = {
    site: config.publicUrl.origin,
    unsubscribe: unsubscribeUrl(config, { accountId, topic }),
    recipient: recipient.given_name,
    signature: await signatureFor(reads, digest, facts),
    texts,
    replyAddress: await replyAddressFor({ db, config }, digest, facts),
    ...brand,
  };
  const content = topic === 'REMINDERS' ? reminderEmail(facts, from) : emailOf(topic, facts, from);
  return { to: recipient.email_address, cause: causeOf(digest, facts), ...content };
}

async function composeSmsOf({ db, config }: DeliveryDeps, digest: Digest) {
  const { companyId, accountId, topic } = digest;
  const to = await phoneOf(db.reads({ kind: 'company', companyId }), accountId);
  const facts = to === undefined ? [] : await claimNotifications(db, companyId, digest);
  const body = facts.length === 0 ? undefined : textOf(topic, facts, config.publicUrl.origin);
  return body === undefined ? undefined : { to: to!, body, cause: causeOf(digest, facts) };
}

const textOf = (
  topic: EmailTopic,
  facts: readonly PendingFacts[],
  site: string,
): string | undefined =>
  topic === 'REMINDERS' ? reminderText(facts, site) : smsOf(topic, facts, site);
