import { expect, test } from 'vitest';
import { brokenLinks, headingsOf } from './links.ts';

const read = (path: string): string | undefined =>
  path === '/docs/keys.md' ? '# Keys\n\n## Rotate a key, twice\n' : undefined;

const reasons = (text: string): string[] =>
  brokenLinks('/docs/install.md', text, read).map(({ link, reason }) => `${link}: ${reason}`);

test('a link to a file or heading that does not exist is found', () => {
  expect(
    reasons('[a](gone.md) [b](keys.md#lost) ![c](images/gone.png) <img src="gone.svg">'),
  ).toEqual([
    'gone.md: there is no such file',
    'keys.md#lost: the file has no such heading',
    'images/gone.png: there is no such file',
    'gone.svg: there is no such file',
  ]);
});

test('a link to a file, a heading, its own page or another site is right', () => {
  const text =
    '# Install\n[a](keys.md) [b](keys.md#rotate-a-key-twice) [c](#install) [d](https://example.com/x)';
  expect(reasons(text)).toEqual([]);
});

test('code is no link, and no heading', () => {
  expect(reasons('`[a](gone.md)`\n\n```sh\n# [b](gone.md)\n```\n')).toEqual([]);
  expect([...headingsOf('# A `b`\n\n```sh\n# c\n```\n\n## A b\n')]).toEqual(['a-b', 'a-b-1']);
});
