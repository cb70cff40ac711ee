import type { LoggedUser } from '@cairn/contract';
import { isStaff } from '../../app/admin/sections.ts';

/** People who borrow, for themselves; a lender's employee for somebody who asked. Its owners do not. */
export const mayApply = (user: LoggedUser): boolean =>
  user.roleLevel === 'BORROWER' ||
  user.roleLevel === 'APPLICANT' ||
  (isStaff(user) && !user.ownsCompany);
