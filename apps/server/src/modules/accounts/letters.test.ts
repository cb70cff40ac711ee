import { expect, test } from 'vitest';
import { addressTakenLetter, codeLetter } from './letters.ts';

test('a letter has the company’s name, a text part, and the code in both', () => {
  const letter = codeLetter(
    { name: 'Northgate Bank', site: 'https://x.example' },
    '7K2M01PQ',
    'reset',
  );
  expect(letter.from).toBe('Northgate Bank');
  expect(letter.subject).toBe('Choose a new password: Northgate Bank');
  expect(letter.text).toContain('7K2M-01PQ');
  expect(letter.html).toContain('7K2M-01PQ');
  // Nobody learns a code from the list of a locked phone.
  expect(letter.subject).not.toContain('7K2M');
});

test('a name cannot bring markup into a letter', () => {
  const { html } = addressTakenLetter({ name: '<b onload="x">&', site: 'https://x.example' });
  expect(html).not.toContain('<b onload');
  expect(html).toContain('&lt;b onload=&quot;x&quot;&gt;&amp;');
});
