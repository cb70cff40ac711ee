import type { GuaranteeRule, LoanEntity } from '@cairn/contract';
import { expect, test } from 'vitest';
import {
  guaranteeWords,
  hundredths,
  isWrong,
  type OwnerRow,
  othersFor,
  ruleFor,
  totalWords,
} from './owners.ts';

const row = (ownerId: string, share: string): OwnerRow => ({
  ownerId,
  name: ownerId,
  share,
  asOf: '',
});
const entity = (entityId: string, over: Partial<LoanEntity> = {}) =>
  ({ entityId, kind: 'INDIVIDUAL', labels: [], ...over }) as unknown as LoanEntity;
const rule = { threshold: 20 } as GuaranteeRule;

test('a share is a number over 0 and up to 100, to the hundredth', () => {
  expect(hundredths('55.01')).toBe(5501);
  expect(hundredths(' 20% ')).toBe(2000);
  expect(['0', '100.01', '19.999', 'half', '', '-5'].map(hundredths)).toEqual(
    Array.from({ length: 6 }, () => null),
  );
});

test('what the shares add up to is said exactly', () => {
  expect(totalWords([row('a', '60'), row('b', '25')])).toBe(
    'Ownership totals 85%. 15% is missing.',
  );
  // Added as floating-point numbers, these would be slightly more than 100%.
  expect(totalWords([row('a', '33.34'), row('b', '33.33'), row('c', '33.33')])).toBe(
    'Ownership totals 100%.',
  );
  expect(totalWords([row('a', '60'), row('b', '40.01')])).toBe(
    'Ownership totals 100.01%, more than 100%.',
  );
  expect(isWrong([row('a', '60'), row('b', '40.01')])).toBe(true);
  expect(isWrong([row('a', '60'), row('b', '')])).toBe(true);
  expect(isWrong([row('a', '60'), row('b', '40')])).toBe(false);
});

test('the rule is of those who borrow, and 19.99 is not 20', () => {
  const shop = entity('shop', { labels: ['APPLICANT'] });
  expect(ruleFor(shop, [rule], row('a', '20'))).toBe(rule);
  expect(ruleFor(shop, [rule], row('a', '19.99'))).toBeUndefined();
  expect(ruleFor(entity('seller'), [rule], row('a', '60'))).toBeUndefined();
  expect(guaranteeWords(rule, entity('a'))).toBe('20% or more: should guarantee');
  expect(guaranteeWords(rule, entity('a', { labels: ['GUARANTOR'] }))).toBe(
    '20% or more: guarantees',
  );
  expect(guaranteeWords(rule, undefined)).toBe(
    '20% or more: should guarantee, but isn’t on the loan',
  );
});

test('neither itself nor collateral nor who is there already can be chosen', () => {
  const shop = entity('shop', { kind: 'COMPANY' });
  const all = [shop, entity('a'), entity('b'), entity('house', { kind: 'REAL_ESTATE_ASSET' })];
  expect(othersFor(shop, all, [row('a', '60')]).map(({ entityId }) => entityId)).toEqual(['b']);
});
