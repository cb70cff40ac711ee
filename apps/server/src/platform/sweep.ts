/** Deletes data that is no longer needed, as defined by app.sweep (migration 0050). */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { anonymous, type Db } from './db/db.ts';
import { query } from './db/query.ts';

const SWEPT = [
  'idempotency',
  'event',
  'sent_mail',
  'session',
  'call_count',
  'notification',
] as const;
export type Swept = (typeof SWEPT)[number];

const EVERY_MS = 10 * 60_000;
const BATCH = 1000;
/** Locks are short and other work has priority: a pause after each batch, and a time limit for each sweep. */
const PAUSE_MS = 50;
const MAX_BATCHES = 500;

async function sweepBatch(db: Db, kind: Swept, batch: number): Promise<number> {
  const [row] = await db.write(anonymous, (tx) =>
    tx.run(query.selectNoFrom(sql<number>`app.sweep(${kind}, ${batch}::int)`.as('removed'))),
  );
  return row!.removed;
}

/** Returns how many rows of each kind were removed. */
export async function sweep(
  db: Db,
  { batch = BATCH, isStopping = () => false }: { batch?: number; isStopping?: () => boolean } = {},
): Promise<Record<Swept, number>> {
  const removed = Object.fromEntries(SWEPT.map((kind) => [kind, 0])) as Record<Swept, number>;
  for (const kind of SWEPT) {
    for (let batches = 0; batches < MAX_BATCHES && !isStopping(); batches += 1) {
      const count = await sweepBatch(db, kind, batch);
      removed[kind] += count;
      if (count < batch) break;
      await wait(PAUSE_MS);
    }
  }
  return removed;
}

/**
 * Every worker sweeps; rows that one of them is removing are skipped by the others. Returns a function that stops it.
 */
export function keepSweeping(db: Db, log: Logger): () => void {
  let isStopping = false;
  const sweepOnce = async (): Promise<void> => {
    try {
      const removed = await sweep(db, { isStopping: () => isStopping });
      if (Object.values(removed).some((count) => count > 0)) log.info({ removed }, 'swept');
    } catch (error) {
      if (!isStopping) log.warn({ err: error }, 'sweep failed; the next one is in 10 minutes');
    }
  };
  const once = (): void => void sweepOnce();
  // Random delay, so that the workers of a deployment do not start at the same moment.
  const first = setTimeout(once, Math.random() * 60_000).unref();
  const timer = setInterval(once, EVERY_MS).unref();
  return () => {
    isStopping = true;
    clearTimeout(first);
    clearInterval(timer);
  };
}
