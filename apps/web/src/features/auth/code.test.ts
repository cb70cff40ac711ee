import { expect, it } from 'vitest';
import { formatCode } from './code.ts';

it('a code is shown as in the email, however it is typed or pasted', () => {
  for (const text of ['7K2M-01PQ', '7k2m01pq', ' 7K2M 01PQ\n', '7K2M–01PQ', '7K2M-01PQ.']) {
    expect(formatCode(text)).toBe('7K2M-01PQ');
  }
});

it('the hyphen of a code can be deleted while typing', () => {
  expect(formatCode('7K2M')).toBe('7K2M');
  expect(formatCode('7K2M-')).toBe('7K2M');
  expect(formatCode('7K2M-0')).toBe('7K2M-0');
});
