import type { RoleLevel } from '@cairn/contract';

/**
 * Who is calling. Rights come from the logged role, not from the union of a person's roles. `companyId` is set for
 * the staff of a company; everyone else sees only the loans on which they hold a role, across companies.
 */
export interface Actor {
  readonly accountId: string;
  readonly roleLevel: RoleLevel;
  readonly companyId: string | null;
}

export const isStaff = (actor: Actor): actor is Actor & { companyId: string } =>
  actor.companyId !== null;
export const isPlatformAdmin = (actor: Actor): boolean => actor.roleLevel === 'ADMIN';
