import { expect, test } from 'vitest';
import { hashAddress, keyFor, seal, unseal } from './crypto.ts';

test('what is sealed opens with its key and in its place only', () => {
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
