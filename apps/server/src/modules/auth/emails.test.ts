import { expect, test } from 'vitest';
import { addressTakenEmail, codeEmail } from './emails.ts';

test('an email has the company’s name, a text part, and the code in both parts', () => {
  const email = codeEmail(
    { name: 'Northgate Bank', site: 'https://x.example' },
    { code: '7K2M01PQ', link: 'the-link' },
    'reset',
  );
  expect(email.from).toBe('Northgate Bank');
  expect(email.subject).toBe('Choose a new password: Northgate Bank');
  expect(email.text).toContain('7K2M-01PQ');
  expect(email.html).toContain('7K2M-01PQ');
  // In the fragment, which no server or proxy logs.
  expect(email.text).toContain('https://x.example/auth/forgot-password#reset=the-link');
  // Locked phones show subjects, so a subject must not contain the code.
  expect(email.subject).not.toContain('7K2M');
});

test('a name cannot bring markup into an email', () => {
  const sender = { name: '<b onload="x">&', site: 'https://x.example' };
  const { html } = addressTakenEmail(sender, undefined);
  expect(html).not.toContain('<b onload');
  expect(html).toContain('&lt;b onload=&quot;x&quot;&gt;&amp;');
});
