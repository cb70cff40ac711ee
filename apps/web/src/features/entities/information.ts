import { ENTITY_FIELDS, type EntityKind } from '@cairn/contract/entity-fields';
import { BUSINESS_TYPES, type FieldDefinition } from '@cairn/contract/field-checks';

/** The fields grouped by section, in the order of the form. `only` limits them to some fields. */
export function sectionsOf(
  kind: EntityKind,
  only?: readonly string[],
): [string, FieldDefinition[]][] {
  const fields = ENTITY_FIELDS[kind].filter(({ name }) => only?.includes(name) ?? true);
  return [...Map.groupBy(fields, ({ section }) => section)];
}

const choicesOf = (field: FieldDefinition): Readonly<Record<string, string>> | undefined =>
  field.kind === 'entityType' ? BUSINESS_TYPES : field.choices;

export const labelOf = (kind: EntityKind, name: string): string =>
  ENTITY_FIELDS[kind].find((field) => field.name === name)?.label ?? name;

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** A value as shown to users. */
export function formatValue(kind: EntityKind, name: string, value: string | number | null): string {
  const field = ENTITY_FIELDS[kind].find((each) => each.name === name);
  if (value === null || !field) return '';
  if (field.kind === 'money' && typeof value === 'number') return dollars.format(value);
  return choicesOf(field)?.[String(value)] ?? String(value);
}

/** The call that updates an entity of this kind. All of these calls have the same request and response. */
export const UPDATES = {
  INDIVIDUAL: 'updateIndividual',
  COMPANY: 'updateBusiness',
  TRUST: 'updateBusiness',
  REAL_ESTATE_ASSET: 'updateRealEstate',
  EQUIPMENT_ASSET: 'updateEquipment',
  BANK_ASSET: 'updateBankAsset',
  OTHER_ASSET: 'updateRandomAsset',
} as const satisfies Record<EntityKind, string>;

/** The non-empty parts of a chosen address. The service rarely knows the unit, so a unit that was typed stays. */
export const knownParts = (address: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(address).filter(([, value]) => value !== '');
