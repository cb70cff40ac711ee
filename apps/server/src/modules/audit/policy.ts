import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';

/** The properties of a company that determine who may read its log. */
export interface LoggedCompany {
  id: string;
  owned_by_caller: boolean;
}

export const auditPolicy = {
  /** Administrators may read every company's log, owners their own. */
  read: (actor: Actor, company: LoggedCompany) =>
    isPlatformAdmin(actor) ||
    (isStaff(actor) && actor.companyId === company.id && company.owned_by_caller),
};
