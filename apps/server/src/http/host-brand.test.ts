import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { withTitle } from './host-brand.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../web/index.html'), 'utf8');

test('the title of the page is the name of the company, as text and nothing else [R021]', () => {
  expect(page).toContain('<title>Cairn</title>');
  const html = withTitle(page, 'Ames & Co. </title><script>$1');
  expect(html).toContain('<title>Ames &amp; Co. &lt;/title&gt;&lt;script&gt;$1</title>');
  expect(html.match(/<title>/g)).toHaveLength(1);
});
