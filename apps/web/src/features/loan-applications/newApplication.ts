import type { OfferedTemplate } from '@cairn/contract';
import { LOAN_TYPES, type LoanType } from '@cairn/contract/constants';
import { readField } from '@cairn/contract/field-checks';
import { fieldOf } from '@cairn/contract/entity-fields';

export interface NewApplication {
  templateId: string;
  /** Asked only if the template is not for one loan type; null otherwise. */
  loanType: LoanType | '' | null;
  amount: string;
  loanPurpose: string;
  borrows: 'COMPANY' | 'INDIVIDUAL';
  legalName: string;
  entityType: string;
  /** The borrower for whom an employee applies; null if applicants apply for themselves. */
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

/** The option for a template: its name, its loan type if the name does not say it, and the lender's sentence. */
export function optionOf({ id, name, loanType }: OfferedTemplate, sentence = '') {
  const kind = loanType ? LOAN_TYPES[loanType] : '';
  const type = kind.toLowerCase() === name.toLowerCase() ? '' : kind;
  return { value: id, name, text: [type, sentence].filter(Boolean).join(': ') };
}

const amountOf = (text: string) =>
  readField({ name: 'amount', label: '', kind: 'money', section: '', required: true }, text);

/** Errors by field; the server checks the same. */
export function errorsIn(application: NewApplication): Record<string, string> {
  const errors: Record<string, string> = {};
  if (application.templateId === '') errors['templateId'] = 'Choose what you’re applying for';
  if (application.loanType === '') errors['loanType'] = 'Choose a loan type';
  const amount = amountOf(application.amount);
  if ('error' in amount) errors['amount'] = amount.error;
  if (application.loanPurpose === '') errors['loanPurpose'] = 'Required';
  if (application.borrows === 'COMPANY') {
    for (const name of ['legalName', 'entityType'] as const) {
      const reading = readField(fieldOf('COMPANY', name)!, application[name]);
      if ('error' in reading) errors[name] = reading.error;
    }
  }
  for (const name of ['givenName', 'familyName', 'emailAddress'] as const) {
    if (!application.borrower) break;
    const reading = readField(
      { ...fieldOf('INDIVIDUAL', name)!, required: true },
      application.borrower[name],
    );
    if ('error' in reading) errors[`borrower.${name}`] = reading.error;
  }
  return errors;
}

export function asRequest(application: NewApplication) {
  const amount = amountOf(application.amount);
  return {
    templateId: application.templateId,
    ...(application.loanType && { loanType: application.loanType }),
    amount: 'value' in amount ? Number(amount.value) : null,
    loanPurpose: application.loanPurpose,
    ...(application.borrows === 'COMPANY' && {
      entity: {
        type: 'COMPANY' as const,
        information: {
          legalName: application.legalName.trim(),
          entityType: application.entityType,
        },
      },
    }),
    ...(application.borrower && { borrower: application.borrower }),
  };
}
