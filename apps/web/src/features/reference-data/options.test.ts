import type { JavascriptConstants } from '@cairn/contract';
import { expect, it } from 'vitest';
import {
  businessTypeOptions,
  entityTypeOptions,
  isChosen,
  loanTypeOptions,
  stateOptions,
  urgencyOptions,
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

it('offers a business the types of businesses, under the labels of the server', () => {
  const llc = { value: 'LLC', label: 'Limited liability company' };
  const trust = { value: 'TRUST', label: 'Trust' };
  expect(businessTypeOptions(constants({ entityTypes: [llc, trust] }))).toEqual([
    { value: 'INVALID', label: 'Choose Entity Type' },
    llc,
  ]);
});

it('offers a request the priorities that say how urgent it is, in the order of the server', () => {
  const priorities = ['HIDDEN', 'URGENT', 'LOW', 'PRIVATE'].map((value) => ({
    value,
    label: value,
  }));
  const values = urgencyOptions(constants({ priorities })).map(({ value }) => value);
  expect(values).toEqual(['URGENT', 'LOW']);
});

it('offers states by their full names', () => {
  const states = { NY: 'New York' };
  expect(stateOptions(constants({ states }))).toEqual([{ value: 'NY', label: 'New York' }]);
});

it('does not take the placeholder for a choice [R267] [R268]', () => {
  expect(isChosen('INVALID')).toBe(false);
  expect(isChosen('')).toBe(false);
  expect(isChosen(null)).toBe(false);
  expect(isChosen('SBA_7A')).toBe(true);
});
