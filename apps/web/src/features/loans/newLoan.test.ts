import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetLoanDraft, keepLoanDraft, readLoanDraft } from '../../lib/loanDraft.ts';
import { asRequest, EMPTY_LOAN, loadDraft, stepErrors, type NewLoan } from './newLoan.ts';

const loan = (over: Partial<NewLoan>): NewLoan => ({
  ...EMPTY_LOAN,
  loanType: 'SBA_7A',
  templateId: 't',
  name: 'Larkspur',
  ...over,
});

test('each step says what it still needs', () => {
  expect(stepErrors('loan', EMPTY_LOAN)).toEqual({
    loanType: 'Choose a type',
    templateId: 'Choose a template',
    name: 'Required',
  });
  expect(stepErrors('people', loan({}))).toEqual({});
  expect(stepErrors('people', loan({ legalName: 'Bakery' }))).toEqual({
    entityType: 'Required',
    isStartup: 'Required',
  });
  const invited = [{ givenName: 'Elena', familyName: '', emailAddress: 'nowhere' }];
  expect(stepErrors('people', loan({ invited }))).toEqual({
    'invited.0.familyName': 'Required',
    'invited.0.emailAddress': 'Enter an email address',
  });
});

test('what was left empty is not sent as something', () => {
  expect(asRequest(loan({}))).toMatchObject({ amount: null, closeDate: null, loanPurpose: null });
  expect(asRequest(loan({}))).not.toHaveProperty('entity');
  const bakery = { legalName: 'Bakery', entityType: 'LLC' };
  expect(asRequest(loan({ ...bakery, isStartup: 'NO' })).entity).toEqual({
    type: 'COMPANY',
    information: { ...bakery, isStartup: 'NO' },
  });
});

describe('the draft of a new loan', () => {
  const storage = new Map<string, string>();
  const nothing = { loan: EMPTY_LOAN, adjustments: {} };
  const draft = {
    loan: loan({
      amount: 640_000,
      invited: [{ givenName: 'Elena', familyName: '', emailAddress: '' }],
    }),
    adjustments: { 'tax-return 0': { leftOut: true, releasePhase: null } },
  };

  beforeEach(() => {
    storage.clear();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  test('is there again for its user, with the changes to the checklist', () => {
    expect(loadDraft('dana')).toEqual(nothing);
    keepLoanDraft('dana', draft);
    expect(loadDraft('dana')).toEqual(draft);
  });

  test('gets the fields that an older version of the page did not have', () => {
    keepLoanDraft('dana', { loan: { name: 'Larkspur' } });
    expect(loadDraft('dana')).toEqual({ ...nothing, loan: { ...EMPTY_LOAN, name: 'Larkspur' } });
  });

  test('is erased, not shown, when another user comes to this tab', () => {
    keepLoanDraft('dana', draft);
    expect(readLoanDraft('marcus')).toBeNull();
    expect(storage.size).toBe(0);
    expect(loadDraft('dana')).toEqual(nothing);
  });

  test('leaves nothing in the browser once it is created or canceled', () => {
    keepLoanDraft('dana', draft);
    forgetLoanDraft();
    expect(storage.size).toBe(0);
  });
});
