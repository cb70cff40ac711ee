/** Lists of applications, at a lender and of the caller: a page from the start of an index, without a count. */
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Reads } from '../../platform/db/db.ts';
import { readCursor, writeCursor } from '../loans/index.ts';
import { visibleApplications, type SummaryRow } from './store.ts';

export type List = 'open' | 'rejected' | 'all';

/** Submitted ones by waiting time; answered ones and drafts by date, newest first. */
const ORDER = {
  open: { column: 'application.submitted_at', way: 'asc' },
  rejected: { column: 'application.response_at', way: 'desc' },
  all: { column: 'application.created_at', way: 'desc' },
} as const;

interface ListQuery {
  lenderId?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

export async function pageOf(
  reads: Reads,
  actor: Actor,
  list: List,
  { lenderId, cursor, limit }: ListQuery,
): Promise<{ rows: SummaryRow[]; nextCursor: string | null }> {
  const { column, way } = ORDER[list];
  let applications = visibleApplications(actor);
  if (lenderId) applications = applications.where('application.company_id', '=', lenderId);
  if (list === 'open') {
    // Until the review has started, WITHDRAWN is the loan's status.
    applications = applications
      .where('application.state', 'in', ['SUBMITTED', 'IN_REVIEW'])
      .where(sql<boolean>`(application.state = 'IN_REVIEW' or loan.status <> 'WITHDRAWN')`);
  }
  if (list === 'rejected') applications = applications.where('application.state', '=', 'REJECTED');
  if (cursor !== undefined) {
    const { place, id } = readCursor(cursor, 'modified');
    const beyond = sql.raw(way === 'asc' ? '>' : '<');
    applications = applications.where(
      sql<boolean>`(${sql.ref(column)}, application.loan_id) ${beyond}
        (${place}::timestamptz, ${id}::uuid)`,
    );
  }
  const rows = await reads.run(
    applications
      .select(sql<string>`${sql.ref(column)}::text`.as('place'))
      .orderBy(column, way)
      .orderBy('application.loan_id', way)
      // One row more than the page shows whether there is a next page.
      .limit(limit + 1),
  );
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, nextCursor: last ? writeCursor(last) : null };
}
