import type { GroupRole, RoleLevel } from '@cairn/contract';

const NAMES: Record<RoleLevel, string> = {
  ADMIN: 'Administrator',
  LENDER: 'Lender',
  BORROWER: 'Borrower',
  APPLICANT: 'Applicant',
  CONTACT: 'Contact',
};

export const roleName = ({
  roleLevel,
  company,
}: Pick<GroupRole, 'roleLevel' | 'company'>): string =>
  company ? `${NAMES[roleLevel]}, ${company.name}` : NAMES[roleLevel];

/** A key that distinguishes the roles of one person. */
export const roleKey = ({ roleLevel, company }: GroupRole): string =>
  `${roleLevel} ${company?.id ?? ''}`;
