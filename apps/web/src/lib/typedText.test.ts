import { expect, it } from 'vitest';
import { takesValue } from './typedText.ts';

const field = { typed: 'bake', announced: 'bake', arrived: 'bake', isFocused: true };

it('takes a value that was changed elsewhere, also while the field has the focus', () => {
  expect(takesValue('', field)).toBe(true);
  expect(takesValue('bake', field)).toBe(false);
});

it('never takes back what is being typed: an older value may arrive late', () => {
  expect(takesValue('ba', { ...field, arrived: '' })).toBe(false);
  expect(takesValue('ba', { ...field, typed: 'baker' })).toBe(false);
  expect(takesValue('ba', { ...field, typed: 'bake ' })).toBe(true);
  expect(takesValue('ba', { ...field, typed: 'baker', isFocused: false })).toBe(true);
});
