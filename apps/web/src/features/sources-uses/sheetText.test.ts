import { expect, test } from 'vitest';
import {
  problemIn,
  settledAmount,
  sheetOf,
  type TypedSheet,
  withoutSource,
  withPasted,
  withSource,
} from './sheetText.ts';

const sheet = (): TypedSheet => ({
  sources: [
    { key: 'a', name: 'Loan', terms: '', kind: 'LOAN', available: '1,000' },
    { key: 'b', name: 'Equity', terms: '', kind: 'EQUITY', available: '' },
  ],
  uses: [{ key: 'c', name: 'Equipment', amounts: ['900', ''], elementId: null }],
});

test('a cell that is left has its amount with commas, sums worked out, and other text as it was', () => {
  expect(
    ['1000', '$1,250.5', '=40000+2000-500', '-', 'ten', '=1+', '1,00'].map(settledAmount),
  ).toEqual(['1,000', '1,250.5', '41,500', '', 'ten', '=1+', '1,00']);
});

test('what is no amount or has no name keeps the sheet from being saved', () => {
  expect(problemIn(sheet())).toBeUndefined();
  expect(problemIn(withPasted(sheet(), 0, 0, 'ten'))).toBe('Correct the amounts marked in red');
  expect(problemIn(withSource(sheet()))).toBe('Name every source and use');
});

test('cells of a spreadsheet fill amounts to the right and below, and make new uses', () => {
  const pasted = withPasted(sheet(), 0, 0, '1000\t200\tbeyond\r\n3,000\t\r\n');
  expect(pasted.uses.map(({ amounts }) => amounts)).toEqual([
    ['1,000', '200'],
    ['3,000', ''],
  ]);
  expect(pasted.sources).toHaveLength(2);
});

test('a source that is removed takes its column along', () => {
  expect(sheetOf(withoutSource(sheet(), 0))).toEqual({
    sources: [{ name: 'Equity', terms: '', kind: 'EQUITY', available: 0 }],
    uses: [{ name: 'Equipment', amounts: [0], elementId: null }],
  });
});
