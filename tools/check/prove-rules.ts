/**
 * Runs the tests that name rules of the specification, and reports for each rule which tests ran and whether they
 * passed.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { Random } from '@cairn/testing/random';
import { PORT } from '../../e2e/address.ts';
import { readingDecisions, testsOf } from './spec-coverage.ts';

const root = resolve(import.meta.dirname, '../..');
const VITEST_REPORT = resolve(root, '.cache/prove-vitest.json');
const BROWSER_REPORT = resolve(root, `.cache/ci/playwright-${PORT}.json`);

/** An executed test: its file, its title including those of its groups, and its result. */
interface Ran {
  file: string;
  title: string;
  passed: boolean;
}

/** Chooses rules at random; the same seed chooses the same ones. */
export const chooseRules = (rules: readonly string[], count: number, seed: number): string[] =>
  new Random(seed).shuffled(rules).slice(0, count).toSorted();

interface VitestReport {
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
}
export const ranInVitest = ({ testResults }: VitestReport): Ran[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      // Tests that the name pattern leaves out are reported as skipped.
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ status, fullName }) => ({
        file: name.replace(`${root}/`, ''),
        title: fullName,
        passed: status === 'passed',
      })),
  );

interface Suite {
  suites?: Suite[];
  specs: { file: string; title: string; ok: boolean; tests: { status: string }[] }[];
}
export const ranInBrowser = ({ suites = [], specs = [] }: Partial<Suite>): Ran[] => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status !== 'skipped'))
    .map(({ file, title, ok }) => ({ file: `e2e/${file}`, title, passed: ok })),
  ...suites.flatMap(ranInBrowser),
];

function run(command: string, files: readonly string[], rules: string, report: string): unknown {
  if (files.length === 0) return undefined;
  rmSync(report, { force: true });
  const [program = '', ...args] = command.split(' ');
  spawnSync('npx', [program, ...args, ...files, ...rules.split('\0')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return JSON.parse(readFileSync(report, 'utf8'));
}

/** Returns false if no test of a rule ran, or one failed. */
export function proveRules(rules: readonly string[]): boolean {
  const paths = [...new Set(rules.flatMap((rule) => testsOf(rule).map(({ path }) => path)))];
  const titlePattern = `\\[(${rules.join('|')})\\]`;
  const vitest = `vitest run --reporter=default --reporter=json --outputFile.json=${VITEST_REPORT}`;
  const playwright = 'playwright test --config e2e/playwright.config.ts --project=journeys';
  const journeys = paths.filter((path) => path.startsWith('e2e/'));
  const others = paths.filter((path) => !path.startsWith('e2e/'));
  const inVitest = run(vitest, others, `-t\0${titlePattern}`, VITEST_REPORT);
  const inBrowser = run(playwright, journeys, `-g\0${titlePattern}`, BROWSER_REPORT);
  const ran = [
    ...(inVitest ? ranInVitest(inVitest as VitestReport) : []),
    ...(inBrowser ? ranInBrowser(inBrowser) : []),
  ];
  return printProof(rules, ran);
}

/** Marks rules that only a browser test shows, because they need the built pages. */
function printProof(rules: readonly string[], ran: readonly Ran[]): boolean {
  const outcomes = rules.map((rule) => {
    const own = ran.filter(({ title }) => title.includes(`[${rule}]`));
    const isProved = own.length > 0 && own.every(({ passed }) => passed);
    const isInBrowser = own.length > 0 && own.every(({ file }) => file.startsWith('e2e/'));
    const note = own.length === 0 ? ': no test ran' : isInBrowser ? ', in the browser only' : '';
    const decision = readingDecisions.get(rule);
    const reading = decision ? `, as read by decision ${decision}` : '';
    console.log(`${rule} ${isProved ? 'proved' : 'NOT PROVED'}${note}${reading}`);
    for (const { file, title, passed } of own)
      console.log(`  ${passed ? 'passed' : 'FAILED'} ${file}: ${title}`);
    return { isProved, isInBrowser };
  });
  const proved = outcomes.filter(({ isProved }) => isProved).length;
  const inBrowser = outcomes.filter(({ isInBrowser }) => isInBrowser).length;
  const journeys = ran.filter(({ file }) => file.startsWith('e2e/')).length;
  console.log(
    `${proved} of ${rules.length} rules proved, ${inBrowser} of them in the browser only: ` +
      `${ran.length - journeys} unit and API tests, ${journeys} browser tests`,
  );
  return proved === rules.length;
}
