/** Which tests show each call, screen and rule of the specification: docs/spec/coverage.md. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { contract, type Endpoint } from '@cairn/contract';
import { SPECIFIED_SCREENS } from '../../e2e/specified-screens.ts';
import { API_ONLY_CALLS } from './api-only-calls.ts';
import { decisionsOf } from './rule-decisions.ts';
import { titlesIn } from './test-titles.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');

const TESTS = globSync('{apps,packages,e2e,tools}/**/*.{test,spec}.{ts,tsx}', {
  cwd: root,
  exclude: (name) => name.includes('node_modules'),
}).toSorted();
const texts = new Map(TESTS.map((path) => [path, read(path)]));
/** Shared steps of several test files. */
const steps = new Map(
  globSync('packages/testing/src/*.ts', { cwd: root })
    .toSorted()
    .map((path) => [path, read(path)]),
);
const pages = new Map(
  globSync('e2e/**/*.ts', { cwd: root })
    .toSorted()
    .filter((path) => path !== 'e2e/specified-screens.ts')
    // Addresses also occur in regular expressions, with escaped slashes.
    .map((path) => [path, read(path).replaceAll('\\/', '/')]),
);

export type Row = Record<string, string>;
export interface Specification {
  calls: readonly Row[];
  screens: readonly Row[];
  rules: readonly Row[];
}

interface Shown {
  path: string;
  title: string;
}

const titlesByPath = new Map([...texts].map(([path, text]) => [path, titlesIn(text)]));

/** Titles of tests that name the rule; for a table test, the row that names it. */
export const testsOf = (rule: string): Shown[] =>
  [...titlesByPath].flatMap(([path, { titles }]) =>
    titles
      .filter((title) => title.includes(`[${rule}]`))
      .map((title) => ({ path, title: title.trim() })),
  );

/** Rules named in the title of a test. */
export const namedRules = (): Set<string> =>
  new Set(
    [...titlesByPath.values()].flatMap(
      ({ titles }) => titles.join(' ').match(/R\d{3}(?=\])/g) ?? [],
    ),
  );

/** Rules that a test file names outside of titles, such as in a comment: they cannot be selected by name. */
export const namedElsewhere = (): { path: string; rule: string }[] =>
  [...titlesByPath].flatMap(([path, { elsewhere }]) => elsewhere.map((rule) => ({ path, rule })));

/** The decision record that interprets a rule differently, by rule. */
export const readingDecisions = decisionsOf(
  new Map(
    globSync('docs/decisions/*.md', { cwd: root })
      .toSorted()
      .map((path) => [path, read(path)]),
  ),
);
const recordFile = (number: string): string =>
  globSync(`docs/decisions/${number}-*.md`, { cwd: root })[0]!.replace('docs/', '../');

const shapeOf = (path: string): string => path.replaceAll(/\{\w+\}/g, '*');
const names = new Map(
  Object.entries<Endpoint>(contract).map(([name, { method, path }]) => [
    `${method} ${shapeOf(path)}`,
    name,
  ]),
);

const filesWith = (files: ReadonlyMap<string, string>, pattern: RegExp): string[] =>
  [...files].filter(([, text]) => pattern.test(text)).map(([path]) => path);

/** Matches an address in a text: parameters match anything but a slash, and the path must end there. */
function addressPattern(path: string): RegExp {
  const parts = path.split('/').map((part) => (part.startsWith('[') ? '[^/\\s\'"`]+' : part));
  return new RegExp(`${parts.join('\\/')}(?:['"\`?#]|$)`, 'm');
}

/** The address of the home page, as opposed to any slash. */
const HOME = /(?:goto\(|logIn\([^)]*, )['"`]\/['"`]/;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();
const list = (paths: readonly string[]): string =>
  paths.length === 0 ? '' : paths.map((path) => `\`${path}\``).join(', ');
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

export function coveragePage({ calls, screens, rules }: Specification): string {
  const callRows = calls.map(({ method, path }) => {
    const name = names.get(`${method} ${shapeOf(path!)}`);
    const tests =
      name === undefined ? [] : filesWith(new Map([...texts, ...steps]), new RegExp(`'${name}'`));
    const reason: string | undefined = (API_ONLY_CALLS as Readonly<Record<string, string>>)[
      name ?? ''
    ];
    return [
      `${method} ${path}`,
      name ?? '',
      reason === undefined ? 'pages' : `programs only: ${reason}`,
      list(tests),
    ];
  });
  const screenRows = screens.map(({ path = '' }) => [
    path,
    list([
      ...(path in SPECIFIED_SCREENS || path === '/_app' ? ['e2e/specified-screens.spec.ts'] : []),
      ...filesWith(pages, path === '/' ? HOME : addressPattern(path)),
    ]),
  ]);
  const ruleRows = rules.map(({ id, rule }) => {
    const decision = readingDecisions.get(id!);
    const reading = decision ? [`by decision [${decision}](${recordFile(decision)})`] : [];
    const tests = testsOf(id!).map(({ path, title }) => `\`${path}\`: ${cell(title)}`);
    return [id!, cell(rule!), (tests.length === 0 ? [] : [...reading, ...tests]).join('<br>')];
  });
  const without = (rows: readonly string[][]): number =>
    rows.filter((cells) => cells.at(-1) === '').length;
  return `# Where the tests show the specification

Written by \`npm run spec -- --write\`; \`npm run spec -- --prove R220\` runs the tests of a rule. A call is listed with who makes it
and the test files that name it; besides, the authorization matrix makes every one, as everybody. A screen is listed with the
journey that opens it wide and on a phone, and with the browser tests that name its address (others come to it by a link); the
shell, \`/_app\`, is around every screen. A rule is listed with the tests whose titles name it. Where a decision record took
another reading, the record is named, and the tests show what is done instead.

| | in the specification | without a test |
| --- | --- | --- |
| calls | ${callRows.length} | ${without(callRows)} |
| screens | ${screenRows.length} | ${without(screenRows)} |
| rules | ${ruleRows.length} | ${without(ruleRows)} |
| rules by decision | ${readingDecisions.size} | |

## Rules

${table(['rule', 'statement', 'tests'], ruleRows)}

## Calls

${table(['call', 'name', 'made by', 'tests'], callRows)}

## Screens

${table(['screen', 'browser tests'], screenRows)}
`;
}
