/** Deterministic concurrency: holds row locks until a call waits for them. */
import type { TestServer } from './server.ts';
import { until } from './until.ts';

type Held = readonly [text: string, values: readonly unknown[]];

/** The number of the application's statements that wait for another session's lock. */
export async function countWaitingStatements({ owner }: TestServer): Promise<number> {
  const { rows } = await owner.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and usename = 'cairn_app' and wait_event_type = 'Lock'`,
  );
  return rows[0]!.waiting;
}

/**
 * Runs `statements` in a transaction, starts the other functions, each once the previous one waits for a lock, and commits
 * when the last one waits.
 */
export async function whileHeld<T>(
  server: TestServer,
  statements: readonly Held[],
  ...meanwhile: readonly (() => Promise<T>)[]
): Promise<T[]> {
  const client = await server.owner.connect();
  const results: Promise<T>[] = [];
  try {
    await client.query('begin');
    for (const [text, values] of statements) await client.query(text, [...values]);
    for (const [index, begin] of meanwhile.entries()) {
      results.push(begin());
      await until(async () => (await countWaitingStatements(server)) > index);
    }
    await client.query('commit');
  } finally {
    client.release();
  }
  return Promise.all(results);
}
