import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { withSupportEmail } from './support-email.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../web/index.html'), 'utf8');

test('the page names the support address of the operator', () => {
  const html = withSupportEmail(page, 'help+$1@lender.example');
  expect(html).toContain('<meta name="support-email" content="help+$1@lender.example" />');
  expect(html).not.toContain('support@cairn.example');
  expect(html.length - page.length).toBe('help+$1@lender.example'.length - 21);
});
