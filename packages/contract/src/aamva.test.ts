import { expect, test } from 'vitest';
import { AAMVA_LABELS, inTitleCase, parseLicenseBarcode } from './aamva.ts';

/** A barcode with a header, a license subfile of the given elements, and correct offsets. */
function barcode(
  elements: Record<string, string>,
  { version = '09', issuer = '636029', type = 'DL', header = '@\n\x1e\rANSI ', offset = 0 } = {},
): string {
  const start = `${header}${issuer}${version}${version === '01' ? '' : '00'}01`;
  const body = `${type}${Object.entries(elements)
    .map(([id, value]) => id + value)
    .join('\n')}\r`;
  const at = String(start.length + 10 + offset).padStart(4, '0');
  return `${start}${type}${at}${String(body.length).padStart(4, '0')}${body}`;
}

const ELENA = {
  DAQ: 'D4471920',
  DCS: 'MARSH',
  DDE: 'N',
  DAC: 'ELENA',
  DDF: 'N',
  DAD: 'ROSE',
  DDG: 'N',
  DBB: '03141984',
  DBD: '03022023',
  DBA: '03142031',
  DAG: '418 1/2 NW ALDER ST',
  DAI: 'BEND',
  DAJ: 'OR',
  DAK: '977010000  ',
  DCG: 'USA',
};

test('reads a license in the case and the dates of our forms', () => {
  expect(parseLicenseBarcode(barcode(ELENA))).toMatchObject({
    version: 9,
    issuer: '636029',
    firstName: 'Elena',
    middleName: 'Rose',
    lastName: 'Marsh',
    suffix: '',
    birthDate: '1984-03-14',
    issuedOn: '2023-03-02',
    expiresOn: '2031-03-14',
    licenseNumber: 'D4471920',
    jurisdiction: 'OR',
    country: 'USA',
    isNameTruncated: false,
    address: {
      street: '418 1/2 NW Alder St',
      unit: '',
      city: 'Bend',
      state: 'OR',
      postalCode: '97701',
    },
  });
});

test('reads version 01: no jurisdiction version, year first, one full name', () => {
  const elements = { DAA: 'PUBLIC,JOHN,QUINCY,JR', DAQ: 'A1', DBB: '19840314', DBA: '20310314' };
  expect(parseLicenseBarcode(barcode(elements, { version: '01' }))).toMatchObject({
    version: 1,
    firstName: 'John',
    middleName: 'Quincy',
    lastName: 'Public',
    suffix: 'Jr',
    birthDate: '1984-03-14',
    expiresOn: '2031-03-14',
    jurisdiction: 'OR',
  });
});

test.each([
  ['PUBLIC@JOHN@Q', 'Q'],
  ['PUBLIC JOHN Q R', 'Q R'],
])('reads the full name %s', (DAA, middleName) => {
  const read = parseLicenseBarcode(barcode({ DAA, DAQ: 'A1' }, { version: '01' }));
  expect(read).toMatchObject({ lastName: 'Public', firstName: 'John', middleName });
});

test.each(['02', '03'])('reads the joined given names of version %s', (version) => {
  for (const DCT of ['ANNA,LEE MAE', 'ANNA LEE MAE']) {
    const read = parseLicenseBarcode(barcode({ DCS: 'GARCIA', DCT, DAQ: 'A1' }, { version }));
    expect(read).toMatchObject({ firstName: 'Anna', middleName: 'Lee Mae', lastName: 'Garcia' });
  }
});

test('reads a Canadian license: year first, postal code, country from the issuer', () => {
  const { DCG: _country, ...elements } = {
    ...ELENA,
    DBB: '19840314',
    DAJ: 'ON',
    DAK: 'K1A0B1     ',
  };
  expect(parseLicenseBarcode(barcode(elements, { issuer: '636012' }))).toMatchObject({
    country: 'CAN',
    birthDate: '1984-03-14',
    jurisdiction: 'ON',
    address: { postalCode: 'K1A 0B1' },
  });
});

test('takes either order of a date, and no date that does not exist', () => {
  const bornOn = (DBB: string) => parseLicenseBarcode(barcode({ ...ELENA, DBB }))?.birthDate;
  expect(bornOn('12111990')).toBe('1990-12-11');
  expect(bornOn('19901211')).toBe('1990-12-11');
  expect(bornOn('20121220')).toBe('2012-12-20');
  expect(bornOn('02301990')).toBe('');
  expect(bornOn('0314198')).toBe('');
});

test('says when the card cuts a name short', () => {
  expect(parseLicenseBarcode(barcode({ ...ELENA, DDE: 'T' }))?.isNameTruncated).toBe(true);
});

test('takes NONE for nothing', () => {
  expect(parseLicenseBarcode(barcode({ ...ELENA, DAD: 'NONE' }))?.middleName).toBe('');
});

test('finds the license where the offset is wrong, and in an ID card', () => {
  expect(parseLicenseBarcode(barcode(ELENA, { offset: 3 }))?.lastName).toBe('Marsh');
  expect(parseLicenseBarcode(barcode(ELENA, { type: 'ID' }))?.lastName).toBe('Marsh');
});

test.each(['@\n\x1c\rANSI ', '@\r\n\x1e\rANSI ', '@\n\x1e\rAAMVA', '@\n\x1e\rANSI'])(
  'takes the header %j',
  (header) => {
    expect(parseLicenseBarcode(barcode(ELENA, { header }))?.licenseNumber).toBe('D4471920');
  },
);

test('reads only the license, not what the jurisdiction adds', () => {
  const read = parseLicenseBarcode(`${barcode(ELENA)}ZODAQ999\rZODCSOTHER\r`);
  expect(read).toMatchObject({ licenseNumber: 'D4471920', lastName: 'Marsh' });
});

test.each(['', 'https://example.com', '@\n\x1e\rANSI 636029', barcode({ DAQ: 'A1' })])(
  'is not a license: %j',
  (text) => expect(parseLicenseBarcode(text)).toBeUndefined(),
);

test('names are in title case, directions and numbers are not', () => {
  expect(inTitleCase("ANNE-MARIE O'BRIEN")).toBe("Anne-Marie O'Brien");
  expect(inTitleCase('2207  NW JUNIPER AVE UNIT 12B')).toBe('2207 NW Juniper Ave Unit 12B');
  expect(inTitleCase('PO BOX 4')).toBe('PO Box 4');
  expect(inTitleCase('McDonald')).toBe('McDonald');
});

test('the barcode table has the labels of the specification [R148]', () => {
  expect(AAMVA_LABELS).toMatchObject({
    DCS: 'Last name',
    DAC: 'First name',
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
  });
});
