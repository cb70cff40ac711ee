import type { LoggedUser } from '@cairn/contract';
import { isStaff } from '../../lib/roles.ts';

/** Borrowers for themselves; a lender's employee for a person who asked. Company owners do not. */
export const mayApply = (user: LoggedUser): boolean =>
  user.roleLevel === 'BORROWER' ||
  user.roleLevel === 'APPLICANT' ||
  (isStaff(user) && !user.ownsCompany);
