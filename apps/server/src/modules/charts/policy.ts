import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';

export const chartsPolicy = {
  /** A company's own employees; administrators for any company. External lenders see single loans only. */
  read: (actor: Actor, company: { id: string }) =>
    isPlatformAdmin(actor) || (isStaff(actor) && actor.companyId === company.id),
};
