import {
  checkInformation,
  ENTITY_FIELDS,
  nameOf,
  type EntityKind,
  type Information,
} from '@cairn/contract/entity-fields';
import { Refusal } from '../../platform/refusal.ts';
import { cutTo } from '../../platform/texts.ts';

/** What was given, as it is kept; everything that is wrong with it is said at once. */
export function checked(
  kind: EntityKind,
  given: Record<string, unknown>,
  whole: 'whole' | 'change',
  path: string,
): Information {
  const { information, errors } = checkInformation(kind, given, whole);
  refuse(errors, path);
  return information;
}

/** Of many at once: which row, which field. */
export function refuse(errors: Record<string, string>, path: string): void {
  const wrong = Object.entries(errors);
  if (wrong.length === 0) return;
  throw new Refusal('INVALID_REQUEST', {
    fieldErrors: Object.fromEntries(wrong.map(([name, why]) => [`${path}.${name}`, why])),
  });
}

export function merged(before: Information, change: Information): Information {
  const all = { ...before, ...change };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

/** In the order of the form. */
export const changedFields = (
  kind: EntityKind,
  before: Information,
  after: Information,
): string[] =>
  ENTITY_FIELDS[kind]
    .map(({ name }) => name)
    .filter((name) => (before[name] ?? null) !== (after[name] ?? null));

const NAME_MOST = 255;

/** Names follow what is known, unless somebody gave another one. */
export function nameAfter(
  kind: EntityKind,
  name: string,
  before: Information,
  after: Information,
): string {
  return name === nameFrom(kind, before) ? nameFrom(kind, after) : name;
}
export const nameFrom = (kind: EntityKind, information: Information): string =>
  cutTo(nameOf(kind, information), NAME_MOST).trim();
