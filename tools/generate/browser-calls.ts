import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { contract, type Endpoint } from '@cairn/contract';

const pages = resolve(import.meta.dirname, '../../apps/web/src');

/** Every word of the pages' source and its tests: a call that none of them names is left out. */
function wordsOfPages(): Set<string> {
  const files = globSync('**/*.{ts,tsx}', { cwd: pages });
  return new Set(files.flatMap((file) => readFileSync(resolve(pages, file), 'utf8').split(/\W+/)));
}

/**
 * The contract without its schemas, so that a page that sends a call does not load a validator:
 * method, path and tags as lines of one text, which every page loads and which compresses better than
 * code does, and best by path. The types come from the contract and vanish when built.
 */
export function browserCalls(): string {
  const words = wordsOfPages();
  const used = Object.entries<Endpoint>(contract).filter(([name]) => words.has(name));
  const rows = used.map(([name, endpoint]) => {
    const { method, path, shows = [], changes = [] } = endpoint;
    const { silent = false, form = false, slow = false } = endpoint;
    const flags = `${silent ? 's' : ''}${form ? 'f' : ''}${slow ? 'w' : ''}`;
    return [path, method, name, shows.join(), changes.join(), flags].join(' ').trimEnd();
  });
  return [
    '// Written by npm run generate from packages/contract/src, for the calls that a page of apps/web names. Do not edit.',
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
    '/** Path, method, name, what it shows, what it changes, and s for silent, f for a form, w for a wait. */',
    'const LINES = `',
    ...rows.toSorted(),
    '`;',
    '',
    'export const calls = Object.fromEntries(',
    '  LINES.trim()',
    "    .split('\\n')",
    '    .map((line) => {',
    "      const [path, method, name, shows, changes, flags = ''] = line.split(' ');",
    '      return [',
    '        name,',
    '        {',
    '          method,',
    '          path,',
    '          shows: tags(shows),',
    '          changes: tags(changes),',
    "          silent: flags.includes('s'),",
    "          ...(flags.includes('f') && { form: true }),",
    "          ...(flags.includes('w') && { slow: true }),",
    '        },',
    '      ];',
    '    }),',
    ') as Record<CallName, BrowserCall>;',
    '',
  ].join('\n');
}
