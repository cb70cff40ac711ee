/**
 * Runs the steps of CI and counts their tests. Services run on separate ports and folders, and are stopped at the end.
 * Arguments are names of steps to run; without arguments all steps run.
 */
import { execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { down, status, up } from '../services/index.ts';
import { drillTestsOutside } from './drill-tests.ts';
import {
  journeyFiles,
  readSeconds,
  splitByDuration,
  toPlaywrightFilters,
} from './journey-parts.ts';
import { playwrightReport, vitestReport, type TestCounts } from './reports.ts';

const root = resolve(import.meta.dirname, '../..');
const results = resolve(root, '.cache/ci');
rmSync(results, { recursive: true, force: true });

interface Step {
  name: string;
  command: readonly string[];
  /** Counts the tests of the step; without it the step counts as one test. */
  count?: (output: string) => TestCounts;
  /** The command that runs only the failed tests again; undefined if they cannot be selected. */
  rerun?: (failed: TestCounts) => readonly string[] | undefined;
}

/**
 * CI_WHOLE=1 runs every journey, drill test, screen, call without row security and drill control, which takes more than
 * an hour. By default CI runs a part of them in about 40 minutes. The commit determines the part, so that a repeated run
 * of a commit is the same and successive commits cover all parts.
 */
const isWhole = Boolean(process.env['CI_WHOLE']);
const seed = commitSeed();
/** The part of this commit, as `2/8`: the form that Playwright and the matrix accept. */
const shardOf = (parts: number): string => (isWhole ? '1/1' : `${1 + (seed % parts)}/${parts}`);

const bin = (name: string): string => resolve(root, 'node_modules/.bin', name);
const node = process.execPath;

/**
 * A step of Playwright. Steps with the same port share a server, a database and a report. `selection` are the arguments
 * that select a part of the project.
 */
function browserStep(
  name: string,
  port: string,
  args: readonly string[],
  selection: readonly string[] = [],
): Step {
  const playwright = ['env', `E2E_PORT=${port}`, bin('playwright'), 'test'];
  const command = [...playwright, '--config', 'e2e/playwright.config.ts', ...args];
  return {
    name,
    command: [...command, ...selection],
    // Each port has its own list of failed tests. With an empty list --last-failed would run all tests.
    rerun: ({ names }) => (names.length > 0 ? [...command, '--last-failed'] : undefined),
    count: () => playwrightReport(`${results}/playwright-${port}.json`),
  };
}

/** Servers that run journeys in parallel. */
const JOURNEY_SERVERS = 3;
const JOURNEY_PARTS = isWhole ? JOURNEY_SERVERS : 7;
const journeyParts = splitByDuration(journeyFiles(), readSeconds(), JOURNEY_PARTS);

/** Parts consist of whole files: Playwright's own shards have equal numbers of tests, which take from a second to minutes. */
function journeyStep(server: number): Step {
  const part = ((isWhole ? 0 : seed) + server) % JOURNEY_PARTS;
  return browserStep(
    `journeys ${part + 1}/${JOURNEY_PARTS}`,
    String(24_010 + server * 10),
    // With `--project journeys`, Playwright would take the files that follow for names of projects.
    ['--project=journeys'],
    toPlaywrightFilters(journeyParts[part]!),
  );
}

/** Fewer attacker calls and fewer generated requests than in `npm test`. */
const REDUCED_LOAD = isWhole ? [] : ['ATTACK_CALLS=2000', 'FUZZ_EACH=4'];
const DRILL_TEST_PARTS = isWhole ? 1 : 3;
const excludedDrillTests = drillTestsOutside(seed % DRILL_TEST_PARTS, DRILL_TEST_PARTS);
const VITEST_COMMAND = [
  ...[
    'env',
    ...REDUCED_LOAD,
    ...(excludedDrillTests.length > 0 ? [`TESTS_LEFT_OUT=${excludedDrillTests.join(',')}`] : []),
    bin('vitest'),
    'run',
    '--reporter=default',
    '--reporter=json',
  ],
  `--outputFile.json=${results}/vitest.json`,
];

/** A pattern that matches exactly these test names. */
const exactPattern = (names: readonly string[]): string =>
  `^(${names.map((name) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)).join('|')})$`;

const drill = (name: string, folder: string, ...args: string[]): Step => ({
  name,
  command: [node, `drills/${folder}/main.ts`, ...args],
});

/** The control of a drill: with a guard removed, the drill must fail. Each commit runs one of the five. */
const drillControl = (at: number, folder: string, ...args: string[]): Step[] =>
  isWhole || seed % 5 === at ? [drill(`${folder} drill, control`, folder, ...args)] : [];

/** With more failures than this, a slow machine is not the cause, and nothing is run again. */
const MAX_RERUNS = 3;

/** Rows run one after the other, entries of a row in parallel, and steps of a list within a row in sequence. */
const STEPS: (Step | Step[])[][] = [
  // These need no services, so they run while the services start.
  [
    { name: 'check', command: ['npm', 'run', '--silent', 'check'] },
    { name: 'build', command: ['npm', 'run', '--silent', 'build'] },
    [
      { name: 'alerts', command: [node, 'tools/alerts.ts'] },
      { name: 'docs site', command: [node, 'tools/docs/main.ts'] },
    ],
  ],
  [
    {
      name: 'unit and API tests',
      command: VITEST_COMMAND,
      rerun: ({ tests }) =>
        tests && [
          ...VITEST_COMMAND,
          ...new Set(tests.map(({ file }) => file)),
          ...['--testNamePattern', exactPattern(tests.map(({ name }) => name))],
        ],
      count: (output) => vitestReport(`${results}/vitest.json`, root, output),
    },
  ],
  [
    {
      // Every call with row security, and a quarter of them without it; `npm run matrix` makes all.
      name: 'authorization matrix',
      command: [node, 'packages/testing/src/matrix/main.ts', ...['--clauses-part', shardOf(4)]],
      count: (output) => ({
        passed: matches(output, /^matrix [\w /]+: .* 0 leaks, 0 wrong, 0 unreviewed/gm),
        failed: matches(
          output,
          /^matrix [\w /]+: (?!.* 0 leaks, 0 wrong, 0 unreviewed)\d+ cells/gm,
        ),
        names: output.match(/^ {2}(?:leak|wrong|unreviewed): .*$/gm) ?? [],
      }),
    },
  ],
  [
    {
      // All policies and clauses would take longer than the rest of CI: `npm run matrix -- --controls`.
      name: 'matrix controls, a random tenth and all tables',
      command: [node, 'packages/testing/src/matrix/main.ts', '--sample', '--seed', String(seed)],
      count: (output) => ({
        passed: matches(output, /^ {2}control caught/gm),
        failed: matches(output, /^ {2}control MISSED/gm),
        names: [...output.matchAll(/^ {2}control MISSED +(.*)$/gm)].map(([, name]) => name!),
      }),
    },
    // Compiles helm on a machine without it (decision 0270), while the controls leave processor time.
    { name: 'chart', command: [node, 'tools/chart/main.ts'] },
  ],
  // Journeys of one server run in sequence and wait for it half of the time; three servers keep two cores busy.
  Array.from({ length: JOURNEY_SERVERS }, (_, server) => journeyStep(server)),
  // Measures times, so nothing else runs at the same time.
  [browserStep('speed', '24010', ['--project=speed'])],
  // `npm run screenshots` takes all screens, at four sizes and color schemes each.
  [
    browserStep(
      `screens ${shardOf(8)}`,
      '24000',
      ['--project=screenshots', '--workers', '2'],
      ['--shard', shardOf(8)],
    ),
  ],
  // Measures times, so it runs before the steps that start more services.
  [{ name: 'bench, quick', command: [node, 'bench/main.ts', '--quick', '--tenants', '300'] }],
  [
    // Starts separate services.
    {
      name: 'first run',
      command: [bin('playwright'), 'test', '--config', 'e2e/first-run.config.ts'],
      count: () => playwrightReport(`${results}/playwright-first-run.json`),
    },
    { name: 'engine drill', command: [node, 'drills/engine/spike.ts'] },
  ],
  // Short forms of the drills in drills/README.md. They measure no times, and share no service that one of them kills.
  [
    // Starts separate services.
    [
      drill('kill drill', 'kill', '--kills', '5'),
      // Only killing web or the database can tear a write; other targets would only take time.
      ...drillControl(
        0,
        'kill',
        ...['--kills', '6', '--targets', 'web,database', '--control', 'split-outbox'],
      ),
    ],
    // These use separate databases.
    [
      drill('tree drill', 'tree', '--interleavings', '200'),
      ...drillControl(1, 'tree', '--interleavings', '150', '--control'),
      drill('pooling drill', 'pooling', '--jobs', '2500'),
      ...drillControl(2, 'pooling', '--jobs', '500', '--control'),
      drill('upload drill', 'upload', '--uploads', '6', '--largest', '60'),
      ...drillControl(3, 'upload', '--uploads', '2', '--largest', '80', '--control'),
    ],
  ],
  // Nothing runs in parallel: on a busy machine the drill's proxy notices too late that an idle connection was closed, and
  // sends a POST on it.
  [drill('restart drill', 'restart', '--restarts', '3')],
  drillControl(4, 'restart', '--restarts', '2', '--control'),
  // Takes nine minutes; installs buildah, podman, crun and debootstrap.
  isWhole ? [{ name: 'images', command: [node, 'tools/images/main.ts'] }] : [],
];

function commitSeed(): number {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return Number.parseInt(commit.slice(0, 5), 16);
}

const matches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function execute([command, ...args]: readonly string[]): Promise<{ code: number; output: string }> {
  const child = spawn(command!, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (chunk: Buffer) => {
      output += chunk.toString();
      process[stream].write(chunk);
    });
  }
  return new Promise((done) => {
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });
}

function processorTimes(): { busy: number; all: number } {
  const times = cpus().map(({ times: { user, nice, sys, idle, irq } }) => ({
    busy: user + nice + sys + irq,
    all: user + nice + sys + irq + idle,
  }));
  const sum = (key: 'busy' | 'all') => times.reduce((total, each) => total + each[key], 0);
  return { busy: sum('busy'), all: sum('all') };
}

/** Percentage of the machine's processor time in use. A step far below 100 could run in parallel with another one. */
function busyPercent(before: { busy: number; all: number }): number {
  const now = processorTimes();
  return Math.round((100 * (now.busy - before.busy)) / Math.max(1, now.all - before.all));
}

/** The exit code of a drill that cannot run because a program is missing, such as drills/pooling. */
const EXIT_SKIPPED = 75;

async function runStep(step: Step): Promise<TestCounts> {
  const startedAt = Date.now();
  const before = processorTimes();
  console.log(`\n=== ${step.name}`);
  const { code, output } = await execute(step.command);
  if (code === EXIT_SKIPPED) {
    summary.push(
      `--- ${step.name}: SKIPPED: a program that it needs is not installed and cannot be downloaded here`,
    );
    console.log(summary.at(-1));
    return { passed: 0, failed: 0, names: [] };
  }
  const result = countResults(step, code, output);
  // A runner that crashed without reporting a failed test counts as one failure.
  if (result.failed === 0 && (code !== 0 || result.passed === 0)) result.failed = 1;
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  report(
    `--- ${step.name}: ${result.passed} passed, ${result.failed} failed, ${seconds} s, processors ${busyPercent(before)} % busy`,
    result,
  );
  return result;
}

function report(line: string, { names }: TestCounts): void {
  summary.push(line, ...names.map((name) => `    failed: ${name}`));
  console.log(line);
}

/**
 * Runs failed tests a second time by themselves; browser tests also get a new server. Tests that pass then stay in the
 * summary by name, because each shows a bug of the test or of the product (docs/decisions/0109).
 */
async function rerunFailed(step: Step, first: TestCounts): Promise<TestCounts> {
  const command = step.rerun?.(first);
  if (!command || first.failed > MAX_RERUNS) return first;
  const { code, output } = await execute(command);
  const second = countResults(step, code, output);
  const ranAll = second.passed + second.failed === first.failed && (code === 0) === !second.failed;
  if (!ranAll) return first;
  report(
    `--- ${step.name}, failed tests run again: ${second.passed} passed, ${second.failed} failed`,
    second,
  );
  return { ...second, passed: first.passed + second.passed };
}

async function runInSequence(steps: readonly Step[]): Promise<[Step, TestCounts][]> {
  const selected = steps.filter(({ name }) => requested.length === 0 || requested.includes(name));
  const counts: [Step, TestCounts][] = [];
  for (const step of selected) counts.push([step, await runStep(step)]);
  return counts;
}

async function runRow(row: (Step | Step[])[]): Promise<void> {
  const lists = await Promise.all(
    row.map((entry) => runInSequence(Array.isArray(entry) ? entry : [entry])),
  );
  for (const [step, result] of lists.flat()) {
    const { passed, failed } = result.failed > 0 ? await rerunFailed(step, result) : result;
    total.passed += passed;
    total.failed += failed;
  }
}

function countResults(step: Step, code: number, output: string): TestCounts {
  const single = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, names: [] };
  if (!step.count) return single;
  try {
    return step.count(output);
  } catch {
    return { passed: 0, failed: 1, names: [] };
  }
}

/** Development services that were running before CI are not stopped at the end. */
const devServicesRan = (await status('dev')).some(({ pids }) => pids.length > 0);
const ciStartedAt = Date.now();
const total = { passed: 0, failed: 0 };
/** Printed again at the end, for readers of only the last lines. */
const summary: string[] = [];
const requested = process.argv.slice(2);
const names = STEPS.flat(2).map(({ name }) => name);
const unknown = requested.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no step is called ${unknown.join(', ')}; there are: ${names.join(', ')}`);
  process.exit(1);
}
try {
  const [withoutServices = [], ...rows] = STEPS;
  await Promise.all([up('test'), runRow(withoutServices)]);
  for (const row of rows) await runRow(row);
} finally {
  await down('test');
  await down('drill');
  if (!devServicesRan) await down('dev');
}
const minutes = ((Date.now() - ciStartedAt) / 60_000).toFixed(1);
console.log(`\n${summary.join('\n')}\n--- all steps: ${minutes} min`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
