import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findPreloads } from './preloads.ts';

const dist = mkdtempSync(join(tmpdir(), 'cairn-preloads-'));
afterAll(() => rmSync(dist, { recursive: true, force: true }));

const LOAN = '/loans/01a1ebbe-71e6-76af-8345-baa5dd91330e';
const PHONE = 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36';
const BUILD = {
  'index.html': { file: 'assets/index.js', imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_shell.js': { file: 'assets/shell.js', name: 'shell', imports: ['index.html', '_react.js'] },
  '_home.js': {
    file: 'assets/home.js',
    name: 'home',
    imports: ['_shell.js'],
    css: ['assets/home.css'],
  },
  'src/features/home/AnonymousPage.tsx': { file: 'assets/anonymous.js', imports: ['_home.js'] },
  'src/features/loan-overview/LoanPage.tsx': { file: 'assets/loan.js', imports: ['_shell.js'] },
  'src/features/elements/Package.tsx': { file: 'assets/package.js', imports: ['_shell.js'] },
};

function write(build: object): Promise<Awaited<ReturnType<typeof findPreloads>>> {
  mkdirSync(join(dist, '.vite'), { recursive: true });
  writeFileSync(join(dist, '.vite/manifest.json'), JSON.stringify(build));
  return findPreloads(dist);
}

test('the HTML of a page names the scripts and styles that its address needs, each once, without the entry’s own', async () => {
  const preloads = await write(BUILD);
  const filesFor = (url: string, hasSession: boolean, userAgent: string | undefined = PHONE) =>
    [...preloads({ url, hasSession, userAgent }).matchAll(/href="\/assets\/([^"]+)"/g)].map(
      ([, file]) => file,
    );
  expect(filesFor('/', true)).toEqual(['shell.js', 'home.js', 'home.css']);
  expect(filesFor(LOAN, true)).toEqual(['shell.js', 'loan.js']);
  expect(filesFor(`${LOAN}?view=package&item=1`, true)).toEqual([
    'shell.js',
    'loan.js',
    'package.js',
  ]);
  expect(filesFor('/anonymous?lenderUniqueCode=1', false)).toContain('anonymous.js');
  // Visitors who log in first, lenders at a desk, and other pages load nothing in vain.
  expect(filesFor('/', false)).toEqual([]);
  expect(filesFor('/', true, 'Mozilla/5.0 (X11; Linux x86_64)')).toEqual([]);
  expect(filesFor(LOAN, false)).toEqual([]);
  expect(filesFor('/loans/phases/origination', true)).toEqual([]);
});

test('a build without a part that is to be preloaded fails at the start', async () => {
  const { 'src/features/elements/Package.tsx': _, ...rest } = BUILD;
  await expect(write(rest)).rejects.toThrow('the build has no part src/features/elements/Package');
});
