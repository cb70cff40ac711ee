import { describe, expect, test } from 'vitest';
import { readDetail } from './custom-field-terms.ts';
import {
  checkInformation,
  splitSecrets,
  ENTITY_FIELDS,
  ENTITY_KIND_CODES,
  ENTITY_LABEL_CODES,
  ENTITY_LABELS,
  nameOf,
} from './entity-fields.ts';
import { TAX_ID } from './field-checks.ts';
import { folderKindOf } from './folder-kinds.ts';

const business = { legalName: 'Larkspur Bakery LLC', entityType: 'LLC' };
const errorsOf = (over: Record<string, unknown>) =>
  checkInformation('COMPANY', { ...business, ...over }, 'whole').errors;

describe('kinds of entity', () => {
  test('there are individuals, businesses, trusts and assets of four kinds [R081]', () => {
    expect(ENTITY_KIND_CODES).toEqual([
      'INDIVIDUAL',
      'COMPANY',
      'TRUST',
      'REAL_ESTATE_ASSET',
      'EQUIPMENT_ASSET',
      'BANK_ASSET',
      'OTHER_ASSET',
    ]);
    for (const kind of ENTITY_KIND_CODES) {
      expect(/^(INDIVIDUAL|COMPANY|TRUST|\w*ASSET)$/.test(kind)).toBe(true);
    }
  });

  test('a folder’s kind follows from the entity’s [R082]', () => {
    expect(ENTITY_KIND_CODES.map(folderKindOf)).toEqual([
      'individual',
      'company',
      'trust',
      'asset',
      'asset',
      'asset',
      'asset',
    ]);
    expect(folderKindOf(null)).toBe('default');
    expect(folderKindOf('SOMETHING')).toBe('default');
  });

  test('there are four labels [R063]', () => {
    expect(ENTITY_LABEL_CODES).toEqual([
      'APPLICANT',
      'EPC',
      'GUARANTOR',
      'PRIMARY_OPERATION_COMPANY',
    ]);
  });

  test('the company that holds the property is named in words that a borrower knows', () => {
    expect(ENTITY_LABELS.EPC).toBe('Property owner');
  });

  test('the fiscal year of a business ends in one of twelve months', () => {
    const field = ENTITY_FIELDS.COMPANY.find(({ name }) => name === 'fiscalYearEnd');
    expect(Object.keys(field?.choices ?? {})).toHaveLength(12);
    expect(errorsOf({ fiscalYearEnd: 'JUN' })).toEqual({});
    expect(errorsOf({ fiscalYearEnd: 'Summer' })).toHaveProperty('fiscalYearEnd');
  });

  test('an individual has one of five credit ratings; a score counts as its tier [R185]', () => {
    const rated = (creditTier: unknown) => checkInformation('INDIVIDUAL', { creditTier }, 'change');
    const rating = ENTITY_FIELDS.INDIVIDUAL.find(({ name }) => name === 'creditTier');
    expect(rating?.label).toBe('Credit rating');
    expect(Object.values(rating?.choices ?? {})).toEqual([
      'Poor',
      'Fair',
      'Good',
      'Very Good',
      'Excellent',
    ]);
    const scores = [300, 579, 580, 669, 670, 739, 740, 799, 800, 850];
    expect(scores.map((score) => rated(score).information['creditTier'])).toEqual([
      'POOR',
      'POOR',
      'FAIR',
      'FAIR',
      'GOOD',
      'GOOD',
      'VERY_GOOD',
      'VERY_GOOD',
      'EXCELLENT',
      'EXCELLENT',
    ]);
    expect(rated('very good').information).toEqual({ creditTier: 'VERY_GOOD' });
    for (const wrong of [299, 851, 'Superb', -1]) {
      expect(rated(wrong).errors['creditTier'], String(wrong)).toBeDefined();
    }
  });

  test('each is called what its fields say', () => {
    expect(nameOf('INDIVIDUAL', { givenName: 'Elena', familyName: 'Marsh' })).toBe('Elena Marsh');
    expect(nameOf('TRUST', { trustName: 'Marsh Family Trust' })).toBe('Marsh Family Trust');
    expect(nameOf('REAL_ESTATE_ASSET', { title: '418 Orchard Street' })).toBe('418 Orchard Street');
  });

  test('tax ids, birth dates and account numbers are secret, in every kind that has one', () => {
    const secrets = ENTITY_KIND_CODES.flatMap((kind) =>
      ENTITY_FIELDS[kind].filter(({ secret }) => secret).map(({ name }) => `${kind} ${name}`),
    );
    expect(secrets).toEqual([
      'INDIVIDUAL ssn',
      'INDIVIDUAL birthDate',
      'COMPANY taxId',
      'TRUST taxId',
      'BANK_ASSET accountNumber',
    ]);
    expect(splitSecrets('COMPANY', { ...business, taxId: '12-3456789' })).toEqual({
      fields: business,
      secrets: { taxId: '12-3456789' },
    });
  });
});

describe('validation of entity fields', () => {
  test('a tax id is two digits, a hyphen and seven digits [R271]', () => {
    expect(TAX_ID.source).toBe(String.raw`^\d{2}-\d{7}$`);
    expect(errorsOf({ taxId: '12-3456789' })).toEqual({});
    for (const taxId of ['1-23456789', '12-345678', '12-34567890', 'ab-cdefghi', '12–3456789']) {
      expect(errorsOf({ taxId })).toEqual({ taxId: 'Enter an EIN, like 12-3456789' });
    }
  });

  test('nine digits get their hyphens', () => {
    const information = { ...business, taxId: '123456789' };
    expect(checkInformation('COMPANY', information, 'whole').information['taxId']).toBe(
      '12-3456789',
    );
    const person = { givenName: 'E', familyName: 'M', ssn: '900 12 3456' };
    expect(checkInformation('INDIVIDUAL', person, 'whole').information['ssn']).toBe('900-12-3456');
  });

  test('a required field must have a value [R266]', () => {
    expect(checkInformation('COMPANY', {}, 'whole').errors).toEqual({
      legalName: 'Required',
      entityType: 'Required',
    });
    expect(checkInformation('COMPANY', { legalName: '  ' }, 'change').errors).toEqual({
      legalName: 'Required',
    });
    expect(checkInformation('COMPANY', {}, 'change').errors).toEqual({});
  });

  test('the type INVALID asks for a choice, and is none [R268]', () => {
    expect(errorsOf({ entityType: 'INVALID' })).toEqual({ entityType: 'Required' });
    expect(errorsOf({ entityType: 'S corporation' })).toEqual({});
    expect(Object.keys(errorsOf({ entityType: 'TRUST' }))).toEqual(['entityType']);
  });

  test('at most 255 characters [R265]', () => {
    expect(errorsOf({ tradeName: 'x'.repeat(256) })).toEqual({
      tradeName: 'Must be at most 255 characters',
    });
  });

  test('an address of a website has http or not, a domain or numbers, and the rest [R272]', () => {
    for (const website of [
      'example.com',
      'https://example.com:8080/a/b?x=1#top',
      'http://192.0.2.1/',
    ]) {
      expect(errorsOf({ website })).toEqual({});
    }
    for (const website of ['example', 'javascript:alert(1)', 'https://exa mple.com']) {
      expect(Object.keys(errorsOf({ website }))).toEqual(['website']);
    }
  });

  test('a UEI is 12 letters and digits without I and O, in capitals, and does not begin with zero', () => {
    const uei = (text: string) => checkInformation('COMPANY', { uei: text }, 'change');
    expect(uei(' k7m4qx2n9pa1 ').information).toEqual({ uei: 'K7M4QX2N9PA1' });
    for (const wrong of ['K7M4QX2N9PA', '07M4QX2N9PA1', 'K7M4QX2N9PO1', 'K7M4QX2N9PI1']) {
      expect(uei(wrong).errors).toEqual({
        uei: 'Enter a 12-character UEI, like K7M4QX2N9PA1',
      });
    }
  });

  test('dates and amounts are taken as people and spreadsheets write them', () => {
    const keptInformation = (over: Record<string, unknown>) =>
      checkInformation('COMPANY', { ...business, ...over }, 'whole').information;
    expect(keptInformation({ formedOn: '3/5/2016' })['formedOn']).toBe('2016-03-05');
    expect(errorsOf({ formedOn: '02/30/2020' })).toHaveProperty('formedOn');
    const house = { title: 'Shop', street: '1 Main', city: 'Bend', state: 'or' };
    const worth = { ...house, estimatedValue: '$1,250,000.50' };
    expect(checkInformation('REAL_ESTATE_ASSET', worth, 'whole')).toMatchObject({
      errors: {},
      information: { estimatedValue: 1_250_000.5, state: 'OR' },
    });
  });

  test('a field that a kind does not have is refused', () => {
    expect(errorsOf({ __proto__x: 'y', ssn: '900-12-3456' })).toEqual({
      __proto__x: 'There is no such field',
      ssn: 'There is no such field',
    });
  });
});

describe('details of a loan', () => {
  test('each type reads what it holds', () => {
    expect(readDetail('PERCENT', [], '6.25 %')).toEqual({ value: '6.25' });
    expect(readDetail('CHOICE', ['Fixed', 'Variable'], 'fixed')).toEqual({ value: 'Fixed' });
    expect(readDetail('CHOICE', ['Fixed'], 'none')).toHaveProperty('error');
    expect(readDetail('YES_NO', [], 'yes')).toEqual({ value: 'YES' });
    expect(readDetail('TEXT', [], '  ')).toEqual({ value: null });
  });
});
