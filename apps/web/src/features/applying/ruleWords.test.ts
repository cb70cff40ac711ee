import { expect, test } from 'vitest';
import { becauseWords, missingWords } from './ruleWords.ts';

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
