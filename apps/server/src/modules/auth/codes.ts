/**
 * Codes by email and SMS. A code proves one thing: that the user of this browser reads
 * messages to this address or number.
 * What it is then used for (an account, a log-in, a new password) is the call's business, so the one
 * code that is still good serves them all, and asking again sends it again.
 */
import { randomBytes, randomInt } from 'node:crypto';
import {
  CODE_AGAIN_SECONDS,
  CODE_LENGTH,
  CODE_TRIES,
  CODES_AN_HOUR,
  KNOWN_DEVICE_CODES_AN_HOUR,
  TEXT_CODE_LENGTH,
} from '@cairn/contract';

/** Base32 without I, L, O and U; what people read as these is understood all the same. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export function newCode(): string {
  // 32 divides 256: every character is equally likely.
  return [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET[byte % 32]).join('');
}

/** Digits: a phone's keypad has them all, and reads them out of the message by itself. */
export const newTextCode = (): string =>
  String(randomInt(10 ** TEXT_CODE_LENGTH)).padStart(TEXT_CODE_LENGTH, '0');

export const showCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** As it was sent, however it was typed. */
export const readCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

/** A code that was asked for, as far as it matters for the next one. */
export interface AskedCode {
  readonly id: string;
  readonly mine: boolean;
  /** Asked for in a browser that the person is known by. */
  readonly knownDevice: boolean;
  readonly tries: number;
  /** How often it was sent. */
  readonly sends: number;
  readonly sentAt: Date;
  readonly expiresAt: Date;
  readonly used: boolean;
}

const isGood = (code: AskedCode, now: Date): boolean =>
  !code.used && code.tries < CODE_TRIES && code.expiresAt > now;

/** The outcome of a request for a code. Callers cannot tell which one it was. */
export type NextStep<Code> =
  | { readonly do: 'send new' }
  | { readonly do: 'send again'; readonly code: Code }
  | { readonly do: 'nothing'; readonly code?: Code };

/**
 * `asked`: the codes sent within the last hour to one address, the newest first. A known device has a quota of its own,
 * so that strangers who use up theirs do not keep the person from getting a code.
 */
export function nextStep<Code extends AskedCode>(
  asked: readonly Code[],
  now: Date,
  knownDevice: boolean,
): NextStep<Code> {
  const code = asked.find((each) => each.mine && isGood(each, now));
  const quota = knownDevice ? KNOWN_DEVICE_CODES_AN_HOUR : CODES_AN_HOUR;
  const sent = asked
    .filter((each) => each.knownDevice === knownDevice)
    .reduce((sum, each) => sum + each.sends, 0);
  if (code) {
    const tooSoon = now.getTime() - code.sentAt.getTime() < CODE_AGAIN_SECONDS * 1000;
    return { do: tooSoon || sent >= quota ? 'nothing' : 'send again', code };
  }
  return { do: sent < quota ? 'send new' : 'nothing' };
}
