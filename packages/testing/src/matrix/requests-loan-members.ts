/** Aims of the calls about loan members. */
import { randomUUID } from 'node:crypto';
import type { loanMembers } from '@cairn/contract/loan-members';
import { LOAN, type Aim, type Aimed } from './aims.ts';
import type { Target } from './targets.ts';

const newcomer = () => ({
  givenName: 'Ada',
  familyName: 'Moss',
  emailAddress: `${randomUUID()}@example.com`,
});
const withUser = ({ loan, people }: Target): Aimed => ({
  params: { loanId: loan.id, userId: people.guestId },
});
const underBorrower = ({ loan, people }: Target): Aimed => ({
  params: { loanId: loan.id, loanRoleId: people.borrowerRoleId },
});

/** The contacts of caller B are `own` for that caller, and another person's for the others. */
export const LOAN_MEMBER_AIMS: Record<keyof typeof loanMembers, Aim> = {
  listParties: { scopes: LOAN, at: ({ loan }) => ({ params: { id: loan.id } }) },
  addLenderUser: {
    scopes: LOAN,
    at: ({ loan, employeeId }) => ({
      params: { id: loan.id },
      body: { userId: employeeId, role: 'LENDER' },
    }),
  },
  editLenderUser: {
    scopes: LOAN,
    at: ({ loan, people }) => ({
      params: { id: loan.id },
      body: { loanRoleId: people.lenderRoleId, role: 'UNDERWRITER_LENDER' },
    }),
  },
  removeLenderUser: {
    scopes: LOAN,
    at: ({ loan, people }) => ({ params: { id: loan.id, userId: people.lenderId } }),
  },
  addBorrowerUser: {
    scopes: LOAN,
    at: ({ loan }) => ({ params: { id: loan.id }, body: { user: newcomer(), sendInvite: false } }),
  },
  setBorrowerRole: {
    scopes: LOAN,
    at: ({ loan, people }) => ({
      params: { id: loan.id },
      body: { userId: people.guestId, role: 'PRINCIPAL' },
    }),
  },
  inviteBorrower: {
    scopes: LOAN,
    at: ({ loan, people }) => ({ params: { id: loan.id }, body: { userId: people.askedId } }),
  },
  editBorrowUser: {
    scopes: LOAN,
    at: (target) => ({ ...withUser(target), body: { role: 'PRINCIPAL' } }),
  },
  editNonLenderUser: {
    scopes: LOAN,
    at: (target) => ({ ...withUser(target), body: { remove: true } }),
  },
  listContactRelations: { scopes: LOAN, at: underBorrower },
  addContactRelation: {
    scopes: LOAN,
    at: (target) => ({ ...underBorrower(target), body: { contactUser: newcomer() } }),
  },
  editContactRelation: {
    scopes: LOAN,
    at: (target) => ({
      ...underBorrower(target),
      body: { id: target.people.relationId, phone: '555-010-0199' },
    }),
  },
  removeContactRelation: {
    scopes: LOAN,
    at: (target) => ({
      ...underBorrower(target),
      query: { contactId: target.people.relationId },
    }),
  },
  listLoansOfUser: {
    scopes: LOAN,
    at: ({ companyId, partyId }) => ({ params: { companyId, userId: partyId } }),
  },
};
