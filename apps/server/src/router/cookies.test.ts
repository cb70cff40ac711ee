import { expect, test } from 'vitest';
import { cookieOf, cookiesFor, startsSession } from './cookies.ts';

test('a cell gets its own cookies and none of another cell', () => {
  const header =
    '__Host-cairn-session.one=a; __Host-cairn-session.two=b; __Host-cairn-session=c; __Host-cairn-cell=two; theme=dark; cairn-device.two=d';
  expect(cookiesFor('two', header)).toBe('__Host-cairn-session=b; theme=dark; cairn-device=d');
  expect(cookiesFor('three', header)).toBe('theme=dark');
  expect(cookiesFor('one', undefined)).toBe('');
});

test('a cookie of a cell keeps its prefix and attributes', () => {
  expect(cookieOf('one', '__Host-cairn-session=abc; Path=/; Secure')).toBe(
    '__Host-cairn-session.one=abc; Path=/; Secure',
  );
  expect(cookieOf('one', 'other=abc')).toBe('other=abc');
});

test('a cookie that is cleared starts no session', () => {
  expect(startsSession(['cairn-session=abc; Path=/'])).toBe(true);
  expect(startsSession(['cairn-session=; Path=/', 'cairn-device=abc'])).toBe(false);
});
