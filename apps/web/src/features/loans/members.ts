import type { Loan, Person } from '@cairn/contract';

/** The loan members without duplicates, because a person can have several roles on a loan. */
export const membersOf = ({ loanRoles }: Pick<Loan, 'loanRoles'>): Person[] => [
  ...new Map(loanRoles.map(({ user }) => [user.id, user])).values(),
];
