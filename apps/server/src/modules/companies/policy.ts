import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { CompanyRow } from './store.ts';

const runs = (actor: Actor, company: CompanyRow): boolean =>
  isPlatformAdmin(actor) || (actor.companyId === company.id && company.my_level === 'OWNER');

/** Owners run their company, employees read; the platform's administrators run them all. */
export const companyPolicy = {
  edit: (actor: Actor, company: CompanyRow) => runs(actor, company),
  /** What it pays for is no business of an underwriter from outside. */
  seePlan: (actor: Actor, company: CompanyRow) =>
    isPlatformAdmin(actor) || (isStaff(actor) && actor.companyId === company.id),
};
