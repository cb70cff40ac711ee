/** The steps of CI, each counted; services on ports and folders of their own, stopped at the end. */
import { execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { down, status, up } from '../services/index.ts';
import { drillTestsOutside } from './drill-tests.ts';
import { asFilters, journeyFiles, partsOf, readSeconds } from './journey-parts.ts';
import { playwrightReport, vitestReport, type Counted } from './reports.ts';

const root = resolve(import.meta.dirname, '../..');
const results = resolve(root, '.cache/ci');
rmSync(results, { recursive: true, force: true });

interface Step {
  name: string;
  command: readonly string[];
  /** Reads how many tests ran; without it the step counts as one. */
  count?: (output: string) => Counted;
  /** Runs the tests that failed once more. */
  again?: (failed: Counted) => readonly string[] | undefined;
}

/**
 * CI_WHOLE=1 takes every journey, every drill test, every screen, every call without row security and every drill's control, in more than
 * an hour. Without it, CI takes what about 40 minutes allow: another part for each commit, and the same one when it runs again
 * on that commit.
 */
const isWhole = Boolean(process.env['CI_WHOLE']);
const seed = commitSeed();
/** One of so many parts, as Playwright and the matrix count them. */
const partOf = (parts: number): string => (isWhole ? '1/1' : `${1 + (seed % parts)}/${parts}`);

const bin = (name: string): string => resolve(root, 'node_modules/.bin', name);
const node = process.execPath;

/** A port is a product: its own database, worker and report. `chosen` are the arguments that take a part of the project. */
function inBrowser(
  name: string,
  port: string,
  args: readonly string[],
  chosen: readonly string[] = [],
): Step {
  const playwright = ['env', `E2E_PORT=${port}`, bin('playwright'), 'test'];
  const command = [...playwright, '--config', 'e2e/playwright.config.ts', ...args];
  return {
    name,
    command: [...command, ...chosen],
    // They are in no part but this one: each port has its own list. Without a list, Playwright would take all tests.
    again: ({ names }) => (names.length > 0 ? [...command, '--last-failed'] : undefined),
    count: () => playwrightReport(`${results}/playwright-${port}.json`),
  };
}

const PRODUCTS = 3;
const JOURNEY_PARTS = isWhole ? PRODUCTS : 7;
const journeyParts = partsOf(journeyFiles(), readSeconds(), JOURNEY_PARTS);

/** Whole files: Playwright's own shards count tests, and one test takes a second or three minutes. */
function journeysOf(product: number): Step {
  const part = ((isWhole ? 0 : seed) + product) % JOURNEY_PARTS;
  return inBrowser(
    `journeys ${part + 1}/${JOURNEY_PARTS}`,
    String(24_010 + product * 10),
    // In one word: otherwise the files after it count as projects.
    ['--project=journeys'],
    asFilters(journeyParts[part]!),
  );
}

// With fewer calls of an attacker and fewer generated requests than npm test.
const LESS = isWhole ? [] : ['ATTACK_CALLS=2000', 'FUZZ_EACH=4'];
const DRILL_TEST_PARTS = isWhole ? 1 : 3;
const leftOut = drillTestsOutside(seed % DRILL_TEST_PARTS, DRILL_TEST_PARTS);
const VITEST = [
  ...[
    'env',
    ...LESS,
    ...(leftOut.length > 0 ? [`TESTS_LEFT_OUT=${leftOut.join(',')}`] : []),
    bin('vitest'),
    'run',
    '--reporter=default',
    '--reporter=json',
  ],
  `--outputFile.json=${results}/vitest.json`,
];

const exactly = (names: readonly string[]): string =>
  `^(${names.map((name) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)).join('|')})$`;

const drill = (name: string, folder: string, ...args: string[]): Step => ({
  name,
  command: [node, `drills/${folder}/main.ts`, ...args],
});

/** A drill with a guard taken away must fail: one of the five for each commit. */
const control = (at: number, folder: string, ...args: string[]): Step[] =>
  isWhole || seed % 5 === at ? [drill(`${folder} drill, control`, folder, ...args)] : [];

/** More failures than this are not the machine's. */
const MAX_RUN_AGAIN = 3;

/** The rows run one after the other, the entries of a row side by side, the steps of a list within a row in sequence. */
const STEPS: (Step | Step[])[][] = [
  // None needs a service: they run while the services start.
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
      command: VITEST,
      again: ({ tests }) =>
        tests && [
          ...VITEST,
          ...new Set(tests.map(({ file }) => file)),
          ...['--testNamePattern', exactly(tests.map(({ name }) => name))],
        ],
      count: (output) => vitestReport(`${results}/vitest.json`, root, output),
    },
  ],
  [
    {
      // Every call with row security; without it, a quarter of them: npm run matrix walks all.
      name: 'authorization matrix',
      command: [node, 'packages/testing/src/matrix/main.ts', ...['--clauses-part', partOf(4)]],
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
      // All policies and clauses take longer than everything else together: npm run matrix -- --controls.
      name: 'matrix controls, a random tenth and all tables',
      command: [node, 'packages/testing/src/matrix/main.ts', '--sample', '--seed', String(seed)],
      count: (output) => ({
        passed: matches(output, /^ {2}control caught/gm),
        failed: matches(output, /^ {2}control MISSED/gm),
        names: [...output.matchAll(/^ {2}control MISSED +(.*)$/gm)].map(([, name]) => name!),
      }),
    },
  ],
  // The journeys of one product take turns and wait for it half of the time; those of three products keep two cores busy.
  Array.from({ length: PRODUCTS }, (_, product) => journeysOf(product)),
  // Measures times: beside nothing else.
  [inBrowser('speed', '24010', ['--project=speed'])],
  // All of them, in four looks each: npm run screenshots.
  [
    inBrowser(
      `screens ${partOf(8)}`,
      '24000',
      ['--project=screenshots', '--workers', '2'],
      ['--shard', partOf(8)],
    ),
  ],
  // Measures times: before the steps that start further services.
  [{ name: 'bench, quick', command: [node, 'bench/main.ts', '--quick', '--tenants', '300'] }],
  [
    // Services of its own.
    {
      name: 'first run',
      command: [bin('playwright'), 'test', '--config', 'e2e/first-run.config.ts'],
      count: () => playwrightReport(`${results}/playwright-first-run.json`),
    },
    { name: 'engine drill', command: [node, 'drills/engine/spike.ts'] },
  ],
  // Short forms; drills/README.md has the full ones. They measure no times, and the two lists share no service that is killed.
  [
    // Services of its own.
    [
      drill('kill drill', 'kill', '--kills', '5'),
      // A torn write takes a kill of web or database: the others would only take time.
      ...control(
        0,
        'kill',
        ...['--kills', '6', '--targets', 'web,database', '--control', 'split-outbox'],
      ),
    ],
    // Databases of their own.
    [
      drill('tree drill', 'tree', '--interleavings', '200'),
      ...control(1, 'tree', '--interleavings', '150', '--control'),
      drill('pooling drill', 'pooling', '--jobs', '2500'),
      ...control(2, 'pooling', '--jobs', '500', '--control'),
      drill('upload drill', 'upload', '--uploads', '6', '--largest', '60'),
      ...control(3, 'upload', '--uploads', '2', '--largest', '80', '--control'),
    ],
  ],
  // By themselves: a proxy that waits for a core reads too late that an idle connection was closed, and sends a POST on it.
  [drill('restart drill', 'restart', '--restarts', '3')],
  control(4, 'restart', '--restarts', '2', '--control'),
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
  const sum = (pick: 'busy' | 'all') => times.reduce((so, each) => so + each[pick], 0);
  return { busy: sum('busy'), all: sum('all') };
}

/** Of the whole machine: a step far below 100 can share its time with another. */
function busyShare(before: { busy: number; all: number }): number {
  const now = processorTimes();
  return Math.round((100 * (now.busy - before.busy)) / Math.max(1, now.all - before.all));
}

/** What a drill exits with when it could not be run for want of a program: see drills/pooling. */
const SKIPPED = 75;

async function take(step: Step): Promise<Counted> {
  const began = Date.now();
  const before = processorTimes();
  console.log(`\n=== ${step.name}`);
  const { code, output } = await execute(step.command);
  if (code === SKIPPED) {
    summary.push(`--- ${step.name}: SKIPPED, what it needs cannot be fetched here`);
    console.log(summary.at(-1));
    return { passed: 0, failed: 0, names: [] };
  }
  const counted = countOf(step, code, output);
  // A runner that broke down without saying so is a failure too.
  if (counted.failed === 0 && (code !== 0 || counted.passed === 0)) counted.failed = 1;
  const seconds = Math.round((Date.now() - began) / 1000);
  report(
    `--- ${step.name}: ${counted.passed} passed, ${counted.failed} failed, ${seconds} s, processors ${busyShare(before)} % busy`,
    counted,
  );
  return counted;
}

function report(line: string, { names }: Counted): void {
  summary.push(line, ...names.map((name) => `    failed: ${name}`));
  console.log(line);
}

/**
 * A test that failed beside others runs once more, without them; one in a browser also on a fresh product. The names of
 * those that then pass stay in the summary: each is a bug of the test or of the product. See docs/decisions/0109.
 */
async function takeAgain(step: Step, first: Counted): Promise<Counted> {
  const command = step.again?.(first);
  if (!command || first.failed > MAX_RUN_AGAIN) return first;
  const { code, output } = await execute(command);
  const second = countOf(step, code, output);
  const ranAll = second.passed + second.failed === first.failed && (code === 0) === !second.failed;
  if (!ranAll) return first;
  report(
    `--- ${step.name}, failed ones again: ${second.passed} passed, ${second.failed} failed`,
    second,
  );
  return { ...second, passed: first.passed + second.passed };
}

async function takeAll(steps: readonly Step[]): Promise<[Step, Counted][]> {
  const asked = steps.filter(({ name }) => only.length === 0 || only.includes(name));
  const taken: [Step, Counted][] = [];
  for (const step of asked) taken.push([step, await take(step)]);
  return taken;
}

async function takeRow(row: (Step | Step[])[]): Promise<void> {
  const lists = await Promise.all(row.map((each) => takeAll(Array.isArray(each) ? each : [each])));
  for (const [step, counted] of lists.flat()) {
    const { passed, failed } = counted.failed > 0 ? await takeAgain(step, counted) : counted;
    total.passed += passed;
    total.failed += failed;
  }
}

function countOf(step: Step, code: number, output: string): Counted {
  const single = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, names: [] };
  if (!step.count) return single;
  try {
    return step.count(output);
  } catch {
    return { passed: 0, failed: 1, names: [] };
  }
}

/** Development services of a user keep running: only services that CI started are stopped. */
const someoneDevelops = (await status('dev')).some(({ pids }) => pids.length > 0);
const startedAt = Date.now();
const total = { passed: 0, failed: 0 };
/** Repeated at the end, where a reader of only the last lines finds it. */
const summary: string[] = [];
const only = process.argv.slice(2);
const names = STEPS.flat(2).map(({ name }) => name);
const unknown = only.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no step is called ${unknown.join(', ')}; there are: ${names.join(', ')}`);
  process.exit(1);
}
try {
  const [withoutServices = [], ...rows] = STEPS;
  await Promise.all([up('test'), takeRow(withoutServices)]);
  for (const row of rows) await takeRow(row);
} finally {
  await down('test');
  await down('drill');
  if (!someoneDevelops) await down('dev');
}
const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
console.log(`\n${summary.join('\n')}\n--- all steps: ${minutes} min`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
