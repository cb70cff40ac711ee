/**
 * npm run matrix: checks who may do what, cell by cell.
 *   calls: every call as it is
 *   clauses: the same without row security: the queries' own visibility clauses must suffice
 *   rows: every tenant table without clauses: row security must suffice
 * With --controls, each guard is removed in turn, and the walk that tests it must notice; with --control <text>, only
 * controls with that text in their name, and nothing else; with --sample, a random tenth of them and those of all
 * tables, and nothing else (its seed is printed, and --sample --seed N repeats it). With --clauses-part 2/4,
 * `clauses` walks only every fourth call, from the second on.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { environment, up } from '../../../../tools/services/index.ts';
import { makeTemplate, type TestDatabase } from '../database.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { runControls } from './controls.ts';
import type { Verdict } from './table.ts';
import { walkCalls } from './walk-calls.ts';
import { walkOpened, walkRows } from './walk-rows.ts';

const BYPASS = 'cairn_matrix_bypass';

async function makeBypassRole(): Promise<void> {
  const client = new pg.Client(process.env['MIGRATION_DATABASE_URL']);
  await client.connect();
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${BYPASS}') then
      create role ${BYPASS} login bypassrls in role cairn_app;
    end if; end $$`);
  await client.query(`alter role ${BYPASS} set search_path = cairn`);
  await client.query(`alter role ${BYPASS} set timezone = 'UTC'`);
  await client.end();
}

const asBypass = ({ urls }: TestDatabase): string => {
  const url = new URL(urls.app);
  url.username = BYPASS;
  return url.href;
};

const WALKS: Record<string, { walk(server: TestServer): Promise<Verdict>; bypass: boolean }> = {
  calls: { walk: walkCalls, bypass: false },
  clauses: { walk: walkCalls, bypass: true },
  rows: { walk: walkRows, bypass: false },
  opened: { walk: walkOpened, bypass: false },
};

async function run(name: string): Promise<Verdict> {
  const { walk, bypass } = WALKS[name]!;
  const server = await startTestServer(bypass ? { appUrl: asBypass } : {});
  try {
    return await walk(server);
  } finally {
    await server.stop();
  }
}

async function prepare(): Promise<void> {
  await up('test');
  Object.assign(process.env, environment('test'));
  await makeTemplate(process.env['MIGRATION_DATABASE_URL']!);
  await makeBypassRole();
}

/** Returns the number of findings. */
async function report(name: string): Promise<number> {
  const { cells, findings } = await run(name);
  const count = (kind: string): number => findings.filter((each) => each.kind === kind).length;
  const part = process.env['MATRIX_PART'];
  const lines = [
    `matrix ${name}${part === undefined ? '' : ` ${part}`}: ${cells} cells, ${count('leak')} leaks, ${count('wrong')} wrong, ${count('unreviewed')} unreviewed`,
    ...findings.slice(0, 20).map(({ kind, where, what }) => `  ${kind}: ${where}: ${what}`),
  ];
  console.log(lines.join('\n'));
  return findings.length;
}

/**
 * Runs a walk in a separate process: a walk waits for its database half of the time, so two in parallel take little
 * longer than one.
 */
function inOwnProcess(name: string, part?: string): Promise<number> {
  const child = spawn(process.execPath, [import.meta.filename, name, '--prepared'], {
    stdio: 'inherit',
    env: { ...process.env, ...(part && { MATRIX_PART: part }) },
  });
  return new Promise((done) => {
    child.on('close', (code) => done(code ?? 1));
  });
}

async function reportAll(): Promise<number> {
  const halves = ['1/2', '2/2'];
  const all = await Promise.all([
    ...halves.map((part) => inOwnProcess('calls', part)),
    ...(typeof clausesPart === 'string' ? [clausesPart] : halves).map((part) =>
      inOwnProcess('clauses', part),
    ),
    inOwnProcess('rows'),
  ]);
  return all.reduce((sum, each) => sum + each, 0);
}

const [only] = process.argv.slice(2).filter((argument) => argument in WALKS);
if (process.argv.includes('--prepared')) Object.assign(process.env, environment('test'));
else await prepare();

const {
  control,
  sample,
  seed,
  'clauses-part': clausesPart,
} = parseArgs({
  strict: false,
  options: {
    control: { type: 'string' },
    sample: { type: 'boolean' },
    seed: { type: 'string' },
    'clauses-part': { type: 'string' },
  },
}).values;
let failed = 0;
if (sample === true) {
  const sampleSeed = Number(seed ?? Date.now() % 1_000_000);
  console.log(`matrix controls: a tenth, and all tables, by seed ${sampleSeed}`);
  failed += await runControls({ sampleSeed });
} else if (typeof control === 'string') failed += await runControls({ nameFilter: control });
else failed += await (only ? report(only) : reportAll());
if (process.argv.includes('--controls')) failed += await runControls();
process.exit(failed > 0 ? 1 : 0);
