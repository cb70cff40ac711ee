import type { LoanLender } from '@cairn/contract';
import { expect, test } from 'vitest';
import { sharedLender } from './sharedLender.ts';

const lender = (id: string, name = 'Northgate Bank'): LoanLender => ({
  id,
  name,
  logo: null,
  officer: null,
});

test('loans of one lender share it, whatever it is called on each', () => {
  const [older, newer] = [lender('n'), lender('n', 'Northgate')];
  expect(sharedLender([older, newer])).toBe(older);
});

test('loans of two lenders share none, even when both have the same name', () => {
  expect(sharedLender([lender('n'), lender('c', 'Copper Creek Bank')])).toBeNull();
  expect(sharedLender([lender('n'), lender('other')])).toBeNull();
  expect(sharedLender([lender('n'), null])).toBeNull();
});

test('without loans there is no lender', () => {
  expect(sharedLender([])).toBeNull();
});
