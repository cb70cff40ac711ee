import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { withErrorReports, withSupportEmail } from './support-email.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../web/index.html'), 'utf8');

test('the page names the support address of the operator', () => {
  const html = withSupportEmail(page, 'help+$1@lender.example');
  expect(html).toContain('<meta name="support-email" content="help+$1@lender.example" />');
  expect(html).not.toContain('support@cairn.example');
  expect(html.length - page.length).toBe('help+$1@lender.example'.length - 21);
});

test('the page says whether errors are reported; by default they are not', () => {
  expect(page).toContain('<meta name="error-reports" content="off" />');
  expect(withErrorReports(page, true)).toContain('<meta name="error-reports" content="on" />');
  expect(withErrorReports(page, false)).toBe(page);
});
