/**
 * Codes by email and SMS. A code proves that the user of this browser reads messages to an address or number. The
 * call decides what it is used for (an account, a log-in, a new password), so one valid code serves all of them, and
 * requesting another one sends the same code again.
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

/** Base32 without I, L, O and U; readCode accepts those that people read as other characters. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export function newCode(): string {
  // 256 is a multiple of 32, so every character is equally likely.
  return [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET[byte % 32]).join('');
}

/** Digits only, because a phone's keypad has all of them and phones detect them in messages. */
export const newTextCode = (): string =>
  String(randomInt(10 ** TEXT_CODE_LENGTH)).padStart(TEXT_CODE_LENGTH, '0');

export const showCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** Normalizes a typed code to the form in which it was sent. */
export const readCode = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

/** The part of an earlier code that matters for the next request. */
export interface AskedCode {
  readonly id: string;
  readonly mine: boolean;
  /** Requested in a browser that is a known device of the person. */
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
 * `codes` are those sent to one address within the last hour, newest first. Known devices have a quota of their
 * own, so that strangers who use up theirs cannot keep the person from getting a code.
 */
export function nextStep<Code extends AskedCode>(
  codes: readonly Code[],
  now: Date,
  knownDevice: boolean,
): NextStep<Code> {
  const code = codes.find((each) => each.mine && isGood(each, now));
  const quota = knownDevice ? KNOWN_DEVICE_CODES_AN_HOUR : CODES_AN_HOUR;
  const sentCount = codes
    .filter((each) => each.knownDevice === knownDevice)
    .reduce((sum, each) => sum + each.sends, 0);
  if (code) {
    const tooSoon = now.getTime() - code.sentAt.getTime() < CODE_AGAIN_SECONDS * 1000;
    return { do: tooSoon || sentCount >= quota ? 'nothing' : 'send again', code };
  }
  return { do: sentCount < quota ? 'send new' : 'nothing' };
}
