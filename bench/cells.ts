/**
 * node bench/cells.ts [--rounds 12] [--calls 1000] [--tenants 50]
 *
 * Measures the CPU time of a call in a single installation, and in two cells with the router and the directory in front
 * of them. Each installation has its own Postgres and web process and the same data. They are measured in turn, in a
 * new order each round, and the two cells one after the other: all run on one machine, where two busy cells would
 * compete for CPU caches. If a call costs the same in each, two cells carry twice the load of one. See README.md and
 * docs/operations/cells.md.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { migrate } from '@cairn/server/platform/db/migrate';
import { createDirectory, publishCell } from '@cairn/server/cli/directory';
import { newCellKey } from '@cairn/server/platform/cells/config-cells';
import { freePort } from '@cairn/testing/free-port';
import { cpuSeconds } from '@cairn/testing/load/cpu-seconds';
import { startPrivatePostgres, type PrivatePostgres } from '@cairn/testing/private-postgres';
import { Random } from '@cairn/testing/random';
import { environment, up } from '../tools/services/index.ts';
import { HOST } from '../tools/services/profile.ts';
import { Caller, READS } from './load/calls.ts';
import { makePeople, type People } from './load/people.ts';
import { startRole, type RunningRole } from './load/role.ts';
import { runRounds } from './rounds.ts';
import { estimate, p50, type Estimate, type Samples } from './statistics.ts';

const BAR = 0.9;
const SAME = 0.03;
const AT_ONCE = 4;
const WARM_UP = 2;
/** Long enough for the resolution of the clock ticks in /proc. */
const IDLE_MS = 10_000;
/** Two of 22 calls are writes. */
const WRITES = 2;
const DATABASE = 'cairn';
const CELLS = ['one', 'two'] as const;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '12' },
    calls: { type: 'string', default: '1000' },
    tenants: { type: 'string', default: '50' },
  },
});
const calls = 2 * Math.ceil(Number(values.calls) / 2);
const random = new Random(1);
const stopping: (() => Promise<void>)[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

interface Installation {
  readonly postgres: PrivatePostgres;
  readonly people: People;
  start(over: Record<string, string>): Promise<RunningRole>;
}

async function install(): Promise<Installation> {
  const postgres = await startPrivatePostgres();
  stopping.push(() => postgres.stop());
  await postgres.query(`create database ${DATABASE}`);
  const owner = postgres.url('postgres', DATABASE);
  await migrate(owner);
  return {
    postgres,
    people: await makePeople(owner, 0, Number(values.tenants)),
    async start(over) {
      const role = await startRole('web', {
        ...environment('test'),
        DATABASE_URL: postgres.url('cairn_app', DATABASE),
        RELAY_DATABASE_URL: postgres.url('cairn_relay', DATABASE),
        LOG_LEVEL: 'error',
        ...over,
      });
      stopping.push(() => role.stop());
      return role;
    },
  };
}

/** All arms get the same calls in the same order. */
async function send(caller: Caller, count: number): Promise<void> {
  let remaining = count;
  const takeTurns = async (): Promise<void> => {
    while ((remaining -= 1) >= 0) {
      const turn = remaining % (READS.length + WRITES);
      const read = READS[turn];
      await (read ? caller.read(read) : turn === READS.length ? caller.note() : caller.pin());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
}

interface Arm {
  readonly callers: readonly Caller[];
  /** The processes of which CPU time is measured. */
  readonly pids: readonly number[];
}

/**
 * CPU seconds per second that the processes use without any calls; for two cells this is twice the value of one, at any
 * load.
 */
async function idleRate(pids: readonly number[]): Promise<number> {
  const before = cpuSeconds(pids);
  await wait(IDLE_MS);
  return (cpuSeconds(pids) - before) / (IDLE_MS / 1000);
}

/**
 * Starts measuring; the returned function gives the CPU time in microseconds, without the idle usage of the processes.
 */
function startCount(pids: readonly number[], idle: number): () => number {
  const [before, began] = [cpuSeconds(pids), performance.now()];
  return () => {
    const elapsed = (performance.now() - began) / 1000;
    return ((cpuSeconds(pids) - before - idle * elapsed) * 1e6) / calls;
  };
}

/** Sends the calls to the installations of an arm in turn. */
async function sendAll({ callers }: Arm): Promise<void> {
  for (const caller of callers) await send(caller, calls / callers.length);
}

async function startAlone(): Promise<Arm> {
  const { postgres, people, start } = await install();
  const port = await freePort();
  const origin = `http://${HOST}:${port}`;
  const web = await start({ PORT: String(port), PUBLIC_URL: origin });
  return { callers: [new Caller(origin, people, random.fork())], pids: [postgres.pid, web.pid] };
}

/** Two cells, and the router and directory in front of them. */
async function startCells(): Promise<{ cells: Arm; front: Arm }> {
  const directory = await startPrivatePostgres();
  stopping.push(() => directory.stop());
  await directory.query('create database directory');
  await createDirectory(directory.url('postgres', 'directory'), CELLS);
  const access = (role: string) => ({
    url: directory.url(role, 'directory'),
    key: 'the-key-of-the-directory-in-a-benchmark-0123456789',
  });
  const installed = [await install(), await install()];
  const keys = CELLS.map(() => newCellKey());
  const ports = [await freePort(), await freePort()];
  const port = await freePort();
  const origin = `http://${HOST}:${port}`;
  const list = CELLS.map((name, at) => `${name}=http://${HOST}:${ports[at]}=${keys[at]!.shared}`);
  const shared = { CELLS: list.join(), PUBLIC_URL: origin, TRUSTED_PROXIES: HOST };
  const webs: RunningRole[] = [];
  for (const [at, name] of CELLS.entries()) {
    const { url, key } = access(`cairn_cell_${name}`);
    const { postgres, start } = installed[at]!;
    await publishCell(postgres.url('postgres', DATABASE), { url, key });
    webs.push(
      await start({
        ...shared,
        PORT: String(ports[at]),
        CELL: name,
        CELL_KEY: keys[at]!.secret,
        DIRECTORY_URL: url,
        DIRECTORY_KEY: key,
      }),
    );
  }
  const router = await startRole('router', {
    ...environment('test'),
    ...shared,
    TRUSTED_PROXIES: '',
    PORT: String(port),
    DIRECTORY_URL: access('cairn_router').url,
    DIRECTORY_KEY: access('cairn_router').key,
    LOG_LEVEL: 'error',
  });
  stopping.push(() => router.stop());
  const callers = CELLS.map(
    (name, at) =>
      new Caller(
        origin,
        installed[at]!.people,
        random.fork(),
        (token) => `cairn-cell=${name}; cairn-session.${name}=${token}`,
      ),
  );
  return {
    cells: {
      callers,
      pids: [...installed.map(({ postgres }) => postgres.pid), ...webs.map(({ pid }) => pid)],
    },
    front: { callers, pids: [router.pid, directory.pid] },
  };
}

async function measure(): Promise<void> {
  const alone = await startAlone();
  const { cells, front } = await startCells();
  for (const arm of [alone, cells]) await sendAll(arm);
  const idle = {
    alone: await idleRate(alone.pids),
    cells: await idleRate(cells.pids),
    front: await idleRate(front.pids),
  };
  const fronts: number[][] = [];
  const rounds = Number(values.rounds);
  const sampleAlone = async (): Promise<number> => {
    const cost = startCount(alone.pids, idle.alone);
    await sendAll(alone);
    return cost();
  };
  const samples = await runRounds(
    {
      alone: sampleAlone,
      again: sampleAlone,
      async cells() {
        const costs = [startCount(cells.pids, idle.cells), startCount(front.pids, idle.front)];
        await sendAll(cells);
        const [cost = 0, frontCost = 0] = costs.map((count) => count());
        fronts.push([frontCost]);
        return cost;
      },
    },
    { rounds, turn: 1, warmUp: WARM_UP },
  );
  const frontOfRound = fronts.slice(WARM_UP);
  const whole = samples['cells']!.map(([cost = 0], round) => [cost + frontOfRound[round]![0]!]);
  report({ ...samples, front: frontOfRound, whole }, rounds);
}

function report(samples: Samples, rounds: number): void {
  const ratio = (over: string, under: string) =>
    estimate(samples, { over: [over], under: [under] });
  const ms = (name: string): string => (p50(samples, name) / 1000).toFixed(3);
  const show = ({ value, low, high }: Estimate): string =>
    `${value.toFixed(3)} (95 %: ${low.toFixed(3)} to ${high.toFixed(3)})`;
  console.log(
    `CPU for a call, median of ${rounds} rounds of ${calls} calls: alone ${ms('alone')} ms, in a cell ${ms('cells')} ms, router and directory ${ms('front')} ms`,
  );
  const same = ratio('again', 'alone');
  const carried = ratio('alone', 'cells');
  const isSteady = Math.abs(same.value - 1) <= SAME;
  console.log(`alone twice ${show(same)}${isSteady ? '' : ': NOT VALID, the machine is restless'}`);
  console.log(`a cell carries, of what one alone carries ${show(carried)}, ${BAR} wanted`);
  console.log(`with router and directory on the same machines ${show(ratio('alone', 'whole'))}`);
  const isReached = carried.low >= BAR;
  if (!isSteady) console.log('NOT SHOWN');
  else console.log(isReached ? 'two cells carry twice the load of one' : 'NOT REACHED');
  if (!isSteady || !isReached) process.exitCode = 1;
}

try {
  // The web processes use the store of the tests; their databases are separate.
  await up('test');
  await measure();
} finally {
  for (const stop of stopping.toReversed()) await stop();
}
process.exit();
