import {
  checkInformation,
  ENTITY_FIELDS,
  nameOf,
  type EntityKind,
  type Information,
} from '@cairn/contract/entity-fields';
import { ApiError } from '../../platform/api-error.ts';
import { cutTo } from '../../platform/unicode.ts';

/** Returns the information in the form in which it is stored, or throws with all of its errors. */
export function checkEntityInformation(
  kind: EntityKind,
  input: Record<string, unknown>,
  whole: 'whole' | 'change',
  path: string,
): Information {
  const { information, errors } = checkInformation(kind, input, whole);
  refuseFields(errors, path);
  return information;
}

/** Throws the errors of several rows, by row and field. */
function refuseFields(errors: Record<string, string>, path: string): void {
  const wrong = Object.entries(errors);
  if (wrong.length === 0) return;
  throw new ApiError('INVALID_REQUEST', {
    fieldErrors: Object.fromEntries(wrong.map(([name, why]) => [`${path}.${name}`, why])),
  });
}

export function mergeInformation(before: Information, change: Information): Information {
  const all = { ...before, ...change };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

/** Names of the changed fields, in the order of the form. */
export const changedFields = (
  kind: EntityKind,
  before: Information,
  after: Information,
): string[] =>
  ENTITY_FIELDS[kind]
    .map(({ name }) => name)
    .filter((name) => (before[name] ?? null) !== (after[name] ?? null));

const MAX_NAME = 255;

/** The display name follows the information, unless a user chose another one. */
export function nameAfter(
  kind: EntityKind,
  name: string,
  before: Information,
  after: Information,
): string {
  return name === nameFrom(kind, before) ? nameFrom(kind, after) : name;
}
export const nameFrom = (kind: EntityKind, information: Information): string =>
  cutTo(nameOf(kind, information), MAX_NAME).trim();
