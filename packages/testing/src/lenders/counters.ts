/**
 * The database cost of a call in Postgres's own counters: index searches and pages (from memory or disk) of our
 * tables. Postgres counts each descent of an index, including those of a skip scan, and also the work of functions,
 * policies, triggers and foreign keys, which EXPLAIN does not show.
 */
import { anonymous, type Db } from '@cairn/server/platform/db/db';
import { statement } from '@cairn/server/platform/db/pipeline';
import type pg from 'pg';

export interface Cost {
  readonly searches: number;
  readonly pages: number;
}
export type Counters = ReadonlyMap<string, Cost>;

const READ = `
  select t.relname as name, coalesce(i.searches, 0)::float8 as searches,
    (coalesce(t.heap_blks_read + t.heap_blks_hit, 0) + coalesce(t.idx_blks_read + t.idx_blks_hit, 0)
      + coalesce(t.toast_blks_read + t.toast_blks_hit, 0)
      + coalesce(t.tidx_blks_read + t.tidx_blks_hit, 0))::float8 as pages
  from pg_statio_user_tables t
  left join (select relid, sum(idx_scan) as searches from pg_stat_user_indexes group by relid) i
    using (relid)
  where t.schemaname = 'cairn'`;

const FLUSH = 'select pg_stat_force_next_flush()';

/** Tells all backends to report their counters; by themselves they do so at most once a second. */
async function flushCounters(db: Db, owner: pg.Pool, connections: number): Promise<void> {
  const each = Array.from({ length: connections });
  await Promise.all([
    ...each.map(() => db.reads(anonymous).run({ statement: () => statement(FLUSH) })),
    ...each.map(() => owner.query(FLUSH)),
  ]);
}

export async function readCounters(db: Db, owner: pg.Pool, connections: number): Promise<Counters> {
  await flushCounters(db, owner, connections);
  return countersNow(owner);
}

export async function countersNow(owner: pg.Pool): Promise<Counters> {
  const { rows } = await owner.query<{ name: string } & Cost>(READ);
  return new Map(rows.map(({ name, searches, pages }) => [name, { searches, pages }]));
}

/** The difference by table, without tables that were not touched. */
export function difference(before: Counters, after: Counters): Counters {
  const changed = new Map<string, Cost>();
  for (const [name, { searches, pages }] of after) {
    const old = before.get(name) ?? { searches: 0, pages: 0 };
    const cost = { searches: searches - old.searches, pages: pages - old.pages };
    if (cost.searches > 0 || cost.pages > 0) changed.set(name, cost);
  }
  return changed;
}

export function total(counters: Counters): Cost {
  let [searches, pages] = [0, 0];
  for (const each of counters.values()) {
    searches += each.searches;
    pages += each.pages;
  }
  return { searches, pages };
}

/** Rows written since the database was created, by table, including those rolled back. */
export async function readWrites(
  db: Db,
  owner: pg.Pool,
  connections: number,
): Promise<ReadonlyMap<string, number>> {
  await flushCounters(db, owner, connections);
  const { rows } = await owner.query<{ name: string; rows: number }>(
    `select relname as name, (n_tup_ins + n_tup_upd + n_tup_del)::float8 as rows
     from pg_stat_user_tables where schemaname = 'cairn'`,
  );
  return new Map(rows.map(({ name, rows: count }) => [name, count]));
}
