/**
 * Measures the cost of a write in units that do not depend on the load of the machine: round trips, statements, rows
 * and write-ahead log as counted by Postgres, and the CPU time of its backend and of this process.
 */
import { readFile } from 'node:fs/promises';
import { Db, anonymous } from '@cairn/server/platform/db/db';
import { inOnePipeline, statement, type Statement } from '@cairn/server/platform/db/pipeline';
import type { Tracing } from '@cairn/server/platform/tracing/tracing';
import pg from 'pg';
import { asOwner } from '../database.ts';

type Send = (statements: readonly Statement[]) => Promise<Record<string, unknown>[]>;

interface Reading {
  readonly rows: number;
  readonly walBytes: number;
  readonly walRecords: number;
  /** CPU time in microseconds; undefined if Postgres runs on another machine. */
  readonly backend: number | undefined;
  readonly client: number;
}

const READ = statement(`
  select (select sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 from pg_stat_user_tables) as rows,
    wal_bytes::float8 as "walBytes", wal_records::float8 as "walRecords"
  from pg_stat_get_backend_wal($1::int)`);

async function processorTime(pid: number): Promise<number | undefined> {
  try {
    return Number((await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')[0]) / 1000;
  } catch {
    return undefined;
  }
}

/** `send` is the writing connection, which is made to report its counters. */
async function read(send: Send, owner: pg.Client): Promise<Reading> {
  const [backend] = await send([statement('select pg_backend_pid() as pid')]);
  await send([statement('select pg_stat_force_next_flush()')]);
  const pid = backend!['pid'] as number;
  const { rows } = await owner.query<Pick<Reading, 'rows' | 'walBytes' | 'walRecords'>>(READ.text, [
    pid,
  ]);
  const { user, system } = process.cpuUsage();
  return { ...rows[0]!, backend: await processorTime(pid), client: user + system };
}

/** The same number of unmeasured writes comes first, so that statements are planned and code is compiled. */
async function count(
  ownerUrl: string,
  writes: number,
  send: Send,
  write: () => Promise<{ trips: number; statements: number }>,
): Promise<string> {
  return asOwner(ownerUrl, async (owner) => {
    for (let index = 0; index < writes; index += 1) await write();
    let [trips, statements] = [0, 0];
    const before = await read(send, owner);
    for (let index = 0; index < writes; index += 1) {
      const counts = await write();
      trips += counts.trips;
      statements += counts.statements;
    }
    const after = await read(send, owner);
    const each = (pick: (reading: Reading) => number): number =>
      (pick(after) - pick(before)) / writes;
    const backend =
      before.backend === undefined
        ? ''
        : `, ${each((at) => at.backend!).toFixed(0)} µs of Postgres`;
    return (
      `${trips / writes} round trips, ${statements / writes} statements, ` +
      `${each((at) => at.rows).toFixed(1)} rows, ${each((at) => at.walRecords).toFixed(0)} WAL records of ` +
      `${each((at) => at.walBytes).toFixed(0)} bytes${backend}, ` +
      `${each((at) => at.client).toFixed(0)} µs of this process`
    );
  });
}

/** Runs the handler's writes with a `Db` whose tracing only counts the flushes. */
export async function countHandlerWrites(
  ownerUrl: string,
  writes: number,
  openDb: (tracing: Tracing) => Db,
  write: (db: Db) => Promise<unknown>,
): Promise<string> {
  const counts = { trips: 0, statements: 0 };
  const tracing = {
    span: (
      _name: string,
      beginning: { attributes: Record<string, number> },
      work: () => unknown,
    ) => {
      counts.trips += 1;
      counts.statements += beginning.attributes['db.operation.batch.size']!;
      return work();
    },
  } as unknown as Tracing;
  const db = openDb(tracing);
  try {
    return await count(
      ownerUrl,
      writes,
      ([each]) => db.reads(anonymous).run({ statement: () => each! }),
      async () => {
        Object.assign(counts, { trips: 0, statements: 0 });
        await write(db);
        return { ...counts };
      },
    );
  } finally {
    await db.close();
  }
}

export async function countBareWrites(
  ownerUrl: string,
  writes: number,
  next: () => readonly Statement[],
): Promise<string> {
  return asOwner(ownerUrl, (client) =>
    count(
      ownerUrl,
      writes,
      async (statements) => (await inOnePipeline(client, statements)).at(-1)!.rows,
      async () => {
        const statements = next();
        await inOnePipeline(client, statements);
        return { trips: 1, statements: statements.length };
      },
    ),
  );
}
