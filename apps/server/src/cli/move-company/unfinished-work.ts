/** The unfinished durable work of a company. It is started again in the cell to which the company moves. */
import type pg from 'pg';
import { asOwner } from '../owner-session.ts';
import { copyRows } from './copy-rows.ts';

/** Temporal of the source cell. */
export interface Engine {
  /**
   * The ids of all workflows that are running, or that failed since then. A change of the last moments may be missing.
   */
  unfinished(since: Date): Promise<ReadonlySet<string>>;
  stateOf(id: string): Promise<'running' | 'done' | 'failed'>;
  end(ids: readonly string[]): Promise<void>;
}

/** Longer than Temporal's list of workflows can lag behind. */
const RECENT = '15 minutes';
const AT_ONCE = 10;

/** Events whose workflow may not have ended: those in `eventIds`, and all that were started recently. */
async function startedOf(
  url: string,
  companyId: string,
  eventIds: ReadonlySet<string>,
): Promise<string[]> {
  const { rows } = await asOwner(url, (client) =>
    client.query<{ id: string }>(
      // Temporal also has ids that are not UUIDs.
      `select id from event where company_id = $1 and workflow is not null and dispatched_at is not null
         and (id::text = any($2) or dispatched_at > now() - interval '${RECENT}')`,
      [companyId, [...eventIds]],
    ),
  );
  return rows.map(({ id }) => id);
}

async function inState(
  engine: Engine,
  ids: readonly string[],
  states: readonly string[],
): Promise<string[]> {
  const matchingIds: string[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE).map(async (id) => {
      if (states.includes(await engine.stateOf(id))) matchingIds.push(id);
    });
    await Promise.all(some);
  }
  return matchingIds;
}

/**
 * Defers events that the relay has not started yet. Returns the events that were started and are not done: they are
 * running, or have failed since writes were refused, perhaps during an earlier attempt at the move.
 */
export async function parkWork(
  url: string,
  engine: Engine,
  { companyId, since }: { companyId: string; since: Date },
): Promise<string[]> {
  await asOwner(url, (client) =>
    client.query(
      `update event set due_at = 'infinity'
       where company_id = $1 and workflow is not null and dispatched_at is null and failed_at is null`,
      [companyId],
    ),
  );
  const started = await startedOf(url, companyId, await engine.unfinished(since));
  return inState(engine, started, ['running', 'failed']);
}

/** Copies unfinished work to the target, where it stays deferred until the company is there. */
export async function copyWork(
  from: pg.ClientBase,
  to: pg.ClientBase,
  { companyId, unfinished }: { companyId: string; unfinished: readonly string[] },
): Promise<void> {
  await copyRows(from, to, {
    table: 'event',
    where: `t.company_id = $1 and t.workflow is not null and t.failed_at is null
      and (t.dispatched_at is null or t.id = any($2))`,
    values: [companyId, unfinished],
    instead: `'{"dispatched_at": null, "attempts": 0, "due_at": "infinity"}'`,
    // The position counts the events of one cell.
    without: ['position'],
  });
}

/** Terminates the work in the source, before it starts in the target. */
export async function endWork(url: string, engine: Engine, companyId: string): Promise<void> {
  const started = await startedOf(url, companyId, await engine.unfinished(new Date()));
  await engine.end(await inState(engine, started, ['running']));
}

/** Starts the work in the target. The source's log of sent emails is copied first, so that no email is sent twice. */
export async function beginWork(source: string, target: string, companyId: string): Promise<void> {
  await asOwner(source, (from) =>
    asOwner(target, async (to) => {
      const { rows } = await to.query<{ since: Date | null }>(
        `select min(at) as since from event where company_id = $1 and due_at = 'infinity'`,
        [companyId],
      );
      const since = rows[0]?.since ?? null;
      if (since === null) return;
      await copyRows(from, to, {
        table: 'sent_mail',
        where: 't.sent_at >= $1',
        values: [since],
        onConflict: 'do nothing',
      });
      await to.query(
        `update event set due_at = now() where company_id = $1 and due_at = 'infinity'`,
        [companyId],
      );
    }),
  );
}

/**
 * Resumes the work in the source after a move is canceled. What failed meanwhile is started again under a new id,
 * because Temporal accepts each id once. Returns the change to the database, which must be made only once.
 */
export async function resumeWork(
  url: string,
  engine: Engine,
  { companyId, since }: { companyId: string; since: Date },
): Promise<(client: pg.ClientBase) => Promise<void>> {
  const started = await startedOf(url, companyId, await engine.unfinished(since));
  const failed = await inState(engine, started, ['failed']);
  return async (client) => {
    await client.query(
      `update event set due_at = now() where company_id = $1 and due_at = 'infinity'`,
      [companyId],
    );
    await client.query(
      `insert into event (company_id, id, at, kind, loan_id, account_id, staff_only, changes, workflow, input)
       select company_id, uuidv7(), at, kind, loan_id, account_id, staff_only, changes, workflow, input
       from event where company_id = $1 and id = any($2)`,
      [companyId, failed],
    );
  };
}
