/** Field validation, defined once: forms, the grid and the server call the same functions. */
import { ENTITY_TYPES, PHONE, PLACEHOLDER, TEXT_MAX } from './constants.ts';

/** Two digits, a hyphen, seven digits [R271]. */
export const TAX_ID = /^\d{2}-\d{7}$/;
/** A Social Security number, or an ITIN, which begins with 9. */
const SSN = /^(?!000|666)\d{3}-(?!00)\d{2}-(?!0000)\d{4}$/;
/** Optional http or https, a domain or an address, then port, path, query and hash [R272]. */
export const URL_PATTERN =
  /^(https?:\/\/)?(([a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,}|(\d{1,3}\.){3}\d{1,3})(:\d+)?(\/[-a-z\d%_.~+]*)*(\?[;&a-z\d%_.~+=-]*)?(#[-a-z\d_]*)?$/i;
/** A Unique Entity ID of SAM.gov: 12 characters without I and O; the first is not a zero. */
const UEI = /^[A-HJ-NP-Z1-9][A-HJ-NP-Z\d]{11}$/;
const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;
const LONG_MAX = 2000;

export type FieldKind =
  | 'text'
  | 'longText'
  | 'email'
  | 'phone'
  | 'url'
  | 'state'
  | 'postalCode'
  | 'naics'
  | 'uei'
  | 'day'
  | 'birthDate'
  | 'money'
  | 'wholeNumber'
  | 'year'
  | 'choice'
  | 'entityType'
  | 'creditTier'
  | 'taxId'
  | 'ssn'
  | 'accountNumber';

export interface FieldDefinition {
  readonly name: string;
  readonly label: string;
  readonly kind: FieldKind;
  /** Fields are grouped by section, in this order. */
  readonly section: string;
  readonly required?: boolean;
  /** Encrypted with the company's key, shown masked, revealed by an audited call only. */
  readonly secret?: boolean;
  readonly hint?: string;
  readonly choices?: Readonly<Record<string, string>>;
  /** Half a line in a form. */
  readonly half?: boolean;
}

export type FieldValue = string | number | null;
export type Reading = { value: FieldValue } | { error: string };

const ok = (value: FieldValue): Reading => ({ value });
const wrong = (error: string): Reading => ({ error });
const REQUIRED = 'Required';

/** Postal abbreviations of the states, the District of Columbia and the territories. */
export const STATE_CODES =
  'AL AK AS AZ AR CA CO CT DE DC FL GA GU HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND MP OH OK OR PA PR RI SC SD TN TX UT VT VA VI WA WV WI WY'.split(
    ' ',
  );

const digitsOf = (text: string): string => text.replaceAll(/[\s-]/g, '');

/**
 * Nine digits without a hyphen are accepted; the stored value has the hyphen. A hyphen in another place is an error.
 */
function asTaxId(text: string): string {
  const digits = text.replaceAll(' ', '');
  return /^\d{9}$/.test(digits) ? `${digits.slice(0, 2)}-${digits.slice(2)}` : text;
}
function asSsn(text: string): string {
  const digits = text.replaceAll(' ', '');
  return /^\d{9}$/.test(digits)
    ? `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`
    : text;
}

/** Accepts 2026-03-05, and 3/5/2026 as in spreadsheets. */
function asDay(text: string): string | null {
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const day = slashed
    ? `${slashed[3]}-${slashed[1]!.padStart(2, '0')}-${slashed[2]!.padStart(2, '0')}`
    : text;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const at = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day ? null : day;
}

function readDay(text: string): Reading {
  const day = asDay(text);
  return day && day >= '1700-01-01' && day < '2200-01-01'
    ? ok(day)
    : wrong('Enter a date, like 03/05/2024');
}

function readBirthDate(text: string): Reading {
  const day = asDay(text);
  if (!day) return wrong('Enter a date, like 03/05/1984');
  const today = new Date().toISOString().slice(0, 10);
  return day > '1900-01-01' && day <= today ? ok(day) : wrong('Enter the date of birth');
}

/** Reads an amount such as "$1,250,000.50", to the cent. */
function readMoney(text: string): Reading {
  const plain = text.replaceAll(/[$,\s]/g, '');
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(plain)) return wrong('Enter an amount, like 250,000');
  return ok(Number(plain));
}

function readWhole(text: string, least: number, most: number, example: string): Reading {
  const plain = text.replaceAll(/[,\s]/g, '');
  const number = Number(plain);
  const good = /^\d{1,10}$/.test(plain) && number >= least && number <= most;
  return good ? ok(number) : wrong(`Enter a number, like ${example}`);
}

function readChoice(text: string, choices: Readonly<Record<string, string>>): Reading {
  if (Object.hasOwn(choices, text)) return ok(text);
  // A spreadsheet has the labels of the choices, not their codes.
  const choice = Object.entries(choices).find(
    ([, label]) => label.toLowerCase() === text.toLowerCase(),
  );
  if (choice) return ok(choice[0]);
  return wrong(`Choose one of: ${Object.values(choices).join(', ')}`);
}

/** The five credit tiers, by the publicly documented score ranges. */
export const CREDIT_TIERS = {
  POOR: 'Poor',
  FAIR: 'Fair',
  GOOD: 'Good',
  VERY_GOOD: 'Very Good',
  EXCELLENT: 'Excellent',
} as const;
export type CreditTier = keyof typeof CREDIT_TIERS;
const TIERS_FROM: readonly [least: number, tier: CreditTier][] = [
  [800, 'EXCELLENT'],
  [740, 'VERY_GOOD'],
  [670, 'GOOD'],
  [580, 'FAIR'],
  [300, 'POOR'],
];
/** Undefined outside the range of scores, which is 300 to 850. */
export const creditTierOf = (score: number): CreditTier | undefined =>
  score > 850 ? undefined : TIERS_FROM.find(([least]) => score >= least)?.[1];

/** Accepts a tier, or a score as in some spreadsheets; only the tier is stored. */
function readCreditTier(text: string): Reading {
  if (!/^\d+$/.test(text)) return readChoice(text, CREDIT_TIERS);
  const tier = creditTierOf(Number(text));
  return tier ? ok(tier) : wrong('A score is between 300 and 850');
}

const checkPattern = (text: string, pattern: RegExp, error: string): Reading =>
  pattern.test(text) ? ok(text) : wrong(error);

/** Excludes the kinds that have their own forms, and INVALID, which only asks for a choice [R268]. */
export const BUSINESS_TYPES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ENTITY_TYPES).filter(([code]) => code !== 'TRUST' && code !== 'INDIVIDUAL'),
);

const READERS: Record<FieldKind, (text: string, field: FieldDefinition) => Reading> = {
  text: ok,
  longText: ok,
  email: (text) => checkPattern(text, EMAIL, 'Enter an email address, like name@example.com'),
  phone: (text) => checkPattern(text, PHONE, 'Enter a phone number, like 555-010-0199'),
  url: (text) => checkPattern(text, URL_PATTERN, 'Enter an address, like https://example.com'),
  state: (text) =>
    STATE_CODES.includes(text.toUpperCase())
      ? ok(text.toUpperCase())
      : wrong('Enter a state, like OR'),
  postalCode: (text) => checkPattern(text, /^\d{5}(-\d{4})?$/, 'Enter a ZIP code, like 97702'),
  naics: (text) => checkPattern(text, /^\d{2,6}$/, 'Enter a NAICS code, like 311811'),
  uei: (text) => checkPattern(text, UEI, 'Enter a 12-character UEI, like K7M4QX2N9PA1'),
  day: readDay,
  birthDate: readBirthDate,
  money: readMoney,
  wholeNumber: (text) => readWhole(text, 0, 9_999_999_999, '12'),
  year: (text) => readWhole(text, 1700, 2199, '1998'),
  choice: (text, { choices = {} }) => readChoice(text, choices),
  entityType: (text) => (text === PLACEHOLDER ? wrong(REQUIRED) : readChoice(text, BUSINESS_TYPES)),
  creditTier: readCreditTier,
  taxId: (text) => checkPattern(text, TAX_ID, 'Enter an EIN, like 12-3456789'),
  ssn: (text) => checkPattern(text, SSN, 'Enter the number as 123-45-6789'),
  accountNumber: (text) =>
    checkPattern(text, /^[A-Z\d]{4,34}$/i, 'Enter 4 to 34 letters and digits'),
};

/** Normalizes hyphens and blanks before a value is compared with its field's pattern. */
const TIDIED: Partial<Record<FieldKind, (text: string) => string>> = {
  taxId: asTaxId,
  ssn: asSsn,
  accountNumber: digitsOf,
  uei: (text) => text.toUpperCase(),
};

/** Reads input for a field: the value to store, or the error. Empty is null. */
export function readField(field: FieldDefinition, input: unknown): Reading {
  if (input === null || input === undefined) return empty(field);
  if (typeof input !== 'string' && typeof input !== 'number') return wrong('Enter text');
  const text = String(input).trim();
  if (text === '') return empty(field);
  const most = field.kind === 'longText' ? LONG_MAX : TEXT_MAX;
  if (text.length > most) return wrong(`Must be at most ${most} characters`);
  const tidied = TIDIED[field.kind]?.(text) ?? text;
  return READERS[field.kind](tidied, field);
}

const empty = ({ required, kind }: FieldDefinition): Reading =>
  required || kind === 'entityType' ? wrong(REQUIRED) : ok(null);
