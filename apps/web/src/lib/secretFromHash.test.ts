import { expect, test } from 'vitest';
import { secretFromHash } from './secretFromHash.ts';

test('a secret is read from behind the number sign, with or without it', () => {
  expect(secretFromHash('#token=a.b-c_d', 'token')).toBe('a.b-c_d');
  expect(secretFromHash('token=a.b-c_d', 'token')).toBe('a.b-c_d');
  expect(secretFromHash('', 'token')).toBeUndefined();
  expect(secretFromHash('#reset=x', 'token')).toBeUndefined();
});
