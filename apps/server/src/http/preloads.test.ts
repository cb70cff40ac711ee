import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findPreloads } from './preloads.ts';

const dist = mkdtempSync(join(tmpdir(), 'cairn-preloads-'));
afterAll(() => rmSync(dist, { recursive: true, force: true }));

const LOAN = '/loans/01a1ebbe-71e6-76af-8345-baa5dd91330e';
const PHONE = 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36';
const DESK = 'Mozilla/5.0 (X11; Linux x86_64)';
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
  '_request.js': { file: 'assets/request.js', name: 'request', imports: ['_shell.js'] },
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
  const inPackage = ['shell.js', 'loan.js', 'package.js'];
  expect(filesFor(`${LOAN}?view=package`, true)).toEqual(inPackage);
  // A phone shows only the request.
  expect(filesFor(`${LOAN}?view=package&item=1`, true)).toEqual(['shell.js', 'request.js']);
  expect(filesFor(`${LOAN}?view=package&item=1`, true, DESK)).toEqual(inPackage);
  expect(filesFor('/anonymous?lenderUniqueCode=1', false)).toContain('anonymous.js');
  // Nothing is preloaded for visitors who must log in first, lenders on a desktop, and other pages.
  expect(filesFor('/', false)).toEqual([]);
  expect(filesFor('/', true, DESK)).toEqual([]);
  expect(filesFor(LOAN, false)).toEqual([]);
  expect(filesFor('/loans/phases/origination', true)).toEqual([]);
});

test('the HTML names the calls that a page makes first', async () => {
  const preloads = await write(BUILD);
  const callsFor = (url: string, hasSession: boolean) =>
    [
      ...preloads({ url, hasSession, userAgent: PHONE }).matchAll(
        /<link rel="preload" as="fetch" crossorigin href="([^"]+)">/g,
      ),
    ].map(([, href]) => href);
  const ofUser = ['/api/v2/users/loggedUser', '/api/v1/auth/userSettings'];
  const id = LOAN.split('/').at(-1);
  expect(callsFor('/', true)).toEqual([...ofUser, '/api/v1/loans/view?limit=50']);
  for (const search of ['', '?view=package', '?view=package&item=1']) {
    expect(callsFor(LOAN + search, true)).toEqual([
      ...ofUser,
      `/api/v1/loans/${id}`,
      `/api/v2/loanmanager/${id}/elements`,
    ]);
  }
  expect(callsFor('/anonymous?lenderUniqueCode=1', false)).toEqual([]);
  expect(callsFor(LOAN, false)).toEqual([]);
});

test('a build without a part that is to be preloaded fails at the start', async () => {
  const { 'src/features/elements/Package.tsx': _, ...rest } = BUILD;
  await expect(write(rest)).rejects.toThrow('the build has no part src/features/elements/Package');
});
