/**
 * Analyzes every regular expression literal of the server, the contract and the pages for super-linear backtracking
 * (recheck): a text that a user typed must take linear time.
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { URL_PATTERN } from '@cairn/contract/field-checks';
import { checkSync } from 'recheck';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Super-linear on purpose, with the reason why the input is short. */
const BOUNDED: Record<string, string> = {
  '/[a-z].*\\./': 'a host name, at most 253 characters',
  [String(URL_PATTERN)]: 'readField refuses more than 255 characters before it',
  '/^\\.+|[. ]+$/g': 'safeName cuts the name to 80 characters before it',
  '/(\\d+)$/': 'the command tag that Postgres answers',
  ...Object.fromEntries(
    [
      String.raw`/"[^]*"(?:\.\.\.)? is not valid JSON/g`,
      String.raw`/=\s*\([^)]*\)/g`,
      String.raw`/[^\s@<>()[\],;:]+@[^\s@<>()[\],;:]+/g`,
      String.raw`/([\w-]+)=[^\s,;&)]+/g`,
      String.raw`/[\w-]{10,}\.[\w-]{10,}\.[\w-]+/g`,
      String.raw`/(?=[\w+/-]*\d)(?=[\w+/-]*[a-z])[\w+/-]{20,}={0,2}/gi`,
    ].map((literal) => [literal, 'scrubText cuts the text to 1,000 characters before it']),
  ),
  [String.raw`/^\s*at (?:(.*?) \()?(.*?):(\d+):(\d+)\)?$/`]:
    'framesOf cuts lines to 500 characters',
  [String.raw`/^(.*?)@(.*?):(\d+):(\d+)$/`]: 'framesOf cuts lines to 500 characters',
};

/** No timeout and a fixed seed, so that the verdict does not depend on the load of the machine. */
const DETERMINISTIC = { timeout: null, seed: 7 };

/**
 * An expression without repetition reads at most its own length at each position. Escaped `*`, `+` and braces count
 * as well, which only causes an unnecessary analysis.
 */
const hasRepetition = ({ pattern }: Literal): boolean => /[*+{]/.test(pattern);

interface Literal {
  literal: string;
  pattern: string;
  flags: string;
  file: string;
}

function collect(node: unknown, file: string, into: Literal[]): void {
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const each of node) collect(each, file, into);
    return;
  }
  const { regex, raw } = node as { regex?: { pattern: string; flags: string }; raw?: string };
  if (regex) into.push({ ...regex, literal: raw!, file });
  for (const child of Object.values(node)) collect(child, file, into);
}

function literals(): Literal[] {
  const files = globSync('{apps/server,apps/web,packages/contract}/src/**/*.{ts,tsx}', {
    cwd: root,
  }).filter((file) => !/\.test\.tsx?$/.test(file));
  const literalsFound: Literal[] = [];
  for (const file of files) {
    const lang = file.endsWith('x') ? 'tsx' : 'ts';
    collect(parseAst(readFileSync(resolve(root, file), 'utf8'), { lang }), file, literalsFound);
  }
  return literalsFound;
}

test('the check finds a quadratic expression', () => {
  expect(checkSync('[. ]+$', '').status).toBe('vulnerable');
  expect(checkSync('^[. ]+', '').status).toBe('safe');
}, 60_000);

test('no regular expression over user input is super-linear', () => {
  const all = literals();
  expect(all.length).toBeGreaterThan(50);
  const unlike = new Map(all.map((each) => [each.literal, each]));
  const bad = [...unlike.values()]
    .filter((each) => hasRepetition(each) && !(each.literal in BOUNDED))
    .flatMap(({ literal, pattern, flags, file }) => {
      const verdict = checkSync(pattern, flags, DETERMINISTIC);
      if (verdict.status === 'safe') return [];
      const summary = 'complexity' in verdict ? verdict.complexity?.summary : verdict.status;
      return [`${file}: ${literal} is ${summary}`];
    });
  expect(bad).toEqual([]);
  // An exception for an expression that no longer exists is stale.
  expect(Object.keys(BOUNDED).filter((literal) => !unlike.has(literal))).toEqual([]);
}, 300_000);
