import { expect, test } from 'vitest';
import { safeSenderName } from './sender-name.ts';

test('names that could carry a link or a text of their own stay out of mail', () => {
  for (const name of [
    'http://evil.example',
    'Click evil.example now',
    'www.evil',
    'evil。com',
    'evil．com',
    'me@evil.example',
    'EVIL.COM',
    'a'.repeat(61),
    'Dana\u202Egnp.exe',
    'Dana\nBcc: x',
    'Dana\u200B',
    '',
    '   ',
  ]) {
    expect(safeSenderName(name, 'your loan')).toBe('your loan');
  }
  expect(safeSenderName(null, 'Someone')).toBe('Someone');
});

test('names as people and businesses have them are left alone', () => {
  for (const name of [
    'Larkspur Bakery LLC',
    'O’Brien & Sons, Inc.',
    'J. R. Smith Jr.',
    'Müller-Łukasiewicz',
    'Café 7/24',
    '山田 太郎',
    'Phase 2.5 expansion',
  ]) {
    expect(safeSenderName(name, 'your loan')).toBe(name);
  }
});
