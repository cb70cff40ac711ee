import { expect, it } from 'vitest';
import { errorStayMs } from './toast.ts';

it('keeps an error for as long as it takes to read, within bounds [R305]', () => {
  expect(errorStayMs('Not found.')).toBe(5_000);
  expect(errorStayMs('word '.repeat(26))).toBeCloseTo(10_000);
  expect(errorStayMs('word '.repeat(200))).toBe(20_000);
});
