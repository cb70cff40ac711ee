import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';

export const chartsPolicy = {
  /** A company's own people; administrators any company's. Whoever lends from outside sees single loans. */
  read: (actor: Actor, company: { id: string }) =>
    isPlatformAdmin(actor) || (isStaff(actor) && actor.companyId === company.id),
};
