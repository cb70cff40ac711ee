import { expect, test } from 'vitest';
import { becauseWords, countWords, missingWords } from './ruleWords.ts';

test('what decided comes before the whole rule', () => {
  expect(becauseWords(['entity.label == GUARANTOR'], 'entity.ownership >= 20')).toBe(
    'Label is guarantor',
  );
  expect(becauseWords([], 'loan.amount > 500000')).toBe('Loan amount over $500,000');
  expect(becauseWords([], null)).toBe('');
});

test('what is missing has a name', () => {
  expect(missingWords(['loan.isFranchise', 'entity.ownership'])).toBe(
    'Not known yet: franchise, ownership',
  );
});

test('suggestions are counted, and what waits for a fact apart from them', () => {
  expect(countWords(1, 0)).toBe('1 suggestion');
  expect(countWords(4, 1)).toBe('4 suggestions and 1 that waits for a fact');
  expect(countWords(2, 2)).toBe('2 suggestions and 2 that wait for a fact');
  expect(countWords(0, 1)).toBe('1 request waits for a fact');
});
