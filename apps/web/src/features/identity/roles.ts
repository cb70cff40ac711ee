import type { LoggedUser } from '@cairn/contract';

/** Lender staff see the pipeline and speak of reviewing; everybody else has loans of their own. */
export const isLenderStaff = ({ roleLevel }: LoggedUser): boolean =>
  roleLevel === 'LENDER' || roleLevel === 'ADMIN';

/** The company whose pipeline this person works in, if any. */
export const pipelineCompany = (user: LoggedUser): LoggedUser['company'] =>
  isLenderStaff(user) ? user.company : null;
