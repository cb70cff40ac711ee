import { expect, test } from 'vitest';
import { becauseWords, countWords, missingWords } from './ruleWords.ts';

test('what decided comes before the whole rule', () => {
  expect(becauseWords(['entity.label == GUARANTOR'], 'entity.ownership >= 20')).toBe('Guarantor');
  expect(becauseWords([], 'loan.amount > 500000')).toBe('Loan amount over $500,000');
  expect(becauseWords([], null)).toBe('');
});

test('values of a rule have the names of the rest of the interface', () => {
  expect(becauseWords([], 'entity.label == EPC')).toBe('Property owner');
  expect(becauseWords([], 'entity.label != PRIMARY_OPERATION_COMPANY')).toBe(
    'Not an operating company',
  );
  expect(becauseWords([], 'loan.type == SBA_7A')).toBe('Loan type is SBA 7(a)');
  expect(becauseWords([], 'entity.kind == LLC')).toBe('LLC');
  expect(becauseWords([], 'collateral.kind == realEstate')).toBe('Collateral is real estate');
});

test('a missing fact has a name', () => {
  expect(missingWords(['loan.isFranchise', 'entity.ownership'])).toBe(
    'Depends on whether this is a franchise and the ownership share',
  );
});

test('suggestions are counted, and requests that need more information apart from them', () => {
  expect(countWords(1, 0)).toBe('1 suggestion');
  expect(countWords(4, 1)).toBe('4 suggestions and 1 that needs more information');
  expect(countWords(2, 2)).toBe('2 suggestions and 2 that need more information');
  expect(countWords(0, 1)).toBe('1 request needs more information');
});
