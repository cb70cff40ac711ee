/** Deletes files that visitors uploaded and did not submit, a week after the session's end: first rows, then bytes. */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { anonymous, type Db } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Bucket } from '../../platform/object-storage.ts';
import { recordEvent } from '../../platform/record-event.ts';

const HOUR_MS = 3_600_000;
const BATCH = 100;
const MAX_BATCHES = 100;
const PAUSE_MS = 50;

interface Deps {
  readonly db: Db;
  readonly vault: Pick<Bucket, 'remove'>;
}
interface Ended {
  company_id: string;
  id: string;
}

const sessionsToSweep = (db: Db, batch: number) =>
  db
    .reads(anonymous)
    .run(
      query
        .selectFrom(
          sql<Ended>`app.anonymous_sessions_to_sweep(${batch}::int)`.as<'session'>(sql`session`),
        )
        .selectAll('session'),
    );

/** Deletes the rows and records that, in one transaction. Does nothing if another worker has swept the session. */
const sweepRows = (db: Db, { company_id: companyId, id: sessionId }: Ended) =>
  db.write({ kind: 'company', companyId }, async (tx) => {
    const removed = await tx.run(
      query
        .selectFrom(
          sql<{ document_id: string; vault_key: string | null }>`
            app.sweep_anonymous_session(${companyId}::uuid, ${sessionId}::uuid)`.as<'file'>(
            sql`file`,
          ),
        )
        .selectAll('file'),
    );
    const files = new Set(removed.map(({ document_id }) => document_id)).size;
    if (files > 0) {
      recordEvent(tx, {
        kind: 'anonymousSession.swept',
        companyId,
        staffOnly: true,
        changes: [],
        detail: { sessionId, files },
      });
    }
    return removed;
  });

async function sweepSession({ db, vault }: Deps, session: Ended): Promise<void> {
  for (const { vault_key } of await sweepRows(db, session)) {
    if (vault_key !== null) await vault.remove(vault_key);
  }
}

/**
 * Returns how many sessions were swept. Bytes left behind by a crash have no row, so the vault's reaper finds them. A
 * session that fails does not hold up the others; it is reported at the end.
 */
export async function sweepSessions(deps: Deps, batch = BATCH): Promise<number> {
  let swept = 0;
  const failures: unknown[] = [];
  for (let batches = 0; batches < MAX_BATCHES; batches += 1) {
    const sessions = await sessionsToSweep(deps.db, batch);
    for (const session of sessions) {
      await sweepSession(deps, session).then(
        () => (swept += 1),
        (error: unknown) => failures.push(error),
      );
    }
    if (sessions.length < batch) break;
    await wait(PAUSE_MS);
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} ended upload sessions were not swept`);
  }
  return swept;
}

/** Every worker sweeps; each session is swept by one of them. Returns a function that stops it. */
export function keepSweepingSessions(deps: Deps, log: Pick<Logger, 'info' | 'warn'>): () => void {
  const timer = setInterval(() => {
    sweepSessions(deps).then(
      (swept) => swept > 0 && log.info({ swept }, 'swept ended upload sessions'),
      (error: unknown) =>
        log.warn({ err: error }, 'ended upload sessions could not be swept; next try in 1 h'),
    );
  }, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
