import type { JavascriptConstants } from '@cairn/contract';
import { expect, it } from 'vitest';
import { CallError } from '../../lib/CallError.ts';
import { calls } from '../../lib/calls.ts';
import { reportFailure } from '../../lib/failures.ts';
import { waitingToasts } from '../../lib/toast.ts';
import {
  BUSINESS_TYPE_CHOICES,
  entityTypeOptions,
  isChosen,
  LOAN_TYPE_CHOICES,
  loanTypeOptions,
} from './options.ts';

const constants = (over: Partial<JavascriptConstants>): JavascriptConstants => ({
  states: {},
  loanStatuses: [],
  loanTypes: [],
  entityTypes: [],
  knowledgeBases: [],
  priorities: [],
  phaseCategories: [],
  maintenance: null,
  ...over,
});
const sba = { value: 'SBA_7A', label: 'SBA 7(a)' };
const usda = { value: 'USDA_BI', label: 'USDA B&I' };

it('asks for a loan type only where there is more than one [R193]', () => {
  expect(loanTypeOptions(constants({ loanTypes: [sba, usda] }))).toEqual([
    { value: 'INVALID', label: 'Choose Loan Type' },
    sba,
    usda,
  ]);
  expect(loanTypeOptions(constants({ loanTypes: [sba] }))).toEqual([sba]);
  expect(loanTypeOptions(constants({}))).toEqual([]);
});

it('always asks for an entity type [R194]', () => {
  const llc = { value: 'LLC', label: 'LLC' };
  expect(entityTypeOptions(constants({ entityTypes: [llc] }))).toEqual([
    { value: 'INVALID', label: 'Choose Entity Type' },
    llc,
  ]);
});

it('has them so in the forms, loan types by label [R190] [R193] [R194]', () => {
  const [first, ...types] = LOAN_TYPE_CHOICES;
  expect(first).toEqual({ value: 'INVALID', label: 'Choose Loan Type' });
  const labels = types.map(({ label }) => label);
  expect(labels).toEqual(labels.toSorted((one, other) => one.localeCompare(other)));
  expect(labels).toHaveLength(10);
  expect(BUSINESS_TYPE_CHOICES[0]).toEqual({ value: 'INVALID', label: 'Choose Entity Type' });
});

it('does not take the placeholder for a choice [R267] [R268]', () => {
  expect(isChosen('INVALID')).toBe(false);
  expect(isChosen('')).toBe(false);
  expect(isChosen(null)).toBe(false);
  expect(isChosen('SBA_7A')).toBe(true);
});

it('says nothing when the lists cannot be loaded [R197]', () => {
  const failure = new CallError(500, { code: 'SERVER_ERROR', message: 'Server error' });
  reportFailure(failure, calls.getJavascriptConstants);
  expect(waitingToasts.get()).toEqual([]);
  reportFailure(failure, calls.viewLoans);
  expect(waitingToasts.get()).toHaveLength(1);
});
