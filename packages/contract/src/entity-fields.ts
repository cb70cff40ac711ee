/** The kinds of entities and their fields, from which forms, the grid and the server are derived. */
import { CREDIT_TIERS, readField, type FieldDefinition, type FieldValue } from './field-checks.ts';

/** The specification's sherpaEntityType: INDIVIDUAL, COMPANY, TRUST, or a type ending in ASSET [R081]. */
export const ENTITY_KINDS = {
  INDIVIDUAL: 'Individual',
  COMPANY: 'Business',
  TRUST: 'Trust',
  REAL_ESTATE_ASSET: 'Real estate',
  EQUIPMENT_ASSET: 'Equipment',
  BANK_ASSET: 'Bank account',
  OTHER_ASSET: 'Other asset',
} as const;
export type EntityKind = keyof typeof ENTITY_KINDS;
export const ENTITY_KIND_CODES = Object.keys(ENTITY_KINDS) as [EntityKind, ...EntityKind[]];
export const ASSET_KINDS = [
  'REAL_ESTATE_ASSET',
  'EQUIPMENT_ASSET',
  'BANK_ASSET',
  'OTHER_ASSET',
] as const satisfies readonly EntityKind[];
export const isAsset = (kind: EntityKind): boolean => kind.endsWith('ASSET');

/** The four labels of a loan's entities; the first entity that has a label is the applicant [R063]. */
export const ENTITY_LABELS = {
  APPLICANT: 'Applicant',
  EPC: 'Property owner',
  GUARANTOR: 'Guarantor',
  PRIMARY_OPERATION_COMPANY: 'Operating company',
} as const;
export type EntityLabel = keyof typeof ENTITY_LABELS;
export const ENTITY_LABEL_CODES = Object.keys(ENTITY_LABELS) as [EntityLabel, ...EntityLabel[]];

/** Maximum number of entities in one bulk call. */
export const MAX_ENTITIES = 100;
export const MAX_OWNERS = 50;
/** Maximum number of the lender's own fields about an entity on one loan. */
export const MAX_CUSTOMIZATIONS = 20;
export const CUSTOMIZATION_NAME_MAX = 60;

const field = (
  section: string,
  name: string,
  label: string,
  kind: FieldDefinition['kind'] = 'text',
  more: Partial<FieldDefinition> = {},
): FieldDefinition => ({ section, name, label, kind, ...more });

const address = (section: string, required = false): FieldDefinition[] => [
  field(section, 'street', 'Street', 'text', { required }),
  field(section, 'unit', 'Unit or suite', 'text', { half: true }),
  field(section, 'city', 'City', 'text', { half: true, required }),
  field(section, 'state', 'State', 'state', { half: true, required }),
  field(section, 'postalCode', 'ZIP code', 'postalCode', { half: true }),
];

const worth = (): FieldDefinition[] => [
  field('Value', 'estimatedValue', 'Estimated value', 'money', { half: true }),
  field('Value', 'valueAsOf', 'As of', 'day', { half: true }),
];

const INDIVIDUAL: readonly FieldDefinition[] = [
  field('Name', 'givenName', 'First name', 'text', { required: true, half: true }),
  field('Name', 'familyName', 'Last name', 'text', { required: true, half: true }),
  field('Name', 'middleName', 'Middle name', 'text', { half: true }),
  field('Contact', 'emailAddress', 'Email', 'email', { half: true }),
  field('Contact', 'phone', 'Phone', 'phone', { half: true }),
  field('Identity', 'ssn', 'Social Security number or ITIN', 'ssn', { secret: true, half: true }),
  field('Identity', 'birthDate', 'Date of birth', 'birthDate', { secret: true, half: true }),
  field('Identity', 'citizenship', 'Citizenship', 'choice', {
    half: true,
    choices: {
      US_CITIZEN: 'US citizen',
      PERMANENT_RESIDENT: 'Lawful permanent resident',
      OTHER: 'Other',
    },
  }),
  field('Credit', 'creditTier', 'Credit rating', 'creditTier', {
    half: true,
    choices: CREDIT_TIERS,
  }),
  ...address('Home address'),
];

const MONTHS = {
  JAN: 'January',
  FEB: 'February',
  MAR: 'March',
  APR: 'April',
  MAY: 'May',
  JUN: 'June',
  JUL: 'July',
  AUG: 'August',
  SEP: 'September',
  OCT: 'October',
  NOV: 'November',
  DEC: 'December',
};

const COMPANY: readonly FieldDefinition[] = [
  field('Business', 'legalName', 'Legal name', 'text', { required: true }),
  field('Business', 'tradeName', 'Trade name', 'text', {
    half: true,
    hint: 'If it does business under another name.',
  }),
  field('Business', 'entityType', 'Type of business', 'entityType', { required: true, half: true }),
  field('Business', 'taxId', 'EIN', 'taxId', { secret: true, half: true }),
  field('Business', 'naics', 'NAICS code', 'naics', { half: true }),
  field('Business', 'uei', 'UEI', 'uei', { half: true, hint: 'Unique Entity ID from SAM.gov.' }),
  field('Business', 'isStartup', 'Is this a start-up?', 'choice', {
    half: true,
    choices: { YES: 'Yes, it has been open for less than two years', NO: 'No' },
  }),
  field('Business', 'formedOn', 'Date formed', 'day', { half: true }),
  field('Business', 'stateOfFormation', 'State of formation', 'state', { half: true }),
  field('Business', 'fiscalYearEnd', 'Fiscal year ends in', 'choice', {
    half: true,
    choices: MONTHS,
  }),
  field('Business', 'employees', 'Employees', 'wholeNumber', { half: true }),
  field('Contact', 'phone', 'Phone', 'phone', { half: true }),
  field('Contact', 'website', 'Website', 'url', { half: true }),
  ...address('Address'),
];

const TRUST: readonly FieldDefinition[] = [
  field('Trust', 'trustName', 'Name of the trust', 'text', { required: true }),
  field('Trust', 'trustType', 'Type of trust', 'choice', {
    half: true,
    choices: { REVOCABLE: 'Revocable', IRREVOCABLE: 'Irrevocable', LAND: 'Land trust' },
  }),
  field('Trust', 'taxId', 'EIN', 'taxId', {
    secret: true,
    half: true,
    hint: 'If the trust has its own.',
  }),
  field('Trust', 'trustees', 'Trustees'),
  field('Trust', 'establishedOn', 'Date established', 'day', { half: true }),
  field('Trust', 'governingState', 'Governed by the law of', 'state', { half: true }),
  ...address('Address'),
];

const REAL_ESTATE_ASSET: readonly FieldDefinition[] = [
  field('Property', 'title', 'Name', 'text', {
    required: true,
    hint: 'What you call it, like 418 Orchard Street.',
  }),
  field('Property', 'propertyType', 'Type of property', 'choice', {
    half: true,
    choices: {
      OFFICE: 'Office',
      RETAIL: 'Retail',
      INDUSTRIAL: 'Industrial',
      MULTIFAMILY: 'Multifamily',
      HOSPITALITY: 'Hospitality',
      LAND: 'Land',
      RESIDENTIAL: 'Residential',
      SPECIAL_PURPOSE: 'Special purpose',
    },
  }),
  field('Property', 'occupancy', 'Occupied by', 'choice', {
    half: true,
    choices: { OWNER: 'The business itself', TENANTS: 'Tenants', MIXED: 'Both', VACANT: 'Vacant' },
  }),
  ...address('Address', true),
  field('Property', 'parcelNumber', 'Parcel number', 'text', { half: true }),
  field('Property', 'squareFeet', 'Square feet', 'wholeNumber', { half: true }),
  field('Property', 'yearBuilt', 'Year built', 'year', { half: true }),
  ...worth(),
  field('Value', 'existingLiens', 'Existing liens', 'money', { half: true }),
];

const EQUIPMENT_ASSET: readonly FieldDefinition[] = [
  field('Equipment', 'title', 'Name', 'text', { required: true }),
  field('Equipment', 'make', 'Make', 'text', { half: true }),
  field('Equipment', 'model', 'Model', 'text', { half: true }),
  field('Equipment', 'year', 'Year', 'year', { half: true }),
  field('Equipment', 'serialNumber', 'Serial number', 'text', { half: true }),
  field('Equipment', 'condition', 'Condition', 'choice', {
    half: true,
    choices: { NEW: 'New', GOOD: 'Good', FAIR: 'Fair', POOR: 'Poor' },
  }),
  field('Equipment', 'location', 'Location', 'text', { half: true }),
  field('Value', 'purchasePrice', 'Purchase price', 'money', { half: true }),
  ...worth(),
];

const BANK_ASSET: readonly FieldDefinition[] = [
  field('Account', 'title', 'Name', 'text', {
    required: true,
    hint: 'What you call it, like Operating account.',
  }),
  field('Account', 'institution', 'Bank', 'text', { required: true, half: true }),
  field('Account', 'accountType', 'Type of account', 'choice', {
    half: true,
    choices: {
      CHECKING: 'Checking',
      SAVINGS: 'Savings',
      MONEY_MARKET: 'Money market',
      CERTIFICATE: 'Certificate of deposit',
      BROKERAGE: 'Brokerage',
      RETIREMENT: 'Retirement',
    },
  }),
  field('Account', 'accountNumber', 'Account number', 'accountNumber', {
    secret: true,
    half: true,
  }),
  field('Account', 'balance', 'Balance', 'money', { half: true }),
  field('Account', 'balanceAsOf', 'As of', 'day', { half: true }),
];

const OTHER_ASSET: readonly FieldDefinition[] = [
  field('Asset', 'title', 'Name', 'text', { required: true }),
  field('Asset', 'category', 'Category', 'choice', {
    half: true,
    choices: {
      INVENTORY: 'Inventory',
      RECEIVABLES: 'Receivables',
      VEHICLE: 'Vehicle',
      LIFE_INSURANCE: 'Life insurance',
      SECURITIES: 'Securities',
      INTELLECTUAL_PROPERTY: 'Intellectual property',
      OTHER: 'Other',
    },
  }),
  field('Asset', 'description', 'Description', 'longText'),
  ...worth(),
];

export const ENTITY_FIELDS: Record<EntityKind, readonly FieldDefinition[]> = {
  INDIVIDUAL,
  COMPANY,
  TRUST,
  REAL_ESTATE_ASSET,
  EQUIPMENT_ASSET,
  BANK_ASSET,
  OTHER_ASSET,
};

export type Information = Record<string, FieldValue>;

export const fieldOf = (kind: EntityKind, name: string): FieldDefinition | undefined =>
  ENTITY_FIELDS[kind].find((each) => each.name === name);

const isSecret = (kind: EntityKind, name: string): boolean => fieldOf(kind, name)?.secret === true;

/** Splits information into plain values and values to encrypt. */
export function splitSecrets(kind: EntityKind, information: Information) {
  const fields: Information = {};
  const secrets: Record<string, string> = {};
  for (const [name, value] of Object.entries(information)) {
    if (value === null) continue;
    if (isSecret(kind, name)) secrets[name] = String(value);
    else fields[name] = value;
  }
  return { fields, secrets };
}

/** The display name of an entity, made from its fields. */
export function nameOf(kind: EntityKind, information: Information): string {
  const of = (name: string): string => String(information[name] ?? '');
  switch (kind) {
    case 'INDIVIDUAL':
      return `${of('givenName')} ${of('familyName')}`.trim();
    case 'COMPANY':
      return of('legalName');
    case 'TRUST':
      return of('trustName');
    default:
      return of('title');
  }
}

export interface Checked {
  /** The given fields only: null removes a value, an absent field keeps its value. */
  information: Information;
  errors: Record<string, string>;
}

/**
 * Normalizes input for storage. With `whole`, for a new entity, required fields must be present. In a change, absent
 * fields keep their value.
 */
export function checkInformation(
  kind: EntityKind,
  input: Readonly<Record<string, unknown>>,
  whole: 'whole' | 'change',
): Checked {
  const information: Information = {};
  const errors: Record<string, string> = {};
  for (const name of Object.keys(input)) {
    if (!fieldOf(kind, name)) errors[name] = 'There is no such field';
  }
  for (const definition of ENTITY_FIELDS[kind]) {
    const { name } = definition;
    if (!Object.hasOwn(input, name) && whole === 'change') continue;
    const reading = readField(definition, input[name]);
    if ('error' in reading) errors[name] = reading.error;
    else if (reading.value !== null || whole === 'change') information[name] = reading.value;
  }
  return { information, errors };
}
