import { ROLE_LEVELS, type RoleLevel } from '@cairn/contract';
import { ApiError, invalidField } from '../../platform/api-error.ts';

export type EmployeeLevel = 'OWNER' | 'EMPLOYEE';

/** A role that a user may work in: a level, and the company for its own staff. */
export interface GroupRole {
  readonly role_level: RoleLevel;
  readonly company_id: string | null;
  readonly company_name: string | null;
  /** Set for the staff of a company. */
  readonly employee_level?: EmployeeLevel | null | undefined;
}
/** Identifies a role, as a session or a default role does. */
export type RoleName = Pick<GroupRole, 'role_level' | 'company_id'>;

export const sameRole = (one: RoleName, other: RoleName): boolean =>
  one.role_level === other.role_level && one.company_id === other.company_id;

const nothingYet: GroupRole = { role_level: 'BORROWER', company_id: null, company_name: null };

/** A user without any role can log in too, and sees an empty list of loans. */
const orNothingYet = (roles: GroupRole[]): GroupRole[] => (roles.length > 0 ? roles : [nothingYet]);

/** The highest level first, and a company's own staff before roles on single loans. */
export function inOrder(roles: GroupRole[]): GroupRole[] {
  const rank = (role: GroupRole): number =>
    ROLE_LEVELS.indexOf(role.role_level) * 2 + (role.company_id ? 0 : 1);
  return orNothingYet(roles).toSorted(
    (one, other) =>
      rank(one) - rank(other) || (one.company_name ?? '').localeCompare(other.company_name ?? ''),
  );
}

/** The role after logging in: the chosen default, as long as the user still has it. */
export function defaultRole(roles: GroupRole[], choice: RoleName | undefined): GroupRole {
  const ordered = inOrder(roles);
  return ordered.find((role) => choice && sameRole(role, choice)) ?? ordered[0]!;
}

/**
 * The requested role. Without a company it is the one outside any company, or the only one of that level. A level or
 * company that the user does not have is refused, whether or not it exists.
 */
export function askedRole(
  roles: GroupRole[],
  level: RoleLevel,
  companyId: string | undefined,
): GroupRole {
  const ofLevel = orNothingYet(roles).filter((role) => role.role_level === level);
  if (ofLevel.length === 0) throw new ApiError('UNAUTHORIZED');
  const match =
    companyId === undefined
      ? (ofLevel.find((role) => role.company_id === null) ?? only(ofLevel))
      : ofLevel.find((role) => role.company_id === companyId);
  if (!match) throw new ApiError('UNAUTHORIZED');
  return match;
}

function only(roles: GroupRole[]): GroupRole {
  if (roles.length === 1) return roles[0]!;
  throw invalidField('companyId', 'Required');
}
