import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { contract, type Endpoint } from '@cairn/contract';

const pages = resolve(import.meta.dirname, '../../apps/web/src');

/** All words of the pages' source and tests: calls whose name is not among them are left out. */
function wordsOfPages(): Set<string> {
  const files = globSync('**/*.{ts,tsx}', { cwd: pages });
  return new Set(files.flatMap((file) => readFileSync(resolve(pages, file), 'utf8').split(/\W+/)));
}

/** Path prefix of the calls for visitors without an account, which only their pages load. */
const VISITORS = '/v1/noauth/anonSession/';

/** One line for each call that the pages name. */
function linesOf(isWanted: (path: string) => boolean): string[] {
  const words = wordsOfPages();
  return Object.entries<Endpoint>(contract)
    .filter(([name, { path }]) => words.has(name) && isWanted(path))
    .map(([name, endpoint]) => {
      const { method, path, shows = [], changes = [] } = endpoint;
      const { silent = false, form = false, slow = false } = endpoint;
      const flags = `${silent ? 's' : ''}${form ? 'f' : ''}${slow ? 'w' : ''}`;
      return [path, method, name, shows.join(), changes.join(), flags].join(' ').trimEnd();
    })
    .toSorted();
}

const WRITTEN =
  '// Written by npm run generate from packages/contract/src, for the calls that a page of apps/web names. Do not edit.';
const EXPLAINED =
  '/** Path, method, name, what it shows, what it changes, and s for silent, f for a form, w for a wait. */';

/**
 * The contract without its schemas, so that a page that sends a call need not load a validator. Method, path and tags
 * of all calls are lines of one text, sorted by path, which every page loads and which compresses better than code.
 * The types come from the contract and are erased in the build.
 */
export const browserCalls = (): string =>
  [
    WRITTEN,
    "import type { CallName, Method, Tag } from '../src/index.ts';",
    '',
    'export interface BrowserCall {',
    '  readonly method: Method;',
    '  readonly path: string;',
    '  readonly shows: readonly Tag[];',
    '  readonly changes: readonly Tag[];',
    '  readonly silent: boolean;',
    '  readonly form?: true;',
    '  readonly slow?: true;',
    '}',
    '',
    "const tags = (text = '') => (text === '' ? [] : text.split(',')) as Tag[];",
    '',
    EXPLAINED,
    'const LINES = `',
    ...linesOf((path) => !path.startsWith(VISITORS)),
    '`;',
    '',
    'export const callsIn = (lines: string) =>',
    '  Object.fromEntries(',
    '    lines',
    '      .trim()',
    "      .split('\\n')",
    '      .map((line) => {',
    "        const [path, method, name, shows, changes, flags = ''] = line.split(' ');",
    '        return [',
    '          name,',
    '          {',
    '            method,',
    '            path,',
    '            shows: tags(shows),',
    '            changes: tags(changes),',
    "            silent: flags.includes('s'),",
    "            ...(flags.includes('f') && { form: true }),",
    "            ...(flags.includes('w') && { slow: true }),",
    '          },',
    '        ];',
    '      }),',
    '  ) as Record<CallName, BrowserCall>;',
    '',
    'export const calls = callsIn(LINES);',
    '',
  ].join('\n');

/** The calls of visitors without an account, added to the others when one of their pages is loaded. */
export const visitorCalls = (): string =>
  [
    WRITTEN,
    "import { calls, callsIn } from './calls.ts';",
    '',
    EXPLAINED,
    'const LINES = `',
    ...linesOf((path) => path.startsWith(VISITORS)),
    '`;',
    '',
    'Object.assign(calls, callsIn(LINES));',
    '',
  ].join('\n');
