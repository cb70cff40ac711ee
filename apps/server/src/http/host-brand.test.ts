import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { titlesOf, withTitle } from './host-brand.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../web/index.html'), 'utf8');

test('the title of the page is the name of the company, as text and nothing else [R021]', () => {
  expect(page).toContain('<title>Cairn</title>');
  const html = withTitle(page, 'Ames & Co. </title><script>$1');
  expect(html).toContain('<title>Ames &amp; Co. &lt;/title&gt;&lt;script&gt;$1</title>');
  expect(html.match(/<title>/g)).toHaveLength(1);
});

const config = { publicUrl: new URL('https://cairn.example') };

/** Answers each lookup with `name`, and counts the lookups. */
function counting(name: () => Promise<string | undefined>) {
  const lookups = { count: 0 };
  const findName = (): Promise<string | undefined> => {
    lookups.count += 1;
    return name();
  };
  const titleAt = titlesOf({ config, findName });
  return { lookups, title: (word: string) => titleAt({ host: `${word}.cairn.example` }) };
}

afterEach(() => void vi.useRealTimers());

test('a title, and that there is none, is looked up once a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const ames = counting(async () => 'Ames & Co.');
  const none = counting(async () => undefined);
  for (let count = 0; count < 50; count += 1) {
    expect(await ames.title('ames')).toBe('Ames & Co.');
    expect(await none.title('unknown')).toBeUndefined();
  }
  expect([ames.lookups.count, none.lookups.count]).toEqual([1, 1]);
  vi.setSystemTime(Date.now() + 61_000);
  expect(await ames.title('ames')).toBe('Ames & Co.');
  expect(await none.title('unknown')).toBeUndefined();
  expect([ames.lookups.count, none.lookups.count]).toEqual([2, 2]);
});

test('the cache of page titles keeps the newest thousand subdomains', async () => {
  const { lookups, title } = counting(async () => undefined);
  await title('first');
  for (let count = 0; count < 1000; count += 1) await title(`other-${count}`);
  expect(lookups.count).toBe(1001);
  await title('other-999');
  expect(lookups.count).toBe(1001);
  await title('first');
  expect(lookups.count).toBe(1002);
});

test('a name that no company can have is not looked up as a subdomain', async () => {
  const { lookups, title } = counting(async () => undefined);
  for (const word of ['x', 'a_b', '-ames', 'ä', 'x'.repeat(64)]) await title(word);
  expect(lookups.count).toBe(0);
});

test('a database without a free connection delays a page by a second at most, for few lookups', async () => {
  let answer: (name: string) => void = () => undefined;
  const lookup = new Promise<string>((done) => (answer = done));
  const { lookups, title } = counting(() => lookup);
  const began = performance.now();
  const titles = Array.from({ length: 100 }, (_, count) => title(`ames-${count % 20}`));
  expect(new Set(await Promise.all(titles))).toEqual(new Set([undefined]));
  expect(performance.now() - began).toBeLessThan(2000);
  expect(lookups.count).toBe(4);
  answer('Ames & Co.');
  expect(await title('ames-0')).toBe('Ames & Co.');
  expect(lookups.count).toBe(4);
});

test('a failed lookup of a page title is not cached', async () => {
  let isDown = true;
  const { title } = counting(async () => {
    if (isDown) throw new Error('down');
    return 'Ames & Co.';
  });
  expect(await title('ames')).toBeUndefined();
  isDown = false;
  expect(await title('ames')).toBe('Ames & Co.');
});
