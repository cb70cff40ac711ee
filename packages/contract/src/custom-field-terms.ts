/** The types of a loan's own detail fields. A tax ID is not one of them, because it belongs to an entity. */
import { readField, type FieldDefinition, type Reading } from './field-checks.ts';

export const DETAIL_TYPES = {
  TEXT: 'Text',
  NUMBER: 'Number',
  MONEY: 'Money',
  PERCENT: 'Percent',
  DATE: 'Date',
  CHOICE: 'Choice',
  YES_NO: 'Yes or no',
  ADDRESS: 'Address',
  PHONE: 'Phone',
  EMAIL: 'Email',
} as const;
export type DetailType = keyof typeof DETAIL_TYPES;
export const DETAIL_TYPE_CODES = Object.keys(DETAIL_TYPES) as [DetailType, ...DetailType[]];
/** Maximum number of fields of one loan, and of changes in one call. */
export const MAX_DETAILS = 200;

const as = (kind: FieldDefinition['kind'], choices?: FieldDefinition['choices']) =>
  ({ name: '', label: '', section: '', kind, ...(choices && { choices }) }) as FieldDefinition;

function readNumber(value: string, most: number): Reading {
  const plain = value.replaceAll(/[,%\s]/g, '');
  const good = /^-?\d{1,12}(\.\d{1,6})?$/.test(plain) && Math.abs(Number(plain)) <= most;
  return good ? { value: plain } : { error: 'Enter a number, like 6.25' };
}

/** The value to store, or the error. */
export function readDetail(type: DetailType, choices: readonly string[], text: string): Reading {
  const value = text.trim();
  if (value === '') return { value: null };
  switch (type) {
    case 'NUMBER':
      return readNumber(value, 1e12);
    case 'PERCENT':
      return readNumber(value, 1000);
    case 'MONEY':
      return readField(as('money'), value);
    case 'DATE':
      return readField(as('day'), value);
    case 'PHONE':
      return readField(as('phone'), value);
    case 'EMAIL':
      return readField(as('email'), value);
    case 'CHOICE':
      return readField(
        as('choice', Object.fromEntries(choices.map((each) => [each, each]))),
        value,
      );
    case 'YES_NO':
      return readField(as('choice', { YES: 'Yes', NO: 'No' }), value);
    default:
      return readField(as('longText'), value);
  }
}
