import type { OfferedTemplate } from '@cairn/contract';
import { LOAN_TYPES, type LoanType } from '@cairn/contract/constants';
import { readField } from '@cairn/contract/field-checks';
import { fieldOf } from '@cairn/contract/entity-fields';

export interface NewApplication {
  templateId: string;
  /** Asked only where the template is for no particular type. */
  loanType: LoanType | '' | null;
  amount: string;
  loanPurpose: string;
  borrows: 'COMPANY' | 'INDIVIDUAL';
  legalName: string;
  entityType: string;
  /** Only from an employee: for whom. */
  borrower: { givenName: string; familyName: string; emailAddress: string } | null;
}

export const EMPTY: NewApplication = {
  templateId: '',
  loanType: null,
  amount: '',
  loanPurpose: '',
  borrows: 'COMPANY',
  legalName: '',
  entityType: 'INVALID',
  borrower: null,
};

/** Label of a template to choose: its name with the loan type where that says more, and the lender's sentence. */
export function optionOf({ id, name, loanType }: OfferedTemplate, sentence = '') {
  const kind = loanType ? LOAN_TYPES[loanType] : '';
  const type = kind.toLowerCase() === name.toLowerCase() ? '' : kind;
  return { value: id, name, text: [type, sentence].filter(Boolean).join(': ') };
}

const amountOf = (typed: string) =>
  readField({ name: 'amount', label: '', kind: 'money', section: '', required: true }, typed);

/** Errors by field; the server checks the same. */
export function errorsIn(given: NewApplication): Record<string, string> {
  const errors: Record<string, string> = {};
  if (given.templateId === '') errors['templateId'] = 'Choose what you’re applying for';
  if (given.loanType === '') errors['loanType'] = 'Choose a loan type';
  const amount = amountOf(given.amount);
  if ('error' in amount) errors['amount'] = amount.error;
  if (given.loanPurpose === '') errors['loanPurpose'] = 'Required';
  if (given.borrows === 'COMPANY') {
    for (const name of ['legalName', 'entityType'] as const) {
      const reading = readField(fieldOf('COMPANY', name)!, given[name]);
      if ('error' in reading) errors[name] = reading.error;
    }
  }
  for (const name of ['givenName', 'familyName', 'emailAddress'] as const) {
    if (!given.borrower) break;
    const reading = readField(
      { ...fieldOf('INDIVIDUAL', name)!, required: true },
      given.borrower[name],
    );
    if ('error' in reading) errors[`borrower.${name}`] = reading.error;
  }
  return errors;
}

export function asRequest(given: NewApplication) {
  const amount = amountOf(given.amount);
  return {
    templateId: given.templateId,
    ...(given.loanType && { loanType: given.loanType }),
    amount: 'value' in amount ? Number(amount.value) : null,
    loanPurpose: given.loanPurpose,
    ...(given.borrows === 'COMPANY' && {
      entity: {
        type: 'COMPANY' as const,
        information: { legalName: given.legalName.trim(), entityType: given.entityType },
      },
    }),
    ...(given.borrower && { borrower: given.borrower }),
  };
}
