/**
 * The text in the PDF417 barcode of a US or Canadian driver's license (AAMVA DL/ID Card Design Standard, Annex D).
 * Reads every version in use: 01 has no jurisdiction version, another date order and a single full name; 02 and 03 join
 * the given names; 04 and later flag names that are truncated on the card. The barcode is not signed: its data is
 * offered to the person for checking and does not prove that the card is genuine.
 */
import { CANADIAN_PROVINCES, jurisdictionOf } from './aamva-issuers.ts';

/** Three-letter element IDs and their labels [R148]. */
export const AAMVA_LABELS = {
  DAA: 'Full name',
  DAB: 'Last name',
  DCS: 'Last name',
  DAC: 'First name',
  DCT: 'First and middle name',
  DAD: 'Middle name',
  DAE: 'Suffix',
  DCU: 'Suffix',
  DBB: 'Date of birth',
  DBD: 'Issued',
  DBA: 'Expires',
  DAG: 'Street',
  DAH: 'Street, second line',
  DAI: 'City',
  DAJ: 'State',
  DAK: 'ZIP code',
  DAQ: 'License number',
  DBC: 'Sex',
  DAY: 'Eye color',
  DAZ: 'Hair color',
  DAU: 'Height',
  DAW: 'Weight',
  DCA: 'Class',
  DCB: 'Restrictions',
  DCD: 'Endorsements',
  DCF: 'Document discriminator',
  DCG: 'Country',
} as const;
export type AamvaElement = keyof typeof AAMVA_LABELS;

export interface BarcodeAddress {
  street: string;
  unit: string;
  city: string;
  state: string;
  postalCode: string;
}

/** The data on a card, in the case and date format of our forms. Fields that the card lacks are empty. */
export interface LicenseBarcode {
  /** AAMVA version of the barcode, 1 and later. */
  version: number;
  issuer: string;
  firstName: string;
  middleName: string;
  lastName: string;
  suffix: string;
  /** Days as 2031-03-14. */
  birthDate: string;
  issuedOn: string;
  expiresOn: string;
  licenseNumber: string;
  /** The state or province of the license, as a two-letter code. */
  jurisdiction: string;
  country: 'USA' | 'CAN';
  address: BarcodeAddress;
  /** Whether the first, middle or last name is truncated on the card. */
  isNameTruncated: boolean;
  /** Every element, unchanged from the barcode. */
  elements: Readonly<Record<string, string>>;
}

interface Header {
  issuer: string;
  version: number;
  entries: number;
  /** The position of the first subfile designator in `file`, the text from which offsets count. */
  designators: number;
  file: string;
}

/** Line feed, record separator and carriage return follow "@"; issuers differ in which ones they write. */
const HEADER = /@[^!-~]{0,6}(?:ANSI ?|AAMVA)(\d{6})(\d{2})/;

/** Undefined if the text is not from a license or ID card, or has neither a name nor a number. */
export function parseLicenseBarcode(text: string): LicenseBarcode | undefined {
  const header = readHeader(text);
  if (!header) return undefined;
  const elements = readElements(header);
  const readElement = (...ids: AamvaElement[]): string =>
    ids.map((id) => elements[id] ?? '').find((value) => value !== '') ?? '';
  const names = readNames(readElement);
  const licenseNumber = readElement('DAQ');
  if (licenseNumber === '' || names.lastName === '') return undefined;
  const jurisdiction = readElement('DAJ').toUpperCase() || (jurisdictionOf(header.issuer) ?? '');
  return {
    version: header.version,
    issuer: header.issuer,
    ...names,
    birthDate: readDate(readElement('DBB')),
    issuedOn: readDate(readElement('DBD')),
    expiresOn: readDate(readElement('DBA')),
    licenseNumber,
    jurisdiction,
    country: countryOf(readElement('DCG'), header.issuer, jurisdiction),
    address: {
      street: inTitleCase(readElement('DAG')),
      unit: inTitleCase(readElement('DAH')),
      city: inTitleCase(readElement('DAI')),
      state: jurisdiction,
      postalCode: readPostalCode(readElement('DAK')),
    },
    isNameTruncated: ['DDE', 'DDF', 'DDG'].some((flag) => elements[flag] === 'T'),
    elements,
  };
}

function readHeader(text: string): Header | undefined {
  const header = HEADER.exec(text);
  if (!header) return undefined;
  const [start, issuer, digits] = header as unknown as [string, string, string];
  const version = Number(digits);
  const file = text.slice(header.index);
  // The number of entries follows; versions after 01 have the jurisdiction's version before it.
  const headerLength = start.length + (version <= 1 ? 0 : 2);
  const entries = Number(/^\d{2}/.exec(file.slice(headerLength))?.[0] ?? 1);
  return { issuer, version, entries, designators: headerLength + 2, file };
}

const DESIGNATOR_LENGTH = 10;
const MAX_ENTRIES = 10;

/**
 * The elements of the license or ID subfile; the jurisdiction's own subfiles have no standard meaning and are ignored.
 */
function readElements(header: Header): Record<string, string> {
  const elements: Record<string, string> = {};
  for (const line of subfileOf(header).split(/[\n\r]+/)) {
    const id = line.slice(0, 3);
    if (!/^D[A-Z]{2}$/.test(id) || Object.hasOwn(elements, id)) continue;
    const value = line.slice(3).trim();
    elements[id] = /^(NONE|UNAVL|N\/A)$/i.test(value) ? '' : value;
  }
  return elements;
}

/** Offsets count from the "@"; where an issuer's offset is wrong, the subfile is found by its type. */
function subfileOf({ file, designators, entries }: Header): string {
  for (let entry = 0; entry < Math.min(entries, MAX_ENTRIES); entry += 1) {
    const at = designators + entry * DESIGNATOR_LENGTH;
    const [, type, offset] = /^(DL|ID)(\d{4})\d{4}/.exec(file.slice(at)) ?? [];
    if (type === undefined) continue;
    const start = Number(offset);
    if (file.startsWith(type, start) && start > at) return untilTerminator(file.slice(start + 2));
  }
  const subfile = /(?:DL|ID)(?=D[A-Z]{2})/.exec(file.slice(designators));
  return subfile ? untilTerminator(file.slice(designators + subfile.index + 2)) : '';
}

const untilTerminator = (subfile: string): string => subfile.split('\r', 1)[0]!;

function readNames(read: (...ids: AamvaElement[]) => string) {
  // Version 01 has one full name, last name first.
  const [fullLast = '', fullFirst = '', fullMiddle = '', fullSuffix = ''] = splitFullName(
    read('DAA'),
  );
  // Versions 02 and 03 have all given names in one element.
  const [firstName = '', ...further] = read('DCT').split(/[, ]+/);
  const names = {
    firstName: read('DAC') || firstName || fullFirst,
    middleName: read('DAD') || further.join(' ') || fullMiddle,
    lastName: read('DCS', 'DAB') || fullLast,
    suffix: read('DCU', 'DAE') || fullSuffix,
  };
  return {
    firstName: inTitleCase(withBlanks(names.firstName)),
    middleName: inTitleCase(withBlanks(names.middleName)),
    lastName: inTitleCase(withBlanks(names.lastName)),
    suffix: inTitleCase(names.suffix),
  };
}

const withBlanks = (name: string): string => name.replaceAll(/[,@]+/g, ' ').trim();

function splitFullName(name: string): string[] {
  const separator = ['@', ','].find((each) => name.includes(each)) ?? ' ';
  const parts = name.split(separator).map((part) => part.trim());
  // Without separators, the first blank ends the last name; the rest may be several given names.
  if (separator !== ' ') return parts;
  const [last, first, ...middle] = parts;
  return [last ?? '', first ?? '', middle.join(' ')];
}

/**
 * CCYYMMDD in version 01 and in Canada, MMDDCCYY elsewhere, and some issuers use the other order. The digits determine
 * the order: no month is 18 or later, and no card has a year before 1800 or after 2199.
 */
function readDate(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length !== 8) return '';
  const isYearFirst = /^(18|19|20|21)/.test(digits);
  const [year, month, day] = isYearFirst
    ? [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)]
    : [digits.slice(4), digits.slice(0, 2), digits.slice(2, 4)];
  const dayText = `${year}-${month}-${day}`;
  const date = new Date(`${dayText}T00:00:00Z`);
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(dayText);
  return isReal ? dayText : '';
}

function countryOf(country: string, issuer: string, jurisdiction: string): 'USA' | 'CAN' {
  if (/^CAN/i.test(country)) return 'CAN';
  if (/^USA?/i.test(country)) return 'USA';
  return CANADIAN_PROVINCES.includes(jurisdictionOf(issuer) ?? jurisdiction) ? 'CAN' : 'USA';
}

/** 97701, 97701-1234 or K1A 0B1: in the barcode, padded with blanks, and with zeros if there is no ZIP+4. */
function readPostalCode(text: string): string {
  const plain = text.replaceAll(/[\s-]/g, '').toUpperCase();
  const [, zip, more] = /^(\d{5})(\d{4})?$/.exec(plain) ?? [];
  if (zip !== undefined) return more === undefined || more === '0000' ? zip : `${zip}-${more}`;
  return /^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(plain) ? `${plain.slice(0, 3)} ${plain.slice(3)}` : '';
}

const KEPT_UPPER = /^(?:[NS][EW]|[NS]|[EW]|PO|II|III|IV|US|[A-Z]?\d[A-Z\d]*)$/;

/**
 * Cards are in capitals: "ANNE-MARIE O'BRIEN" becomes "Anne-Marie O'Brien". Text in mixed case is kept as the issuer
 * wrote it.
 */
export function inTitleCase(text: string): string {
  const trimmed = text.replaceAll(/\s+/g, ' ').trim();
  if (trimmed !== trimmed.toUpperCase()) return trimmed;
  return trimmed
    .split(' ')
    .map((word) => (KEPT_UPPER.test(word) ? word : capitalize(word)))
    .join(' ');
}

const capitalize = (word: string): string =>
  word.toLowerCase().replaceAll(/(^|[-'’.])(\p{L})/gu, (_, before: string, first: string) => {
    return before + first.toUpperCase();
  });
