import type { Portal } from '@cairn/contract';
import { LOAN_TYPES, type LoanType } from '@cairn/contract/constants';
import { expect, test } from 'vitest';
import { suggestLoan, type LoanAnswers } from './suggestLoan.ts';

const offer = (loanType: LoanType | null): Portal['offers'][number] => ({
  templateId: loanType ?? 'ANY',
  name: loanType === null ? 'Any loan' : LOAN_TYPES[loanType],
  loanType,
  text: '',
});
const EVERYTHING = (Object.keys(LOAN_TYPES) as LoanType[]).map(offer);
const suggested = (
  [purpose, amount, use]: [LoanAnswers['purpose'], LoanAnswers['amount'], LoanAnswers['use']],
  offers = EVERYTHING,
) => suggestLoan(offers, { purpose, amount, use })?.templateId;

test('each purpose has a loan that fits', () => {
  expect(suggested(['PROPERTY', 'MEDIUM', 'ONCE'])).toBe('SBA_504');
  expect(suggested(['BUILD', 'MEDIUM', 'ONCE'])).toBe('CONSTRUCTION');
  expect(suggested(['EQUIPMENT', 'SMALL', 'ONCE'])).toBe('EQUIPMENT');
  expect(suggested(['BUSINESS', 'SMALL', 'ONCE'])).toBe('SBA_7A_SMALL');
  expect(suggested(['CASH', 'SMALL', 'AGAIN'])).toBe('LINE_OF_CREDIT');
});

test('no loan is suggested for more than it can be', () => {
  expect(suggested(['BUSINESS', 'MEDIUM', 'ONCE'])).toBe('SBA_7A');
  expect(suggested(['BUSINESS', 'LARGE', 'ONCE'])).toBe('CONVENTIONAL_CI');
});

test('only what the lender offers, a template for any loan last, or nothing', () => {
  expect(suggested(['PROPERTY', 'SMALL', 'ONCE'], [offer(null), offer('SBA_7A')])).toBe('SBA_7A');
  expect(suggested(['PROPERTY', 'LARGE', 'ONCE'], [offer('SBA_7A'), offer(null)])).toBe('ANY');
  expect(suggested(['PROPERTY', 'SMALL', 'ONCE'], [offer('LINE_OF_CREDIT')])).toBeUndefined();
});
