import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';

export const chartsPolicy = {
  /** A company's own employees, and administrators. External lenders see only single loans. */
  read: (actor: Actor, company: { id: string }) =>
    isPlatformAdmin(actor) || (isStaff(actor) && actor.companyId === company.id),
};
