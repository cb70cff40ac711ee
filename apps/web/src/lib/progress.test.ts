import { expect, it } from 'vitest';
import { progress } from './progress.ts';

it('is the rounded mean of answered and approved [R064]', () => {
  expect(progress({ answered: 82, approved: 54 })).toBe(68);
  expect(progress({ answered: 100, approved: 95 })).toBe(98);
  expect(progress({})).toBe(0);
});
