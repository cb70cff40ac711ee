/** Checks whether a password is too easy to guess. Its minimum length is in the contract. */
import { readFileSync } from 'node:fs';
import { invalidField } from '../../platform/api-error.ts';
import { COMMON } from './common-passwords.ts';

const TOO_COMMON = 'This password is too easy to guess. Choose another';
const TOO_PERSONAL = 'Leave out your name, email address and company: they are easy to guess';
export const SAME_AS_BEFORE = 'This is your current password. Choose another';

const common = new Set(COMMON);
/** Leaked passwords that satisfy our minimum length: more than 11,000, read once. */
export const leakedPasswords: ReadonlySet<string> = new Set(
  readFileSync(new URL('leaked-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# ')),
);
const LEAVES = 8;

const READ_AS: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
const undoSubstitutions = (text: string): string =>
  text.replaceAll(/[@431!0$57]/g, (sign) => READ_AS[sign]!);

/** The base word of "!!Monkey2024", without digits and punctuation around it. */
const stripDecoration = (text: string): string =>
  text.replace(/^[^a-z]+/, '').replace(/(?<=[a-z])[^a-z]+$/, '');

/** The repeated part: "abcabcabc" is "abc". */
function repeatedPart(text: string): string {
  const at = (text + text).indexOf(text, 1);
  return text.slice(0, at);
}

const RUNS = ['01234567890123456789', '98765432109876543210', 'abcdefghijklmnopqrstuvwxyz'];
const isRun = (text: string): boolean => RUNS.some((run) => run.includes(text));

/** A common password, also if repeated or surrounded by digits and punctuation. */
export function isCommon(password: string): boolean {
  const plain = password.toLowerCase().replaceAll(/\s/g, '');
  if (
    new Set(plain).size < 4 ||
    leakedPasswords.has(plain) ||
    leakedPasswords.has(password.toLowerCase())
  )
    return true;
  const bare = stripDecoration(plain);
  return [
    plain,
    undoSubstitutions(plain),
    bare,
    undoSubstitutions(bare),
    stripDecoration(undoSubstitutions(plain)),
  ]
    .flatMap((form) => [form, repeatedPart(form)])
    .some((form) => form !== '' && (common.has(form) || (form.length > 3 && isRun(form))));
}

/** Whether little remains after removing the person's own words. */
export function isPersonal(password: string, words: readonly (string | null)[]): boolean {
  let rest = password.toLowerCase();
  const knownWords = [...words, 'cairn']
    .flatMap((word) => (word ?? '').toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length > 2)
    .toSorted((a, b) => b.length - a.length);
  for (const word of knownWords) rest = rest.replaceAll(word, '');
  return rest.length < Math.min(LEAVES, password.length);
}

export interface Owner {
  readonly emailAddress: string;
  readonly givenName?: string | null;
  readonly familyName?: string | null;
  /** The companies that the person works for or was invited by. */
  readonly companies?: readonly string[];
}

/** `field` is the form field that shows the error. */
export function refuseWeak(field: string, password: string, owner: Owner): void {
  const { emailAddress, givenName = null, familyName = null, companies = [] } = owner;
  const words = [emailAddress, givenName, familyName, ...companies];
  if (isCommon(password)) throw invalidField(field, TOO_COMMON);
  if (isPersonal(password, words)) throw invalidField(field, TOO_PERSONAL);
}
