import { describe, expect, test } from 'vitest';
import {
  hashAddress,
  hashPassword,
  isHashOutdated,
  keyFor,
  passwordMatches,
  seal,
  signatureMatches,
  unseal,
} from './crypto.ts';

test('a sealed value opens only with its key and in its place', () => {
  const key = keyFor('secret', 'codes');
  const sealed = seal(key, 'row 1', 'zwölf');
  expect(sealed.includes(Buffer.from('zw'))).toBe(false);
  expect(unseal(key, 'row 1', sealed)).toBe('zwölf');
  expect(seal(key, 'row 1', 'zwölf').equals(sealed)).toBe(false);
  expect(() => unseal(key, 'row 2', sealed)).toThrow();
  expect(() => unseal(keyFor('secret', 'else'), 'row 1', sealed)).toThrow();
  sealed[sealed.length - 1]! ^= 1;
  expect(() => unseal(key, 'row 1', sealed)).toThrow();
});

test('an address is the same in any case', () => {
  expect(hashAddress('s', ' Dana@X.example ')).toEqual(hashAddress('s', 'dana@x.example'));
  expect(hashAddress('s', 'dana@x.example')).not.toEqual(hashAddress('t', 'dana@x.example'));
});

describe('a password hash', () => {
  const WEAKER = { memory: 8192, passes: 1, parallelism: 1 };

  test('says with which parameters it was made, and is checked with those', async () => {
    const today = await hashPassword('granite under the path');
    expect(today).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await passwordMatches('granite under the path', today)).toBe(true);
    expect(await passwordMatches('granite under the road', today)).toBe(false);
    expect(isHashOutdated(today)).toBe(false);

    const before = await hashPassword('granite under the path', WEAKER);
    expect(await passwordMatches('granite under the path', before)).toBe(true);
    expect(await passwordMatches('granite under the road', before)).toBe(false);
    expect(isHashOutdated(before)).toBe(true);
  });

  test('from before that opens as well, and is outdated', async () => {
    const phc = await hashPassword('granite under the path');
    const [, , , , nonce, hash] = phc.split('$');
    const old = ['argon2id', nonce!, hash!].map((part) =>
      part.replaceAll('+', '-').replaceAll('/', '_'),
    );
    expect(await passwordMatches('granite under the path', old.join('$'))).toBe(true);
    expect(await passwordMatches('another', old.join('$'))).toBe(false);
    expect(isHashOutdated(old.join('$'))).toBe(true);
  });
});

test('a signature of other characters does not match, whatever its length in bytes', () => {
  expect(signatureMatches('a'.repeat(32), 'a'.repeat(32))).toBe(true);
  for (const signature of ['', 'é'.repeat(32), 'é'.repeat(16), 'b'.repeat(32)]) {
    expect(signatureMatches(signature, 'a'.repeat(32))).toBe(false);
  }
});
