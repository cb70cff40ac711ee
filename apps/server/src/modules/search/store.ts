import { RECENT_KEPT } from '@cairn/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import { visibleElement } from '../elements/index.ts';
import { elements, loans } from './find-store.ts';

/** More than are listed, because another role may see entries that this one does not. */
const MAX_RECENT = 4 * RECENT_KEPT;

export const recentLoans = (actor: Actor) =>
  loans(actor)
    .innerJoin('recently_opened as opened', (join) =>
      join
        .onRef('opened.company_id', '=', 'loan.company_id')
        .onRef('opened.object_id', '=', 'loan.id')
        .on('opened.account_id', '=', actor.accountId),
    )
    .select('opened.opened_at')
    .orderBy('opened.opened_at', 'desc')
    .limit(RECENT_KEPT);

export const recentElements = (actor: Actor) =>
  elements(actor)
    .innerJoin('recently_opened as opened', (join) =>
      join
        .onRef('opened.company_id', '=', 'element.company_id')
        .onRef('opened.object_id', '=', 'element.id')
        .on('opened.account_id', '=', actor.accountId),
    )
    .select('opened.opened_at')
    .orderBy('opened.opened_at', 'desc')
    .limit(RECENT_KEPT);

export const visibleElementById = (actor: Actor, loanId: string, id: string) =>
  query
    .selectFrom('element')
    .where(visibleElement(actor))
    .where('element.loan_id', '=', loanId)
    .where('element.id', '=', id)
    .select('element.id');

interface Opened {
  companyId: string;
  loanId: string;
  elementId: string | null;
}

/** Moves it to the top of the recent list, and deletes the oldest entries. */
export async function saveOpened(tx: Tx, { accountId }: Actor, entry: Opened): Promise<void> {
  await tx.run(
    query
      .insertInto('recently_opened')
      .values({
        company_id: entry.companyId,
        account_id: accountId,
        object_id: entry.elementId ?? entry.loanId,
        loan_id: entry.loanId,
        element_id: entry.elementId,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'account_id', 'object_id'])
          .doUpdateSet({ opened_at: sql`clock_timestamp()` }),
      ),
  );
  await tx.run(
    query
      .deleteFrom('recently_opened')
      .where('account_id', '=', accountId)
      .where(
        'opened_at',
        '<',
        query
          .selectFrom('recently_opened')
          .where('account_id', '=', accountId)
          .select('opened_at')
          .orderBy('opened_at', 'desc')
          .offset(MAX_RECENT - 1)
          .limit(1),
      ),
  );
}
