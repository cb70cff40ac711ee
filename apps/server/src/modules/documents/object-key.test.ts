import { expect, test } from 'vitest';
import { isKeyOf, newObjectKey } from './object-key.ts';

const upload = { accountId: 'a', companyId: 'c', loanId: 'l', size: 10 };

test('a key is its owner’s, for one loan, company and size, under one secret', () => {
  const key = newObjectKey('secret', upload);
  expect(isKeyOf('secret', key, upload)).toBe(true);
  expect(isKeyOf('other', key, upload)).toBe(false);
  for (const change of [{ accountId: 'b' }, { companyId: 'd' }, { loanId: 'm' }, { size: 11 }]) {
    expect(isKeyOf('secret', key, { ...upload, ...change })).toBe(false);
  }
});

test('a key that was tampered with is not accepted', () => {
  const key = newObjectKey('secret', upload);
  for (const changed of [
    `0000${key.slice(4)}`,
    `${key}x`,
    key.slice(0, -1),
    `${key}/x`,
    `${key}.x`,
    `${key.slice(0, 4)}x${key.slice(4)}`,
    `${key}/../../other`,
    key.replace('/c/', '/c/../d/'),
    '',
    '/',
    '//.',
  ]) {
    expect(isKeyOf('secret', changed, upload)).toBe(false);
  }
});

test('keys start with a hash and never repeat', () => {
  const keys = Array.from({ length: 50 }, () => newObjectKey('secret', upload));
  expect(new Set(keys).size).toBe(50);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{4}\/c\//);
});
