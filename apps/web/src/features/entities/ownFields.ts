import { CUSTOMIZATION_NAME_MAX, MAX_CUSTOMIZATIONS } from '@cairn/contract/entity-fields';
import { TEXT_MAX } from '@cairn/contract/constants';

export interface OwnField {
  name: string;
  value: string;
  /** True if the field is already saved under this name. */
  saved: boolean;
}

export const ownFieldsOf = (customizations: Readonly<Record<string, string>>): OwnField[] =>
  Object.entries(customizations)
    .map(([name, value]) => ({ name, value, saved: true }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en-US'));

/** Returns why the fields cannot be saved, or null. */
export function ownFieldsComplaint(fields: readonly OwnField[]): string | null {
  const names = fields.map(({ name }) => name.trim().toLowerCase());
  if (names.includes('') || fields.some(({ value }) => value.trim() === '')) {
    return 'Fill in both the name and the value.';
  }
  if (new Set(names).size < names.length) return 'Two fields have the same name.';
  if (fields.some(({ name }) => name.trim().length > CUSTOMIZATION_NAME_MAX)) {
    return `A name has at most ${CUSTOMIZATION_NAME_MAX} characters.`;
  }
  if (fields.some(({ value }) => value.trim().length > TEXT_MAX)) {
    return `A value has at most ${TEXT_MAX} characters.`;
  }
  return fields.length > MAX_CUSTOMIZATIONS ? `At most ${MAX_CUSTOMIZATIONS} fields.` : null;
}

/** Only the differences, so that other fields changed by a colleague remain. Null removes a field. */
export function ownFieldChanges(
  fields: readonly OwnField[],
  before: Readonly<Record<string, string>>,
): Record<string, string | null> {
  const values = new Map(fields.map(({ name, value }) => [name.trim(), value.trim()]));
  const removed = Object.keys(before).filter((name) => !values.has(name));
  return Object.fromEntries([
    ...[...values].filter(([name, value]) => before[name] !== value),
    ...removed.map((name) => [name, null] as const),
  ]);
}
