import type { LoanType } from '@cairn/contract';
import { TEXT_MAX } from '@cairn/contract/constants';

/** Form values: an empty field is an empty string. */
export interface LoanFields {
  name: string;
  loanType: LoanType;
  loanPurpose: string;
  amount: number | string;
  closeDate: string;
  color: string;
}

const tooLong = `Must be at most ${TEXT_MAX} characters`;

/** Validation errors by field, in the order of the fields in the form. */
export function loanErrors({ name, loanPurpose, amount }: LoanFields): Record<string, string> {
  const errors: Record<string, string> = {};
  if (name.trim() === '') errors['name'] = 'Required';
  else if (name.trim().length > TEXT_MAX) errors['name'] = tooLong;
  if (amount !== '' && !(Number(amount) >= 0)) errors['amount'] = 'Must be an amount in dollars';
  if (loanPurpose.trim().length > TEXT_MAX) errors['loanPurpose'] = tooLong;
  return errors;
}
