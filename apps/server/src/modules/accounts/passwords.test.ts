import { expect, test } from 'vitest';
import { COMMON } from './common-passwords.ts';
import { isCommon, isPersonal } from './passwords.ts';

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

test('what is long and not on the list is good, without any rule of composition', () => {
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

test('a name and an address are not enough of a password', () => {
  const dana = ['dana.whitfield@northgate.example', 'Dana', 'Whitfield'];
  for (const password of ['danawhitfield', 'Whitfield2024', 'dana@northgate1', 'cairnWhitfield1']) {
    expect([password, isPersonal(password, dana)]).toEqual([password, true]);
  }
  expect(isPersonal('dana walks over granite', dana)).toBe(false);
  expect(isPersonal('three stones and a trail', ['a@b.c', null, null])).toBe(false);
});
