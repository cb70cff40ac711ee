import type { LoanEntity, Owner } from '@cairn/contract';
import { expect, it } from 'vitest';
import { ownersIn, sharesOf, totalText, wrongShares } from './ownership.ts';

const business = { entityId: 'b' } as LoanEntity;
const people = [{ entityId: 'iris' }, { entityId: 'otis' }] as LoanEntity[];
const owners = [
  { ownerId: 'iris', ownedId: 'b', share: 60, asOf: null },
  { ownerId: 'holding', ownedId: 'b', share: 10, asOf: null },
  { ownerId: 'iris', ownedId: 'other', share: 5, asOf: null },
] as Owner[];

it('starts with the known shares', () => {
  expect(sharesOf(business, people, owners)).toEqual({ iris: '60', otis: '' });
});

it('sends what was typed, and keeps owners who are no person of the application', () => {
  expect(ownersIn(business, { iris: '55.5 %', otis: '0' }, owners)).toEqual([
    { ownerId: 'holding', share: 10, asOf: null },
    { ownerId: 'iris', share: 55.5, asOf: null },
  ]);
});

it('refuses text that is no share, and more than everything', () => {
  expect(wrongShares({ iris: 'half' })).toMatch(/up to 100/);
  expect(wrongShares({ iris: '60', otis: '60' })).toMatch(/more than 100/);
  expect(wrongShares({ iris: '60', otis: '' })).toBeNull();
});

it('asks for another owner as long as one with a fifth may be missing', () => {
  expect(totalText({ iris: '80' })).toMatch(/anyone else/);
  expect(totalText({ iris: '80.01' })).not.toMatch(/anyone else/);
  expect(totalText({ iris: '60', otis: '40' })).toBe('Ownership totals 100%.');
});
