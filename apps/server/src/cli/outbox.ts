/** `cairn outbox`: lists the events that the relay gave up on (decision 0050), and requeues them. */
import { asOwner } from './owner-session.ts';

const MAX_LISTED = 200;

export interface GivenUp {
  readonly id: string;
  readonly company_id: string;
  readonly workflow: string;
  readonly attempts: number;
  readonly failed_at: Date;
  readonly last_error: string | null;
}

/** Returns the oldest of these events, and their number. */
export const listGivenUp = (url: string): Promise<{ events: GivenUp[]; count: number }> =>
  asOwner(url, async (client) => {
    const { rows: events } = await client.query<GivenUp>(
      `select id, company_id, workflow, attempts, failed_at, last_error
       from event where failed_at is not null order by failed_at limit ${MAX_LISTED}`,
    );
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from event where failed_at is not null',
    );
    return { events, count: rows[0]!.count };
  });

/** The relay treats requeued events like new ones. Returns their number. */
export const requeue = (url: string, ids: readonly string[] | 'all'): Promise<number> =>
  asOwner(url, async (client) => {
    const { rowCount } = await client.query(
      `update event set failed_at = null, attempts = 0, due_at = now()
       where failed_at is not null and ($1 or id = any($2::uuid[]))`,
      [ids === 'all', ids === 'all' ? [] : ids],
    );
    return rowCount ?? 0;
  });
