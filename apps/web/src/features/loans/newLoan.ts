import type { LoanType } from '@cairn/contract';
import { DEFAULT_COLOR, TEXT_MAX } from '@cairn/contract/constants';
import type { EntityKind } from '@cairn/contract/entity-fields';
import type { Request } from '../../lib/client.ts';
import { readLoanDraft } from '../../lib/loanDraft.ts';
import type { Adjustments } from '../needs-list/adjustments.ts';

export interface Invited {
  givenName: string;
  familyName: string;
  emailAddress: string;
}

/** Values of the wizard. An empty field is an empty string. */
export interface NewLoan {
  loanType: LoanType | '';
  templateId: string;
  name: string;
  amount: number | string;
  loanPurpose: string;
  closeDate: string;
  color: string;
  borrowerKind: Extract<EntityKind, 'COMPANY' | 'INDIVIDUAL'>;
  legalName: string;
  entityType: string;
  /** Some requests depend on this answer. An empty string means that it is not answered. */
  isStartup: '' | 'YES' | 'NO';
  givenName: string;
  familyName: string;
  lenderUserIds: readonly string[];
  invited: readonly Invited[];
}

export const EMPTY_LOAN: NewLoan = {
  loanType: '',
  templateId: '',
  name: '',
  amount: '',
  loanPurpose: '',
  closeDate: '',
  color: DEFAULT_COLOR,
  borrowerKind: 'COMPANY',
  legalName: '',
  entityType: '',
  isStartup: '',
  givenName: '',
  familyName: '',
  lenderUserIds: [],
  invited: [],
};

/** The user input that is saved so that it survives a reload. */
export interface LoanDraft {
  loan: NewLoan;
  adjustments: Adjustments;
}

/**
 * Loads the user's draft. A field that is missing from the draft gets its empty value, because the draft may come from
 * an older version of the app.
 */
export function loadDraft(userId: string): LoanDraft {
  const draft = readLoanDraft(userId) as Partial<LoanDraft> | null;
  return { loan: { ...EMPTY_LOAN, ...draft?.loan }, adjustments: draft?.adjustments ?? {} };
}

export type Step = 'loan' | 'people' | 'review';
export const STEPS: Record<Step, string> = {
  loan: 'Loan and template',
  people: 'Borrower and people',
  review: 'Document checklist',
};

const REQUIRED = 'Required';
const ADDRESS = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/** Validation errors of a step by field, in the order of the fields in the form. */
export function stepErrors(step: Step, loan: NewLoan): Record<string, string> {
  return step === 'loan' ? loanErrors(loan) : step === 'people' ? peopleErrors(loan) : {};
}

function loanErrors(loan: NewLoan): Record<string, string> {
  const errors: Record<string, string> = {};
  if (loan.loanType === '') errors['loanType'] = 'Choose a type';
  if (loan.templateId === '') errors['templateId'] = 'Choose a template';
  if (loan.name.trim() === '') errors['name'] = REQUIRED;
  else if (loan.name.trim().length > TEXT_MAX) {
    errors['name'] = `Must be at most ${TEXT_MAX} characters`;
  }
  if (loan.amount !== '' && !(Number(loan.amount) >= 0)) {
    errors['amount'] = 'Must be an amount in dollars';
  }
  return errors;
}

const hasBorrower = (loan: NewLoan): boolean =>
  loan.borrowerKind === 'COMPANY'
    ? loan.legalName.trim() !== ''
    : loan.givenName.trim() + loan.familyName.trim() !== '';

function peopleErrors(loan: NewLoan): Record<string, string> {
  const errors: Record<string, string> = {};
  if (hasBorrower(loan)) {
    if (loan.borrowerKind === 'COMPANY' && loan.entityType === '') errors['entityType'] = REQUIRED;
    if (loan.borrowerKind === 'COMPANY' && loan.isStartup === '') errors['isStartup'] = REQUIRED;
    if (loan.borrowerKind === 'INDIVIDUAL') {
      if (loan.givenName.trim() === '') errors['givenName'] = REQUIRED;
      if (loan.familyName.trim() === '') errors['familyName'] = REQUIRED;
    }
  }
  for (const [index, person] of loan.invited.entries()) {
    if (person.givenName.trim() === '') errors[`invited.${index}.givenName`] = REQUIRED;
    if (person.familyName.trim() === '') errors[`invited.${index}.familyName`] = REQUIRED;
    if (!ADDRESS.test(person.emailAddress.trim())) {
      errors[`invited.${index}.emailAddress`] = 'Enter an email address';
    }
  }
  return errors;
}

/** The step that contains the field of a server-side validation error. */
export const stepOf = (field: string): Step =>
  /^(entity|borrowers|lenderUserIds)/.test(field) ? 'people' : 'loan';

export function asRequest(loan: NewLoan): Request<'createFromTemplate'>['body'] {
  return {
    templateId: loan.templateId,
    name: loan.name.trim(),
    ...(loan.loanType !== '' && { loanType: loan.loanType }),
    closeDate: loan.closeDate || null,
    loanPurpose: loan.loanPurpose || null,
    amount: loan.amount === '' ? null : Number(loan.amount),
    color: loan.color,
    lenderUserIds: [...loan.lenderUserIds],
    borrowers: loan.invited.map((person) => ({
      givenName: person.givenName.trim(),
      familyName: person.familyName.trim(),
      emailAddress: person.emailAddress.trim(),
    })),
    ...(hasBorrower(loan) && { entity: borrowerOf(loan) }),
  };
}

function borrowerOf(loan: NewLoan) {
  if (loan.borrowerKind === 'INDIVIDUAL') {
    const { givenName, familyName } = loan;
    return { type: 'INDIVIDUAL' as const, information: { givenName, familyName } };
  }
  const { legalName, entityType, isStartup } = loan;
  return {
    type: 'COMPANY' as const,
    information: { legalName, entityType, ...(isStartup && { isStartup }) },
  };
}
