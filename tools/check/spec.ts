/**
 * npm run spec: how much of the specification is built. A call counts when the contract has its method
 * and path (and the server mounts nothing else); a screen when the router has its address; a rule when a
 * test names it, as in test('… [R061]'). With --check it fails where a test names a rule that does not
 * exist, the contract writes a path of the specification's differently, or docs/spec/coverage.md is stale; --write
 * writes that page. --prove R061 (or R061,R062) runs the tests that name the rules, --prove 40 those of 40 rules chosen by
 * --seed, which it prints.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { contract, type Endpoint } from '@cairn/contract';
import { routes } from '../../apps/web/src/lib/routes.ts';
import { chooseRules, coveragePage, proveRules } from './spec-coverage.ts';

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

/** Names of parameters differ between the two documents; their positions do not. */
const shapeOf = (path: string): string => path.replaceAll(/\{\w+\}|\[\w+\]|\$\w+/g, '*');

/** Alternative readings are accepted besides the call itself; two rows are the client's own doing. */
const specifiedCalls = table('docs/spec/calls.tsv').filter(
  ({ path, request_notes }) => path!.startsWith('/') && !request_notes!.includes('[alt-reading]'),
);
const built = new Set(
  Object.values<Endpoint>(contract).map(({ method, path }) => `${method} ${shapeOf(path)}`),
);
const calls = specifiedCalls.filter(({ method, path }) => built.has(`${method} ${shapeOf(path!)}`));

const addresses = new Set(Object.values<string>(routes).map(shapeOf));
const apiAddress = '/api/auth/logout';
const screens = table('docs/spec/routes.tsv').filter(({ path }) => {
  if (path === apiAddress) return built.has('GET /auth/logout');
  // The shell is the frame around every other screen, not an address of its own.
  if (path === '/_app') return addresses.size > 0;
  const fixed = /^\/loans\/phases\/[a-z]+$/.test(path!);
  return addresses.has(fixed ? '/loans/phases/*' : shapeOf(path!));
});

const tests = globSync('{apps,packages,e2e,tools}/**/*.{test,spec}.{ts,tsx}', {
  cwd: root,
  exclude: (name) => name.includes('node_modules'),
});
const named = new Set(tests.flatMap((path) => read(path).match(/\[R\d{3}\]/g) ?? []));
const known = new Set(table('docs/spec/rules.tsv').map(({ id }) => `[${id}]`));
const rules = [...known].filter((id) => named.has(id));

const proved = process.argv.indexOf('--prove');
if (proved !== -1) {
  const asked = process.argv[proved + 1] ?? '';
  const seed = Number(process.argv[process.argv.indexOf('--seed') + 1]) || Date.now() % 100_000;
  const isCount = /^\d+$/.test(asked);
  if (isCount) console.log(`seed ${seed}`);
  const ids = [...known].map((id) => id.slice(1, -1));
  const chosen = isCount ? chooseRules(ids, Number(asked), seed) : asked.split(',');
  process.exit(proveRules(chosen) ? 0 : 1);
}

console.log(`calls   ${calls.length} of ${specifiedCalls.length}`);
console.log(`screens ${screens.length} of ${table('docs/spec/routes.tsv').length}`);
console.log(`rules   ${rules.length} of ${known.size} have a test that names them`);

if (process.argv.includes('--list')) {
  for (const { method, path } of calls) console.log(`  ${method} ${path}`);
  for (const { path } of screens) console.log(`  ${path}`);
  console.log(`  ${rules.join(' ')}`);
}

const wrong = [...named].filter((id) => !known.has(id));
for (const id of wrong)
  console.error(`a test names ${id}, which is no rule of docs/spec/rules.tsv`);
const all = new Set(
  table('docs/spec/calls.tsv').map(({ method, path }) => `${method} ${shapeOf(path!)}`),
);
const lowerCase = new Map([...all].map((call) => [call.toLowerCase(), call]));
const misspelt = [...built].filter((call) => {
  const meant = lowerCase.get(call.toLowerCase());
  return meant !== undefined && meant !== call;
});
for (const call of misspelt) console.error(`${call} is written differently in docs/spec/calls.tsv`);

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
  if (isStale || wrong.length + misspelt.length > 0) process.exit(1);
}
