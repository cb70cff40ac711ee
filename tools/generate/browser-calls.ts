import { contract, type Endpoint } from '@cairn/contract';

/**
 * The contract without its schemas, so that a page that sends a call does not load a validator:
 * method, path and tags as data; the types come from the contract and vanish when built.
 */
export function browserCalls(): string {
  const rows = Object.entries<Endpoint>(contract).map(([name, endpoint]) => {
    const { method, path, shows = [], changes = [], silent = false } = endpoint;
    return `  ${name}: ${JSON.stringify({ method, path, shows, changes, silent })},`;
  });
  return [
    '// Written by npm run generate from packages/contract/src. Do not edit.',
    "import type { CallName, Method, Tag } from '../src/index.ts';",
    '',
    'export interface BrowserCall {',
    '  readonly method: Method;',
    '  readonly path: string;',
    '  readonly shows: readonly Tag[];',
    '  readonly changes: readonly Tag[];',
    '  readonly silent: boolean;',
    '}',
    '',
    'export const calls: Record<CallName, BrowserCall> = {',
    ...rows,
    '};',
    '',
  ].join('\n');
}
