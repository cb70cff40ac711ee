import { expect, test } from 'vitest';
import { mayApproveOwn } from './four-eyes.ts';

test('with four eyes, users cannot approve a file that they uploaded themselves', () => {
  const strict = { four_eyes_approval: true };
  expect(mayApproveOwn(strict, 'dana', 'dana')).toBe(false);
  expect(mayApproveOwn(strict, 'elena', 'dana')).toBe(true);
  expect(mayApproveOwn({ four_eyes_approval: false }, 'dana', 'dana')).toBe(true);
});
