import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Window } from './window.ts';

export const findWindow = query
  .selectFrom('maintenance_window')
  .select(['start_at as start', 'end_at as end']);

export async function saveWindow(tx: Tx, { start, end }: Window, setBy: string): Promise<void> {
  const window = { start_at: start, end_at: end, set_by: setBy, set_at: sql<string>`now()` };
  await tx.run(
    query
      .insertInto('maintenance_window')
      .values(window)
      .onConflict((conflict) => conflict.column('single').doUpdateSet(window)),
  );
}

export async function deleteWindow(tx: Tx): Promise<Window | undefined> {
  const [removed] = await tx.run(
    query.deleteFrom('maintenance_window').returning(['start_at as start', 'end_at as end']),
  );
  return removed;
}
