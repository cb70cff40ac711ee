import { describe, expect, it } from 'vitest';
import {
  addressChoice,
  bodyOf,
  errorsIn,
  pastExpiration,
  type LicenseValues,
  nameChoice,
  NO_VALUES,
  valuesOfBarcode,
  valuesOfSaved,
} from './licenseForm.ts';
import type { ReadLicense } from './licenseReading.ts';

const CARD: ReadLicense = {
  version: 9,
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
  address: { street: '418 Alder St', unit: '', city: 'Bend', state: 'OR', postalCode: '97701' },
  isNameTruncated: false,
};
const KNOWN = {
  givenName: 'Elena',
  middleName: 'Rose',
  familyName: 'Marsh',
  street: '418 ALDER ST.',
  city: 'Bend',
  state: 'OR',
  postalCode: '97701-1234',
};
const MOVED = { ...KNOWN, street: '2207 NW Juniper Ave', postalCode: '97703' };
const read: LicenseValues = valuesOfBarcode(CARD);

describe('what the barcode says', () => {
  it('fills the form, with dates as people here write them', () => {
    expect(read).toMatchObject({
      firstName: 'Elena Rose',
      lastName: 'Marsh',
      birthDate: '03/14/1984',
      expiresOn: '03/14/2031',
      jurisdiction: 'OR',
      street: '418 Alder St',
    });
    expect(errorsIn(read, KNOWN)).toEqual({});
  });

  it('keeps a suffix with the last name and leaves out an unknown state', () => {
    const values = valuesOfBarcode({ ...CARD, suffix: 'Jr', jurisdiction: 'XX' });
    expect(values).toMatchObject({ lastName: 'Marsh Jr', jurisdiction: '' });
    expect(errorsIn(values, KNOWN)).toHaveProperty('jurisdiction', 'Required');
  });

  it('is sent as the server keeps it, with the version that it replaces', () => {
    expect(bodyOf(read, KNOWN, 3)).toEqual({
      version: 3,
      firstName: 'Elena Rose',
      lastName: 'Marsh',
      birthDate: '1984-03-14',
      expiresOn: '2031-03-14',
      licenseNumber: 'D4471920',
      jurisdiction: 'OR',
      address: CARD.address,
      takeName: false,
      takeAddress: false,
    });
  });
});

describe('a difference to the application', () => {
  it('is one question with both values, and nothing is preselected', () => {
    expect(addressChoice(read, MOVED)).toEqual({
      license: '418 Alder St, Bend, OR 97701',
      application: '2207 NW Juniper Ave, Bend, OR 97703',
    });
    expect(nameChoice(read, { ...KNOWN, middleName: null })).toEqual({
      license: 'Elena Rose Marsh',
      application: 'Elena Marsh',
    });
    expect(errorsIn(read, { ...MOVED, middleName: null })).toEqual({
      currentName: 'Choose one',
      currentAddress: 'Choose one',
    });
  });

  it('is not asked for where only case, punctuation or ZIP+4 differ', () => {
    expect(addressChoice(read, KNOWN)).toBeNull();
    expect(nameChoice({ ...read, lastName: 'MARSH' }, KNOWN)).toBeNull();
  });

  it('takes over only what the person chose', () => {
    const values = { ...read, currentAddress: 'license', currentName: 'application' } as const;
    expect(bodyOf(values, { ...MOVED, middleName: null }, 0)).toMatchObject({
      takeAddress: true,
      takeName: false,
    });
    // The user chose the license's values, then edited them so that there is no difference.
    expect(bodyOf(values, KNOWN, 0)).toMatchObject({ takeAddress: false, takeName: false });
  });

  it('leaves a Canadian address with the license', () => {
    const address = { ...CARD.address, state: 'BC', postalCode: 'K1A 0B1' };
    const values = valuesOfBarcode({ ...CARD, jurisdiction: 'BC', address });
    expect(addressChoice(values, MOVED)).toBeNull();
    expect(errorsIn(values, KNOWN)).toEqual({});
    expect(bodyOf(values, MOVED, 0)).toMatchObject({ address, takeAddress: false });
  });
});

describe('typed by hand', () => {
  it('needs what the card says; the address may be left out', () => {
    expect(Object.keys(errorsIn(NO_VALUES, KNOWN))).toEqual([
      'firstName',
      'lastName',
      'birthDate',
      'expiresOn',
      'licenseNumber',
      'jurisdiction',
    ]);
    const values = { ...read, street: '', unit: '', city: '', state: '', postalCode: '' };
    expect(errorsIn(values, MOVED)).toEqual({});
    expect(bodyOf(values, MOVED, 0).address).toBeNull();
  });

  it('half an address, an impossible day and a foreign character are told at their fields', () => {
    const values = { ...read, city: '', expiresOn: '02/30/2031', licenseNumber: 'D44;71' };
    expect(errorsIn(values, KNOWN)).toMatchObject({
      city: 'Required',
      expiresOn: 'Enter a date, like 03/05/2024',
      licenseNumber: 'Enter the number as on the license',
    });
    expect(errorsIn({ ...read, postalCode: '9770' }, KNOWN)).toHaveProperty('postalCode');
  });
});

it('number and birth date of a saved license are typed again: they are masked', () => {
  const masked = { licenseNumber: '••••1920', licenseBirthDate: '••/••/••••' };
  const { firstName, lastName, expiresOn, jurisdiction, address } = CARD;
  const saved = { firstName, lastName, expiresOn, jurisdiction, address, masked };
  expect(valuesOfSaved(saved)).toMatchObject({ licenseNumber: '', birthDate: '', city: 'Bend' });
});

it('a license has expired the day after the last day', () => {
  expect(pastExpiration('03/14/2031', '2031-03-14')).toBeNull();
  expect(pastExpiration('03/14/2031', '2031-03-15')).toBe('2031-03-14');
  expect(pastExpiration('03/14', '2031-03-15')).toBeNull();
});
