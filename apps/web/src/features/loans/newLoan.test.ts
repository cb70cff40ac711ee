import { expect, test } from 'vitest';
import { asRequest, EMPTY_LOAN, stepErrors, type NewLoan } from './newLoan.ts';

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
