import type { LoggedUser } from '@cairn/contract';
import { isStaff } from '../../lib/roles.ts';

/**
 * Borrowers and applicants apply for themselves; employees apply on behalf of a borrower. Company owners cannot apply.
 */
export const mayApply = (user: LoggedUser): boolean =>
  user.roleLevel === 'BORROWER' ||
  user.roleLevel === 'APPLICANT' ||
  (isStaff(user) && !user.ownsCompany);
