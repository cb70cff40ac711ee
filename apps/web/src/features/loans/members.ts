import type { Loan, Person } from '@cairn/contract';

/** A person may hold several roles on a loan, and is one person all the same. */
export const membersOf = ({ loanRoles }: Pick<Loan, 'loanRoles'>): Person[] => [
  ...new Map(loanRoles.map(({ user }) => [user.id, user])).values(),
];
