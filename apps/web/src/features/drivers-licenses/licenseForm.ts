/**
 * The license as a form: filled from the barcode, corrected by the person, and compared with the information on the
 * application.
 */
import type { DriversLicense } from '@cairn/contract';
import { LICENSE_NUMBER } from '@cairn/contract/drivers-license-terms';
import type { Information } from '@cairn/contract/entity-fields';
import { type FieldDefinition, readField, STATE_CODES } from '@cairn/contract/field-checks';
import type { Request } from '../../lib/client.ts';
import { JURISDICTIONS } from './jurisdictions.ts';
import type { ReadLicense } from './licenseReading.ts';

const field = (
  name: string,
  label: string,
  kind: FieldDefinition['kind'] = 'text',
  more: Partial<FieldDefinition> = {},
): FieldDefinition => ({ section: '', name, label, kind, ...more });

const states = { kind: 'choice', choices: JURISDICTIONS } as const;

export const CARD_FIELDS: readonly FieldDefinition[] = [
  field('firstName', 'First and middle name', 'text', { required: true }),
  field('lastName', 'Last name', 'text', { required: true }),
  field('birthDate', 'Date of birth', 'birthDate', { required: true }),
  field('expiresOn', 'Expires', 'day', { required: true }),
  field('licenseNumber', 'License number', 'text', { required: true }),
  field('jurisdiction', 'State', states.kind, { choices: states.choices, required: true }),
];
export const ADDRESS_FIELDS: readonly FieldDefinition[] = [
  field('street', 'Street'),
  field('unit', 'Unit'),
  field('city', 'City'),
  field('state', 'State of the address', states.kind, { choices: states.choices }),
  field('postalCode', 'ZIP code'),
];
const FIELDS = [...CARD_FIELDS, ...ADDRESS_FIELDS];

type TextField =
  | 'firstName'
  | 'lastName'
  | 'birthDate'
  | 'expiresOn'
  | 'licenseNumber'
  | 'jurisdiction'
  | 'street'
  | 'unit'
  | 'city'
  | 'state'
  | 'postalCode';
/** Which value is current. Empty until the person answers; nothing is preselected. */
export type Current = '' | 'license' | 'application';
export type LicenseValues = Record<TextField, string> & {
  currentName: Current;
  currentAddress: Current;
};

export const NO_VALUES: LicenseValues = {
  firstName: '',
  lastName: '',
  birthDate: '',
  expiresOn: '',
  licenseNumber: '',
  jurisdiction: '',
  street: '',
  unit: '',
  city: '',
  state: '',
  postalCode: '',
  currentName: '',
  currentAddress: '',
};

/** Formats an ISO date in US format, such as 03/14/2031. */
function usDay(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  return year === undefined ? day : `${month}/${date}/${year}`;
}

const joinWords = (...words: string[]): string => words.filter(Boolean).join(' ');
const knownState = (code: string): string => (Object.hasOwn(JURISDICTIONS, code) ? code : '');

export const valuesOfBarcode = (license: ReadLicense): LicenseValues => ({
  ...NO_VALUES,
  ...license.address,
  state: knownState(license.address.state),
  firstName: joinWords(license.firstName, license.middleName),
  lastName: joinWords(license.lastName, license.suffix),
  birthDate: usDay(license.birthDate),
  expiresOn: usDay(license.expiresOn),
  licenseNumber: license.licenseNumber,
  jurisdiction: knownState(license.jurisdiction),
});

/** Values for correcting a saved license. Number and birth date are masked, so the person types or scans them again. */
export const valuesOfSaved = (license: NonNullable<DriversLicense['license']>): LicenseValues => ({
  ...NO_VALUES,
  ...license.address,
  firstName: license.firstName,
  lastName: license.lastName,
  expiresOn: usDay(license.expiresOn),
  jurisdiction: knownState(license.jurisdiction),
});

type Address = Pick<LicenseValues, 'street' | 'unit' | 'city' | 'state' | 'postalCode'>;

const textOf = (information: Information, name: string): string => String(information[name] ?? '');
const knownAddress = (information: Information): Address => ({
  street: textOf(information, 'street'),
  unit: textOf(information, 'unit'),
  city: textOf(information, 'city'),
  state: textOf(information, 'state'),
  postalCode: textOf(information, 'postalCode'),
});

/** For example "418 Alder St, Unit 2, Bend, OR 97701". */
export const addressLine = ({ street, unit, city, state, postalCode }: Address): string =>
  [street, unit, city, joinWords(state, postalCode)].filter(Boolean).join(', ');

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim();
/** Compares only the first five digits of the ZIP code, so that ZIP and ZIP+4 match. */
const placeOf = (address: Address): string =>
  plain(addressLine({ ...address, postalCode: address.postalCode.slice(0, 5) }));

export interface Choice {
  readonly license: string;
  /** Empty if the application has no value. */
  readonly application: string;
}

/** Null if there is nothing to ask: both names are equal, or the license has no complete name. */
export function nameChoice(values: LicenseValues, information: Information): Choice | null {
  const license = joinWords(values.firstName.trim(), values.lastName.trim());
  const application = joinWords(
    textOf(information, 'givenName'),
    textOf(information, 'middleName'),
    textOf(information, 'familyName'),
  );
  const isAsked = values.firstName.trim() !== '' && values.lastName.trim() !== '';
  return isAsked && plain(license) !== plain(application) ? { license, application } : null;
}

/**
 * Null if there is nothing to ask. An address outside the US is saved only with the license, because an application has
 * only US addresses.
 */
export function addressChoice(values: LicenseValues, information: Information): Choice | null {
  const currentAddress = knownAddress(information);
  const isAsked = isAddressGiven(values) && STATE_CODES.includes(values.state);
  if (!isAsked || placeOf(values) === placeOf(currentAddress)) return null;
  return {
    license: addressLine(values),
    application: currentAddress.street ? addressLine(currentAddress) : '',
  };
}

const isAddressGiven = ({ street, city }: Address): boolean =>
  street.trim() !== '' || city.trim() !== '';

export type LicenseErrors = Partial<Record<keyof LicenseValues, string>>;

const CHOOSE_ONE = 'Choose one';
const REQUIRED = 'Required';

export function errorsIn(values: LicenseValues, information: Information): LicenseErrors {
  const errors: LicenseErrors = {};
  for (const each of FIELDS) {
    const name = each.name as TextField;
    const reading = readField(each, values[name]);
    if ('error' in reading) errors[name] = reading.error;
  }
  const number = values.licenseNumber.trim();
  if (number !== '' && !LICENSE_NUMBER.test(number)) {
    errors.licenseNumber = 'Enter the number as on the license';
  }
  if (isAddressGiven(values)) {
    for (const name of ['street', 'city', 'state'] as const) {
      if (values[name].trim() === '') errors[name] = REQUIRED;
    }
  }
  const isUs = STATE_CODES.includes(values.state);
  if (isUs && !/^(\d{5}(-\d{4})?)?$/.test(values.postalCode.trim())) {
    errors.postalCode = 'Enter a ZIP code, like 97702';
  }
  if (nameChoice(values, information) && !values.currentName) errors.currentName = CHOOSE_ONE;
  if (addressChoice(values, information) && !values.currentAddress) {
    errors.currentAddress = CHOOSE_ONE;
  }
  return errors;
}

type Body = Request<'saveDriversLicense'>['body'];

/** Requires values without errors. */
export function bodyOf(values: LicenseValues, information: Information, version: number): Body {
  const read = Object.fromEntries(
    FIELDS.map((each) => {
      const reading = readField(each, values[each.name as TextField]);
      return [each.name, 'value' in reading ? String(reading.value ?? '') : ''];
    }),
  ) as Record<TextField, string>;
  const { street, unit, city, state, postalCode, ...card } = read;
  return {
    version,
    ...card,
    address: isAddressGiven(read) ? { street, unit, city, state, postalCode } : null,
    takeName: nameChoice(values, information) !== null && values.currentName === 'license',
    takeAddress: addressChoice(values, information) !== null && values.currentAddress === 'license',
  };
}

/** The expiration date if it is in the past. Null if the license is still valid or the text is not a date. */
export function pastExpiration(text: string, today: string): string | null {
  const reading = readField(field('expiresOn', 'Expires', 'day'), text);
  const day = 'value' in reading ? reading.value : null;
  return typeof day === 'string' && day < today ? day : null;
}
