import type { LoggedUser } from '@cairn/contract';

/** Lender staff see the pipeline and speak of reviewing; everybody else has loans of their own. */
export const isLenderStaff = ({ roleLevel }: LoggedUser): boolean =>
  roleLevel === 'LENDER' || roleLevel === 'ADMIN';

/** The company whose pipeline this person works in, if any. */
export const pipelineCompany = (user: LoggedUser): LoggedUser['company'] =>
  isLenderStaff(user) ? user.company : null;

/** The operator itself: what belongs to no lender, such as a log-in. */
export const PLATFORM = '00000000-0000-0000-0000-000000000000';

export const isAdministrator = ({ roleLevel }: LoggedUser): boolean => roleLevel === 'ADMIN';

/** A lender's own staff; who of them may also change something is said by each call's abilities. */
export const isStaff = ({ roleLevel, company }: LoggedUser): boolean =>
  roleLevel === 'LENDER' && company !== null;

export const mayAdminister = (user: LoggedUser): boolean => isAdministrator(user) || isStaff(user);

/** Administrators any company's, an owner their own. */
export const readsAudit = (user: LoggedUser): boolean =>
  isAdministrator(user) || (isStaff(user) && user.ownsCompany);

export interface Administered {
  user: LoggedUser;
  /** The company that is administered: one's own, or the one that an administrator has chosen. */
  companyId: string | undefined;
}
