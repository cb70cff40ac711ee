import { expect, test } from 'vitest';
import { COMMON } from './common-passwords.ts';
import { isCommon, isPersonal, leakedPasswords } from './passwords.ts';

test('common passwords are refused, also repeated or decorated', () => {
  expect(COMMON.length).toBeGreaterThan(200);
  for (const password of [
    'passwordpassword',
    'Password2024!!',
    'P@ssw0rd1234',
    '!!!Welcome1234',
    'qwertyuiop123',
    'letmeinletmein',
    'let me in let me in',
    '123456789012',
    '987654321098',
    'abcdefghijkl',
    'aaaaaaaaaaaa',
    'abababababab',
    'monkey123456',
    'correct horse battery staple',
  ]) {
    expect([password, isCommon(password)]).toEqual([password, true]);
  }
});

test('leaked passwords of at least twelve characters are refused, more than 11,000 of them', () => {
  expect(leakedPasswords.size).toBeGreaterThan(11_000);
  expect([...leakedPasswords].filter((password) => password.length < 12)).toEqual([]);
  for (const password of leakedPasswords) expect(isCommon(password.toUpperCase())).toBe(true);
});

test('a long password that is not on the list is accepted, without composition rules', () => {
  for (const password of [
    'three stones and a trail',
    'granite under the north path',
    'zwölf graue steine',
    'kq8w-93jd-vm2x',
    '582047193366',
  ]) {
    expect([password, isCommon(password)]).toEqual([password, false]);
  }
});

test('a name and an address do not make a password', () => {
  const dana = ['dana.whitfield@northgate.example', 'Dana', 'Whitfield'];
  for (const password of ['danawhitfield', 'Whitfield2024', 'dana@northgate1', 'cairnWhitfield1']) {
    expect([password, isPersonal(password, dana)]).toEqual([password, true]);
  }
  expect(isPersonal('Silverlake2026!', [...dana, 'Silverlake Bank'])).toBe(true);
  expect(isPersonal('Silverlake2026!', dana)).toBe(false);
  expect(isPersonal('dana walks over granite', dana)).toBe(false);
  expect(isPersonal('three stones and a trail', ['a@b.c', null, null])).toBe(false);
});
