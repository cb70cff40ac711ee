import type { CompanyDetails } from '@cairn/contract';
import type { EntityLabel } from '@cairn/contract/entity-fields';
import type { FieldErrors } from '../../lib/formValues.ts';

type Role = CompanyDetails['settings']['applicationRoles'][number];
export type RoleFields = Record<EntityLabel, Pick<Role, 'name' | 'offered'>>;

export const roleFieldsOf = (roles: readonly Role[]): RoleFields =>
  Object.fromEntries(
    roles.map(({ label, name, offered }) => [label, { name, offered }]),
  ) as RoleFields;

/** Contains only the changed fields, so that a colleague's change of another role is not overwritten. */
export function roleChangesIn(fields: RoleFields, before: readonly Role[]) {
  const changes = before.flatMap(({ label, name, offered }) => {
    const field = fields[label];
    const change = {
      ...(field.name.trim() !== name && { name: field.name.trim() }),
      ...(field.offered !== offered && { offered: field.offered }),
    };
    return Object.keys(change).length > 0 ? [[label, change] as const] : [];
  });
  return Object.fromEntries(changes) as Partial<Record<EntityLabel, Partial<Role>>>;
}

/** Role names must be unique: applicants could not tell two roles with one name apart. */
export function roleErrorsIn(fields: RoleFields): FieldErrors {
  const nameOf = ({ name }: RoleFields[EntityLabel]) => name.trim().toLowerCase();
  const all = Object.entries(fields).filter(([, role]) => nameOf(role) !== '');
  return Object.fromEntries(
    all
      .filter(([, role], place) => all.slice(0, place).some(([, b]) => nameOf(b) === nameOf(role)))
      .map(([label]) => [`${label}.name`, 'Another role has this name']),
  );
}

/** Maps `settings.applicationRoles.EPC.name` to the form field `EPC.name`. */
export const roleFieldOf = (path: string): string =>
  path.replace(/^settings\.applicationRoles\./, '');
