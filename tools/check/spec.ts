/**
 * npm run spec: how much of the specification is implemented. A call counts if the contract has its method and path
 * (the server mounts nothing else), the authorization matrix covers it, and a page makes it or api-only-calls.ts has
 * a reason why none does. A screen counts if the router has its address and the journey of e2e/specified-screens.ts
 * opens it. A rule counts if the title of a test names it, as in test('… [R061]').
 *
 * --check fails if one does not count, a test names an unknown rule or names one outside of its title, the contract
 * spells a path of the specification differently, or docs/spec/coverage.md is stale. --write writes that page.
 * --prove R061 (or R061,R062) runs the tests that name the rules and reports each; --prove 40 does so for 40 rules
 * chosen by --seed, which is printed. Browser tests need the built pages.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { contract, type Endpoint } from '@cairn/contract';
import { routes } from '../../apps/web/src/lib/routes.ts';
import { SPECIFIED_SCREENS } from '../../e2e/specified-screens.ts';
import { API_ONLY_CALLS } from './api-only-calls.ts';
import { chooseRules, proveRules } from './prove-rules.ts';
import { coveragePage, namedElsewhere, namedRules, readingDecisions } from './spec-coverage.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');

function table(path: string): Record<string, string>[] {
  const [head, ...lines] = read(path).trimEnd().split('\n');
  const columns = head!.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
  });
}

/** Normalizes a path, because the two documents name parameters differently but have them in the same positions. */
const shapeOf = (path: string): string => path.replaceAll(/\{\w+\}|\[\w+\]|\$\w+/g, '*');

/**
 * Leaves out alternative readings, which are accepted besides the call itself, and two rows that are the client's own
 * behavior.
 */
const specifiedCalls = table('docs/spec/calls.tsv').filter(
  ({ path, request_notes }) => path!.startsWith('/') && !request_notes!.includes('[alt-reading]'),
);
const names = new Map(
  Object.entries<Endpoint>(contract).map(([name, { method, path }]) => [
    `${method} ${shapeOf(path)}`,
    name,
  ]),
);
const built = new Set(names.keys());
const nameOf = ({ method, path }: Record<string, string>): string | undefined =>
  names.get(`${method} ${shapeOf(path!)}`);

const inMatrix = new Set(table('packages/testing/src/matrix/calls.tsv').map(({ call }) => call!));
const pages = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (path) => !/\.test\.tsx?$|\/gallery\//.test(path),
);
/** Pages name a call as a string for the client or as a key of `calls`. */
const inPages = new Set(
  pages.flatMap((path) =>
    Array.from(read(path).matchAll(/'(\w+)'|\bcalls\.(\w+)/g), ([, text, key]) => text ?? key!),
  ),
);
const apiOnly = new Set(Object.keys(API_ONLY_CALLS));
const isUsable = (name: string): boolean =>
  // The browser navigates to this address itself.
  name === 'logoutAddress' || inPages.has(name) || apiOnly.has(name);
const calls = specifiedCalls.filter((row) => {
  const name = nameOf(row);
  return name !== undefined && inMatrix.has(name) && isUsable(name);
});
const staleReasons = [...apiOnly].filter(
  (name) => inPages.has(name) || ![...names.values()].includes(name),
);

const addresses = new Set(Object.values<string>(routes).map(shapeOf));
const apiAddress = '/api/auth/logout';
const isServed = (path: string): boolean => {
  const fixed = /^\/loans\/phases\/[a-z]+$/.test(path);
  return addresses.has(fixed ? '/loans/phases/*' : shapeOf(path));
};
const screens = table('docs/spec/routes.tsv').filter(({ path = '' }) => {
  // A journey uses this address to end the session, see R023.
  if (path === apiAddress) return built.has('GET /auth/logout');
  // The shell surrounds every other screen and has no address of its own.
  if (path === '/_app') return addresses.size > 0;
  return isServed(path) && path in SPECIFIED_SCREENS;
});

const provenRules = namedRules();
const allRules = new Set(table('docs/spec/rules.tsv').map(({ id }) => id!));
const rules = [...allRules].filter((id) => provenRules.has(id));

const proved = process.argv.indexOf('--prove');
if (proved !== -1) {
  const selection = process.argv[proved + 1] ?? '';
  const seed = Number(process.argv[process.argv.indexOf('--seed') + 1]) || Date.now() % 100_000;
  const isCount = /^\d+$/.test(selection);
  if (isCount) console.log(`seed ${seed}`);
  const chosenRules = isCount
    ? chooseRules([...allRules], Number(selection), seed)
    : selection.split(',');
  process.exit(proveRules(chosenRules) ? 0 : 1);
}

const apiOnlyCalls = calls.filter((row) => apiOnly.has(nameOf(row)!)).length;
console.log(
  `calls   ${calls.length} of ${specifiedCalls.length}, ${apiOnlyCalls} of them for programs only, with a reason`,
);
console.log(
  `screens ${screens.length} of ${table('docs/spec/routes.tsv').length} served and opened by a journey`,
);
const byDecision = rules.filter((id) => readingDecisions.has(id));
console.log(
  `rules   ${rules.length} of ${allRules.size} have a test whose title names them, ${byDecision.length} of them by a decision that took another reading`,
);

if (process.argv.includes('--list')) {
  for (const { method, path } of calls) console.log(`  ${method} ${path}`);
  for (const { path } of screens) console.log(`  ${path}`);
  console.log(`  ${rules.join(' ')}`);
  for (const id of byDecision) console.log(`  ${id} by decision ${readingDecisions.get(id)}`);
}

const unknown = [...provenRules, ...readingDecisions.keys()].filter((id) => !allRules.has(id));
for (const id of unknown)
  console.error(`a test or a decision record names ${id}, which is no rule of docs/spec/rules.tsv`);
const untested = [...allRules].filter((id) => !provenRules.has(id));
for (const id of untested) console.error(`${id}: no test names it in its title`);
const elsewhere = namedElsewhere();
for (const { path, rule } of elsewhere)
  console.error(`${path} names ${rule} outside of a test's title, where no run finds it`);
const wrong = [...unknown, ...untested, ...elsewhere];
const all = new Set(
  table('docs/spec/calls.tsv').map(({ method, path }) => `${method} ${shapeOf(path!)}`),
);
const lowerCase = new Map([...all].map((call) => [call.toLowerCase(), call]));
const misspelt = [...built].filter((call) => {
  const spelled = lowerCase.get(call.toLowerCase());
  return spelled !== undefined && spelled !== call;
});
for (const call of misspelt) console.error(`${call} is written differently in docs/spec/calls.tsv`);

for (const row of specifiedCalls.filter((each) => !calls.includes(each)))
  console.error(`${row['method']} ${row['path']}: not in the contract, the matrix or a page`);
for (const name of staleReasons)
  console.error(`tools/check/api-only-calls.ts: ${name} is made by a page, or no call`);
const missing = table('docs/spec/routes.tsv').filter((each) =>
  screens.every(({ path }) => path !== each['path']),
);
for (const { path } of missing) console.error(`${path}: not served, or no journey opens it`);
const uncounted = specifiedCalls.length - calls.length + staleReasons.length + missing.length;

const COVERAGE = 'docs/spec/coverage.md';
const coverage = coveragePage({
  calls: specifiedCalls,
  screens: table('docs/spec/routes.tsv'),
  rules: table('docs/spec/rules.tsv'),
});
if (process.argv.includes('--write')) writeFileSync(resolve(root, COVERAGE), coverage);
if (process.argv.includes('--check')) {
  const isStale = read(COVERAGE) !== coverage;
  if (isStale) console.error(`${COVERAGE} is stale: run npm run spec -- --write`);
  if (isStale || uncounted + wrong.length + misspelt.length > 0) process.exit(1);
}
