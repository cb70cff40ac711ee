/** Generates driver's licenses as barcode content, in every AAMVA version, with the result that a reader must find. */
import { inTitleCase, type LicenseBarcode } from '@cairn/contract/aamva';
import { CANADIAN_PROVINCES, issuerOf } from '@cairn/contract/aamva-issuers';
import type { Random } from '../random.ts';

export const AAMVA_VERSIONS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

export type ExpectedLicense = Omit<LicenseBarcode, 'elements' | 'issuer'>;
export interface MadeLicense {
  text: string;
  expected: ExpectedLicense;
}

const FIRST = 'JOHN MARIA WEI ANNE-MARIE LUIS DESHAWN SIOBHAN ELENA'.split(' ');
const MIDDLE = ['Q', 'ROSE', 'ANN', 'JAMES LEE', ''];
const LAST = ['PUBLIC', 'GARCIA', "O'BRIEN", 'SMITH JONES', 'NGUYEN', 'MARSH', 'VAN DER BERG'];
const STREETS = [
  'MAIN ST',
  'NW JUNIPER AVE',
  'ALDER ST APT 4',
  'WEST BROAD STREET',
  'STATE HWY 20',
];
const CITIES = ['BEND', 'AUSTIN', 'NEW YORK', 'SAINT PAUL', 'RICHMOND', 'SIOUX FALLS'];
const LETTERS = 'A B D S T W'.split(' ');
const STATES = 'OR TX NY CA FL VA WA OH CO GA IL PR'.split(' ');

/** Long enough to be truncated in every version of the standard. */
const LONG_NAME = 'WOLFESCHLEGELSTEINHAUSENBERGERDORFF-ALEXANDROPOULOS';
const NAME_LENGTH = 40;

export function makeLicense(random: Random, version: number): MadeLicense {
  const pick = <T>(items: readonly T[]): T => items[random.below(items.length)]!;
  const day = (from: number, to: number) =>
    [from + random.below(to - from), 1 + random.below(12), 1 + random.below(28)] as const;
  // Version 01 predates the Canadian part of the standard.
  const isCanadian = version > 1 && random.chance(0.15);
  const jurisdiction = pick(isCanadian ? CANADIAN_PROVINCES : STATES);
  const isCut = version >= 4 && random.chance(0.1);
  const card = {
    first: pick(FIRST),
    middle: pick(MIDDLE),
    last: isCut ? LONG_NAME.slice(0, NAME_LENGTH) : pick(LAST),
    suffix: random.chance(0.1) ? 'JR' : '',
    born: day(1940, 2006),
    issued: day(2016, 2026),
    expires: day(2021, 2034),
    number: `${pick(LETTERS)}${String(random.below(1e9)).padStart(8, '0')}`,
    street: `${1 + random.below(9999)} ${pick(STREETS)}`,
    unit: random.chance(0.15) ? 'UNIT 12B' : '',
    city: pick(CITIES),
    zip: String(10_000 + random.below(89_999)),
    more: random.chance(0.4) ? String(1000 + random.below(8999)) : '',
  };
  const postal = isCanadian ? 'K1A0B1' : card.zip + (card.more || '0000');
  const isYearFirst = version === 1 || isCanadian;
  const elements: Record<string, string> = {
    ...namesIn(version, card, isCut, random),
    DAQ: card.number,
    DBB: writeDay(card.born, isYearFirst),
    DBD: writeDay(card.issued, isYearFirst),
    DBA: writeDay(card.expires, isYearFirst),
    DBC: version === 1 ? pick(['M', 'F']) : pick(['1', '2']),
    DAU: version === 1 ? '510' : isCanadian ? '178 cm' : '070 in',
    DAY: pick(['BRO', 'BLU', 'GRN']),
    DAZ: pick(['BRO', 'BLK', 'GRY']),
    DAW: '165',
    DAG: card.street,
    ...(card.unit && { DAH: card.unit }),
    DAI: card.city,
    DAJ: jurisdiction,
    DAK: postal.padEnd(11),
    ...(version > 1 && { DCF: String(random.below(2 ** 31)).padStart(20, '7') }),
    ...(version > 1 && { DCG: isCanadian ? 'CAN' : 'USA', DCA: 'C', DCB: 'NONE', DCD: 'NONE' }),
  };
  return {
    text: fileOf(version, issuerOf(jurisdiction)!, random.shuffled(Object.entries(elements))),
    expected: {
      version,
      firstName: inTitleCase(card.first),
      middleName: inTitleCase(card.middle),
      lastName: inTitleCase(card.last),
      suffix: inTitleCase(card.suffix),
      birthDate: isoDay(card.born),
      issuedOn: isoDay(card.issued),
      expiresOn: isoDay(card.expires),
      licenseNumber: card.number,
      jurisdiction,
      country: isCanadian ? 'CAN' : 'USA',
      address: {
        street: inTitleCase(card.street),
        unit: inTitleCase(card.unit),
        city: inTitleCase(card.city),
        state: jurisdiction,
        postalCode: isCanadian ? 'K1A 0B1' : card.zip + (card.more && `-${card.more}`),
      },
      isNameTruncated: isCut,
    },
  };
}

interface Names {
  first: string;
  middle: string;
  last: string;
  suffix: string;
}

function namesIn(version: number, card: Names, isCut: boolean, random: Random) {
  if (version === 1) {
    return random.chance(0.5)
      ? { DAA: [card.last, card.first, card.middle, card.suffix].join(',') }
      : { DAB: card.last, DAC: card.first, DAD: card.middle, DAE: card.suffix };
  }
  if (version <= 3) {
    const givenNames = [card.first, ...card.middle.split(' ')].filter(Boolean);
    const joined = givenNames.join(random.chance(0.5) ? ',' : ' ');
    return { DCS: card.last, DCT: joined, DCU: card.suffix };
  }
  return {
    DCS: card.last,
    DDE: isCut ? 'T' : 'N',
    DAC: card.first,
    DDF: 'N',
    DAD: card.middle || 'NONE',
    DDG: 'N',
    DCU: card.suffix,
  };
}

type Day = readonly [year: number, month: number, day: number];
const two = (number: number): string => String(number).padStart(2, '0');
const writeDay = ([year, month, day]: Day, isYearFirst: boolean): string =>
  isYearFirst ? `${year}${two(month)}${two(day)}` : `${two(month)}${two(day)}${year}`;
const isoDay = ([year, month, day]: Day): string => `${year}-${two(month)}-${two(day)}`;

/** The header, two designators, the license, and a subfile of the jurisdiction. */
function fileOf(version: number, issuer: string, elements: readonly [string, string][]): string {
  const license = `DL${elements.map(([id, value]) => id + value).join('\n')}\n\r`;
  const issuerField = 'ZXZXA01\n\r';
  const start = `@\n\x1e\rANSI ${issuer}${two(version)}${version === 1 ? '' : '01'}02`;
  const first = start.length + 20;
  const designator = (type: string, offset: number, length: number): string =>
    `${type}${String(offset).padStart(4, '0')}${String(length).padStart(4, '0')}`;
  return (
    start +
    designator('DL', first, license.length) +
    designator('ZX', first + license.length, issuerField.length) +
    license +
    issuerField
  );
}
