import { expect, it } from 'vitest';
import { hueOf, loanInitials, personInitials, personName, withoutExtension } from './names.ts';

const dana = { givenName: 'Dana', familyName: 'Whitfield', emailAddress: 'dana@northgate.example' };
const unnamed = { givenName: null, familyName: null, emailAddress: 'elena.marsh@larkspur.example' };

it('names people by both names, else by the one they gave, else by address [R209]', () => {
  expect(personName(dana)).toBe('Dana Whitfield');
  expect(personName({ ...dana, familyName: null })).toBe('Dana');
  expect(personName({ ...dana, givenName: null })).toBe('Whitfield');
  expect(personName({ ...dana, givenName: '', familyName: 'Whitfield' })).toBe('Whitfield');
  expect(personName(unnamed)).toBe('elena.marsh@larkspur.example');
  expect(personInitials(dana)).toBe('DW');
});

it('takes the initials of a loan from its first two words', () => {
  expect(loanInitials('Larkspur Bakery LLC')).toBe('LB');
  expect(loanInitials('Juniper & Sage Hospitality')).toBe('JS');
  expect(loanInitials('Redfern')).toBe('RE');
});

it('hides extensions [R213] [R214]', () => {
  expect(withoutExtension('larkspur-1120S-2025.pdf')).toBe('larkspur-1120S-2025');
  expect(withoutExtension('.hidden')).toBe('.hidden');
  expect(withoutExtension('No. 5 agreement')).toBe('No. 5 agreement');
});

it('gives one id one color', () => {
  const hues = ['blue', 'green', 'teal'];
  expect(hueOf('0199a1', hues)).toBe(hueOf('0199a1', hues));
});
