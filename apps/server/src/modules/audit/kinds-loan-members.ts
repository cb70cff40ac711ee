/** Who comes onto a loan, what they are on it, and who leaves it. */
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
    title: 'Contact noted',
    says: (told) => `${told.who} noted a contact${onLoan(told)}`,
  },
  'contact.changed': {
    title: 'Contact changed',
    says: (told) => `${told.who} altered what is known of a contact${onLoan(told)}`,
  },
  'invitation.noted': {
    title: 'Person noted, to be invited',
    says: (told) => `${told.who} added a person to invite${onLoan(told, 'to')}`,
  },
  'loan.reviewStatusChanged': {
    title: 'Review moved on',
    says: (told) =>
      `${told.who} set the review of ${theLoan(told)} to “${reviewName(told.detail['to'])}”`,
  },
  'party.added': {
    title: 'Person put on a loan',
    says: (told) =>
      `${told.who} put ${whom(told)} on ${theLoan(told)}${role(told.detail['role'], 'as')}`,
  },
  'party.removed': {
    title: 'Person taken off a loan',
    says: (told) => `${told.who} took ${whom(told)} off ${theLoan(told)}`,
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
    title: 'Person came onto a loan',
    says: (told) => `${told.who} put ${whom(told)} on a loan`,
  },
  'person.leftLoan': {
    title: 'Person left a loan',
    says: (told) => `${told.who} took ${whom(told)} off a loan`,
  },
} satisfies Kinds;
