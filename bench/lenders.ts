/**
 * Measures the cost of calls with 100, 1,000 and 10,000 lenders in the database: index searches and pages read by every
 * call of the contract, as the operator, a lender's employee, an external underwriter, a borrower and a guarantor, and
 * by the event feed for each commit. See README.md.
 *   node bench/lenders.ts [--quick] [--sizes 100,1000,10000] [--calls <regexp>] [--callers ADM,LB] [--all] [--keep]
 */
import { parseArgs } from 'node:util';
import { contract, type CallName } from '@cairn/contract';
import { makeDatabase, makeTemplate, type TestDatabase } from '@cairn/testing/database';
import { cloneLenders } from '@cairn/testing/lenders/clone-lenders';
import { difference, readCounters, total } from '@cairn/testing/lenders/counters';
import { makeOriginal } from '@cairn/testing/lenders/original';
import { aimAt } from '@cairn/testing/matrix/aim-at';
import { AIMS, type Aimable } from '@cairn/testing/matrix/requests';
import { makeWorld, type Caller, type World } from '@cairn/testing/matrix/world';
import { startTestServer, type TestServer } from '@cairn/testing/server';
import { environment, up } from '../tools/services/index.ts';
import { feedCost } from './lenders/feed.ts';
import type { Measurement } from './lenders/measurement.ts';
import { judgeCells, printTable, type Cell } from './lenders/report.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    sizes: { type: 'string' },
    calls: { type: 'string', default: '' },
    callers: { type: 'string' },
    all: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});

const sizes = (options.sizes ?? (options.quick ? '50,500' : '100,1000,10000'))
  .split(',')
  .map(Number);
const callers = (options.callers ?? (options.quick ? 'ADM,LB' : 'ADM,LO,UW,LB,AP')).split(
  ',',
) as Caller[];
const pattern = new RegExp(options.calls, 'i');

/** Enough for handlers that make two queries in parallel. */
const CONNECTIONS = 2;
/** The first call also plans its statements; the lowest cost of these calls counts. */
const REPEATS = 3;

/**
 * Calls that check passwords or send codes are left out: they are limited by address, so repeating them measures the
 * limit.
 */
const isMeasured = (name: CallName): name is Aimable =>
  name !== 'streamEvents' &&
  name !== 'logout' &&
  contract[name].audience !== 'public' &&
  (!options.quick || contract[name].method === 'GET') &&
  pattern.test(name);

/** The matrix's world keeps a reference to its server; this one uses whichever database is being measured. */
function switchable(first: TestServer): { server: TestServer; use(next: TestServer): void } {
  let current = first;
  return {
    server: new Proxy(first, { get: (_, key) => Reflect.get(current, key) as unknown }),
    use: (next) => {
      current = next;
    },
  };
}

const nameOf = ({ urls }: TestDatabase): string => new URL(urls.owner).pathname.slice(1);

async function measureCall(
  server: TestServer,
  world: World,
  name: Aimable,
  caller: Caller,
): Promise<Measurement> {
  const isRead = contract[name].method === 'GET';
  const { token } = world.callers[caller];
  let request = await aimAt(world, name, AIMS[name].scopes[0]!, caller);
  let best: Measurement | undefined;
  let before = await readCounters(server.db, server.owner, CONNECTIONS);
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    if (!isRead && repeat > 0) {
      request = await aimAt(world, name, AIMS[name].scopes[0]!, caller);
      before = await readCounters(server.db, server.owner, CONNECTIONS);
    }
    const start = performance.now();
    const { status } = await server.call(name, request, token ? { token } : {});
    const milliseconds = performance.now() - start;
    const after = await readCounters(server.db, server.owner, CONNECTIONS);
    const tables = difference(before, after);
    before = after;
    const measured = { status, milliseconds, tables, ...total(tables) };
    if (!best || measured.pages < best.pages) best = measured;
  }
  return best!;
}

/** Dated in the future, so that a long run does not end with expired sessions. */
const KEEP_SESSIONS = `update cairn.session
  set last_seen_at = now() + interval '1 day', ends_at = now() + interval '2 days'`;

/** Measures every call as every caller, in a copy of the base with that many more lenders. */
async function measureSize(
  base: Base,
  size: number,
  note: (name: string, measured: Measurement) => void,
): Promise<void> {
  const database = await makeDatabase(base.url, false, nameOf(base.database));
  const server = await startTestServer({ database, poolSize: CONNECTIONS, feedRuns: false });
  try {
    base.use(server);
    const start = Date.now();
    await cloneLenders(server.owner, base.originalId, 1, size);
    await server.owner.query(KEEP_SESSIONS);
    const madeAt = Date.now();
    for (const name of (Object.keys(contract) as CallName[]).filter(isMeasured)) {
      for (const caller of callers) {
        note(`${caller} ${name}`, await measureCall(server, base.world, name, caller));
      }
    }
    if (pattern.test('feed')) note('feed, per commit', await feedCost(database, base));
    const seconds = (from: number, to: number): number => Math.round((to - from) / 1000);
    console.log(
      `${size} lenders: made in ${seconds(start, madeAt)} s, measured in ${seconds(madeAt, Date.now())} s`,
    );
  } finally {
    await server.stop();
    if (options.keep) console.log(`kept: ${nameOf(database)}`);
    else await database.drop();
  }
}

interface Base {
  readonly url: string;
  readonly database: TestDatabase;
  readonly world: World;
  /** The lender that is copied. */
  readonly originalId: string;
  use(server: TestServer): void;
}

/** Creates the matrix's world and a lender to copy. No server stays connected, so that the database can be copied. */
async function makeBase(url: string, database: TestDatabase): Promise<Base> {
  const first = await startTestServer({ database, feedRuns: false });
  try {
    const { server, use } = switchable(first);
    const world = await makeWorld(server, false);
    return { url, database, world, originalId: await makeOriginal(first), use };
  } finally {
    await first.stop();
  }
}

async function main(): Promise<void> {
  await up('test');
  Object.assign(process.env, environment('test'));
  const url = process.env['MIGRATION_DATABASE_URL']!;
  await makeTemplate(url);
  const cells = new Map<string, Cell>();
  const database = await makeDatabase(url);
  try {
    const base = await makeBase(url, database);
    for (const size of sizes) {
      await measureSize(base, size, (name, measured) => {
        const cell = cells.get(name) ?? { name, bySize: new Map<number, Measurement>() };
        cells.set(name, cell);
        cell.bySize.set(size, measured);
      });
    }
  } finally {
    await database.drop();
    // The report is also printed after a failure, because the measurements took long.
    const measured = [...cells.values()].filter(({ bySize }) =>
      sizes.every((size) => bySize.has(size)),
    );
    if (measured.length > 0) report(measured);
  }
}

function report(cells: readonly Cell[]): void {
  const verdict = judgeCells(cells, sizes);
  printTable(verdict, sizes, options.all);
  if (verdict.grown.length > 0) process.exitCode = 1;
}

await main();
process.exit();
