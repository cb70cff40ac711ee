import { expect, test } from 'vitest';
import { knownParts } from './information.ts';

test('a chosen address fills only the parts that the service knows', () => {
  const address = { street: '12 Main St', unit: '', city: 'Salem', state: 'OR', postalCode: '' };
  expect(knownParts(address)).toEqual([
    ['street', '12 Main St'],
    ['city', 'Salem'],
    ['state', 'OR'],
  ]);
});
