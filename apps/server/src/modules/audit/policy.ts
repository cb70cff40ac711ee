import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';

/** A company, as far as it matters who may read its log. */
export interface LoggedCompany {
  id: string;
  owned_by_caller: boolean;
}

export const auditPolicy = {
  /** Administrators any company's log, an owner their own. */
  read: (actor: Actor, company: LoggedCompany) =>
    isPlatformAdmin(actor) ||
    (isStaff(actor) && actor.companyId === company.id && company.owned_by_caller),
};
