import type { Loan } from '@cairn/contract';
import { expect, test } from 'vitest';
import { membersOf } from './members.ts';

const person = (id: string) => ({ id, givenName: id, familyName: null, emailAddress: `${id}@x` });
const roleOf = (userId: string, role: Loan['loanRoles'][number]['role']) => ({
  id: `${userId} ${role}`,
  loanId: 'loan',
  role,
  user: person(userId),
  labels: [],
});

test('a member with two roles on a loan is listed once', () => {
  const loanRoles = [roleOf('ann', 'LENDER'), roleOf('ann', 'OTHER'), roleOf('bo', 'PRINCIPAL')];
  expect(membersOf({ loanRoles })).toEqual([person('ann'), person('bo')]);
});
