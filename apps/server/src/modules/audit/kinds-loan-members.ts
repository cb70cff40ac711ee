/** Audit entries about the members of a loan: who joins it, their role, and who leaves it. */
import type { LoanRole } from '@cairn/contract';
import { REVIEW_STATUSES } from '@cairn/contract/template-terms';
import { onLoan, possessiveOf, type Kinds, type SentenceSubject } from './sentence-parts.ts';

const ROLES: Record<LoanRole, string> = {
  UNDERWRITER_LENDER: 'underwriter',
  LENDER: 'lender',
  LEAD_BORROWER: 'lead borrower',
  BORROWER: 'borrower',
  PRINCIPAL: 'principal',
  KEY_CONTACT: 'key contact',
  OTHER: 'contact',
};
const role = (value: unknown, word: 'as' | 'to'): string =>
  typeof value === 'string' && value in ROLES ? ` ${word} ${ROLES[value as LoanRole]}` : '';
const theLoan = ({ loan }: SentenceSubject): string => loan ?? 'a loan';
const whom = (told: SentenceSubject): string => told.whom ?? 'themselves';
const reviewName = (value: unknown): string =>
  Object.entries(REVIEW_STATUSES).find(([code]) => code === value)?.[1] ?? 'another step';

export const loanMemberKinds = {
  'contact.added': {
    title: 'Contact added',
    says: (told) => `${told.who} added a contact${onLoan(told, 'to')}`,
  },
  'contact.changed': {
    title: 'Contact changed',
    says: (told) => `${told.who} changed the details of a contact${onLoan(told)}`,
  },
  'invitation.noted': {
    title: 'Person added, not invited yet',
    says: (told) => `${told.who} added a person${onLoan(told, 'to')}, without an invitation yet`,
  },
  'loan.reviewStatusChanged': {
    title: 'Review status changed',
    says: (told) =>
      `${told.who} set the review status of ${theLoan(told)} to “${reviewName(told.detail['to'])}”`,
  },
  'party.added': {
    title: 'Person added to a loan',
    says: (told) =>
      `${told.who} added ${whom(told)} to ${theLoan(told)}${role(told.detail['role'], 'as')}`,
  },
  'party.removed': {
    title: 'Person removed from a loan',
    says: (told) => `${told.who} removed ${whom(told)} from ${theLoan(told)}`,
  },
  'party.roleChanged': {
    title: 'Role on a loan changed',
    says: (told) =>
      `${told.who} changed ${possessiveOf(told)} role on ${theLoan(told)}${role(told.detail['to'], 'to')}`,
  },
  'person.changedOnLoan': {
    title: 'Person’s role on a loan changed',
    says: (told) => `${told.who} changed ${possessiveOf(told)} role on a loan`,
  },
  'person.joinedLoan': {
    title: 'Person joined a loan',
    says: (told) => `${told.who} added ${whom(told)} to a loan`,
  },
  'person.leftLoan': {
    title: 'Person left a loan',
    says: (told) => `${told.who} removed ${whom(told)} from a loan`,
  },
} satisfies Kinds;
