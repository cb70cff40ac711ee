/** The steps of CI, each counted; services on ports and folders of their own, stopped at the end. */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { down, status, up } from '../services/index.ts';
import { playwrightReport, vitestReport, type Counted } from './reports.ts';

const root = resolve(import.meta.dirname, '../..');
const results = resolve(root, '.cache/ci');
rmSync(results, { recursive: true, force: true });

interface Step {
  name: string;
  command: readonly string[];
  /** Reads how many tests ran; without it the step counts as one. */
  count?: (output: string) => Counted;
}

const bin = (name: string): string => resolve(root, 'node_modules/.bin', name);
const node = process.execPath;

/** A port is a product: its own database, worker and report. */
function inBrowser(name: string, port: string, ...args: string[]): Step {
  const config = ['--config', 'e2e/playwright.config.ts'];
  return {
    name,
    command: ['env', `E2E_PORT=${port}`, bin('playwright'), 'test', ...config, ...args],
    count: () => playwrightReport(`${results}/playwright-${port}.json`),
  };
}

/** One after the other, those of a row side by side. */
const STEPS: Step[][] = [
  [{ name: 'check', command: ['npm', 'run', '--silent', 'check'] }],
  [{ name: 'build', command: ['npm', 'run', '--silent', 'build'] }],
  [
    {
      name: 'unit and API tests',
      command: [
        bin('vitest'),
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${results}/vitest.json`,
      ],
      count: () => vitestReport(`${results}/vitest.json`, root),
    },
  ],
  [
    {
      // Its controls take each guard away in turn, which takes longer than all else: npm run matrix -- --controls.
      name: 'authorization matrix',
      command: [node, 'packages/testing/src/matrix/main.ts'],
      count: (output) => ({
        passed: matches(output, /^matrix \w+: .* 0 leaks, 0 wrong, 0 unreviewed|control caught/gm),
        failed: matches(
          output,
          /^matrix \w+: (?!.* 0 leaks, 0 wrong, 0 unreviewed)\d+ cells|control MISSED/gm,
        ),
        names: [],
      }),
    },
  ],
  // The journeys of one product take turns; those of two products do not wait for each other.
  [
    inBrowser('journeys, one half', '24000', '--project', 'journeys', '--shard', '1/2'),
    inBrowser('journeys, other half', '24010', '--project', 'journeys', '--shard', '2/2'),
  ],
  [inBrowser('screens', '24000', '--project', 'screens', '--workers', '2')],
  [
    // Services of its own.
    { name: 'npm run dev', command: [node, 'tools/dev.ts', '--once'] },
    { name: 'engine drill', command: [node, 'drills/engine/spike.ts'] },
  ],
  [{ name: 'kill drill', command: [node, 'drills/kill/main.ts', '--kills', '12'] }],
  [
    {
      name: 'kill drill, control',
      command: [node, 'drills/kill/main.ts', '--kills', '9', '--control', 'split-outbox'],
    },
  ],
  [{ name: 'tree drill', command: [node, 'drills/tree/main.ts'] }],
  [
    {
      name: 'tree drill, control',
      command: [node, 'drills/tree/main.ts', '--interleavings', '200', '--control'],
    },
  ],
  [{ name: 'bench, quick', command: [node, 'bench/main.ts', '--quick', '--tenants', '300'] }],
];

const matches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function execute([command, ...args]: readonly string[]): Promise<{ code: number; output: string }> {
  const child = spawn(command!, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    process.stdout.write(chunk);
  });
  return new Promise((done) => {
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });
}

async function take(step: Step): Promise<Counted> {
  const began = Date.now();
  console.log(`\n=== ${step.name}`);
  const { code, output } = await execute(step.command);
  const counted = countOf(step, code, output);
  // A runner that broke down without saying so is a failure too.
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  const seconds = Math.round((Date.now() - began) / 1000);
  summary.push(
    `--- ${step.name}: ${counted.passed} passed, ${counted.failed} failed, ${seconds} s`,
    ...counted.names.map((name) => `    failed: ${name}`),
  );
  console.log(summary.at(-1 - counted.names.length));
  return counted;
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

/** Somebody's own development services are theirs: only what CI started is stopped. */
const someoneDevelops = (await status('dev')).some(({ pids }) => pids.length > 0);
const total = { passed: 0, failed: 0 };
/** Said again at the end, where whoever sees only the last lines finds it. */
const summary: string[] = [];
const only = process.argv.slice(2);
await up('test');
try {
  for (const row of STEPS) {
    const asked = row.filter(({ name }) => only.length === 0 || only.includes(name));
    for (const { passed, failed } of await Promise.all(asked.map(take))) {
      total.passed += passed;
      total.failed += failed;
    }
  }
} finally {
  await down('test');
  if (!someoneDevelops) await down('dev');
}
console.log(`\n${summary.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
