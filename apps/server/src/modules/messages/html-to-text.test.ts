import { expect, test } from 'vitest';
import { htmlToText } from './html-to-text.ts';

test('the words of an HTML email are read, without its style, script and quotes', () => {
  const html =
    '<style>p { color: red }</style><p>Yes,&nbsp;on <b>Monday</b>.</p><script>alert(1)</script><blockquote>Is it signed?</blockquote><div>&lt;b&gt;</div>';
  expect(htmlToText(html).trim()).toBe('Yes, on Monday.\n\n<b>');
});

test('a long run of spaces is read in no time', () => {
  const startedAt = performance.now();
  htmlToText('<> '.repeat(66_000));
  expect(performance.now() - startedAt).toBeLessThan(200);
});
