import type { LoggedUser } from '@cairn/contract';

/**
 * Lender staff and administrators see the pipeline and review documents. All other users only have loans of their own.
 */
export const isLenderStaff = ({ roleLevel }: LoggedUser): boolean =>
  roleLevel === 'LENDER' || roleLevel === 'ADMIN';

/** The company whose pipeline the user works in, or null. */
export const pipelineCompany = (user: LoggedUser): LoggedUser['company'] =>
  isLenderStaff(user) ? user.company : null;

/**
 * The company id of the operator, to which records that belong to no lender are assigned, such as logins in the audit
 * log.
 */
export const PLATFORM = '00000000-0000-0000-0000-000000000000';

export const isAdministrator = ({ roleLevel }: LoggedUser): boolean => roleLevel === 'ADMIN';

/** An employee of a lender. Whether they may change something depends on the abilities in the reply of each call. */
export const isStaff = ({ roleLevel, company }: LoggedUser): boolean =>
  roleLevel === 'LENDER' && company !== null;

export const mayAdminister = (user: LoggedUser): boolean => isAdministrator(user) || isStaff(user);

/** Administrators may read the audit log of any company, and owners that of their own company. */
export const readsAudit = (user: LoggedUser): boolean =>
  isAdministrator(user) || (isStaff(user) && user.ownsCompany);

export interface Administered {
  user: LoggedUser;
  /** The company that is administered: the user's own, or the one that an administrator has chosen. */
  companyId: string | undefined;
}
