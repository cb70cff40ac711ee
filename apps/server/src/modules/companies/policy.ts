import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { CompanyRow } from './store.ts';

const runs = (actor: Actor, company: CompanyRow): boolean =>
  isPlatformAdmin(actor) || (actor.companyId === company.id && company.my_level === 'OWNER');

/** Owners manage their company, employees read it; platform administrators manage all. */
export const companyPolicy = {
  edit: (actor: Actor, company: CompanyRow) => runs(actor, company),
  /** Underwriters from outside may not see the plan. */
  seePlan: (actor: Actor, company: CompanyRow) =>
    isPlatformAdmin(actor) || (isStaff(actor) && actor.companyId === company.id),
};
