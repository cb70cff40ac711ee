/**
 * Links that stop one kind of email for one person, from a mail program and without a session (RFC 8058). The token
 * names the account, the kind and the day, and is signed with a key used for nothing else. Using it again has the
 * same effect.
 */
import { createHmac } from 'node:crypto';
import { UNSUBSCRIBE_TOPICS, type UnsubscribeTopic } from '@cairn/contract';
import { keyFor, keysFor, signatureMatches } from '../crypto.ts';

const USE = 'links that stop emails';
const DAY_MS = 86_400_000;
/** Longer than the 30 days for which US law (CAN-SPAM) requires an unsubscribe link to work. */
const GOOD_FOR_DAYS = 180;
export const UNSUBSCRIBE_PATH = '/unsubscribe';

const signatureOf = (key: Buffer, signed: string): string =>
  createHmac('sha256', key).update(signed).digest('base64url');

export interface Unsubscribe {
  readonly accountId: string;
  readonly topic: UnsubscribeTopic;
}

export function unsubscribeUrl(
  { publicUrl, secretKey }: { publicUrl: URL; secretKey: string },
  { accountId, topic }: Unsubscribe,
  now = Date.now(),
): string {
  const signed = `${topic}.${accountId}.${Math.floor(now / DAY_MS)}`;
  const token = `${signed}.${signatureOf(keyFor(secretKey, USE), signed)}`;
  return `${publicUrl.origin}${UNSUBSCRIBE_PATH}?token=${token}`;
}

/** Undefined for a token that is not ours, was changed, or has expired. */
export function readUnsubscribeToken(
  secretKey: string,
  token: string,
  now = Date.now(),
): Unsubscribe | undefined {
  const [topic = '', accountId = '', day = '', signature = '', ...more] = token.split('.');
  const signed = `${topic}.${accountId}.${day}`;
  const isOurs = keysFor(secretKey, USE).some((key) =>
    signatureMatches(signature, signatureOf(key, signed)),
  );
  if (!isOurs || more.length > 0) return undefined;
  const age = Math.floor(now / DAY_MS) - Number(day);
  const knownTopic = UNSUBSCRIBE_TOPICS.find((each) => each === topic);
  return knownTopic === undefined || age > GOOD_FOR_DAYS
    ? undefined
    : { accountId, topic: knownTopic };
}
