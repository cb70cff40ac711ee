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
const whom = (subject: SentenceSubject): string => subject.whom ?? 'themselves';
const reviewName = (value: unknown): string =>
  Object.entries(REVIEW_STATUSES).find(([code]) => code === value)?.[1] ?? 'another step';

export const loanMemberKinds = {
  'contact.added': {
    title: 'Contact added',
    says: (subject) => `${subject.who} added a contact${onLoan(subject, 'to')}`,
  },
  'contact.changed': {
    title: 'Contact changed',
    says: (subject) => `${subject.who} changed the details of a contact${onLoan(subject)}`,
  },
  'invitation.noted': {
    title: 'Person added, not invited yet',
    says: (subject) =>
      `${subject.who} added a person${onLoan(subject, 'to')}, without an invitation yet`,
  },
  'loan.reviewStatusChanged': {
    title: 'Review status changed',
    says: (subject) =>
      `${subject.who} set the review status of ${theLoan(subject)} to “${reviewName(subject.detail['to'])}”`,
  },
  'party.added': {
    title: 'Person added to a loan',
    says: (subject) =>
      `${subject.who} added ${whom(subject)} to ${theLoan(subject)}${role(subject.detail['role'], 'as')}`,
  },
  'party.removed': {
    title: 'Person removed from a loan',
    says: (subject) => `${subject.who} removed ${whom(subject)} from ${theLoan(subject)}`,
  },
  'party.roleChanged': {
    title: 'Role on a loan changed',
    says: (subject) =>
      `${subject.who} changed ${possessiveOf(subject)} role on ${theLoan(subject)}${role(subject.detail['to'], 'to')}`,
  },
  'person.changedOnLoan': {
    title: 'Person’s role on a loan changed',
    says: (subject) => `${subject.who} changed ${possessiveOf(subject)} role on a loan`,
  },
  'person.joinedLoan': {
    title: 'Person joined a loan',
    says: (subject) => `${subject.who} added ${whom(subject)} to a loan`,
  },
  'person.leftLoan': {
    title: 'Person left a loan',
    says: (subject) => `${subject.who} removed ${whom(subject)} from a loan`,
  },
} satisfies Kinds;
