import { RECENT_KEPT } from '@cairn/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import { titleSeenBy, visibleElement } from '../elements/index.ts';
import { viewerOf, visibleLoans } from '../loans/index.ts';
import type { Patterns } from './words.ts';

/** Beyond so many matches, the user needs a more specific word. */
const CANDIDATES = 200;
/** More than are listed: what one role does not see, another one may. */
const MAX_RECENT = 4 * RECENT_KEPT;

const loans = (actor: Actor) =>
  visibleLoans(viewerOf(actor), actor)
    .innerJoin('phase', (join) =>
      join
        .onRef('phase.company_id', '=', 'loan.company_id')
        .onRef('phase.id', '=', 'loan.phase_id'),
    )
    .select([
      'loan.id',
      'loan.name as title',
      'loan.short_code',
      'loan.color',
      'loan.close_date',
      'phase.name as phase_name',
    ]);

const elements = (actor: Actor) =>
  query
    .selectFrom('element')
    .where(visibleElement(actor))
    .innerJoin('loan', (join) =>
      join
        .onRef('loan.company_id', '=', 'element.company_id')
        .onRef('loan.id', '=', 'element.loan_id'),
    )
    .leftJoin('document', (join) =>
      join
        .onRef('document.company_id', '=', 'element.company_id')
        .onRef('document.id', '=', 'element.answer_document_id'),
    )
    .select([
      'element.id',
      'element.loan_id',
      'element.parent_id as folder_id',
      'loan.name as loan_name',
      'document.name as file_name',
    ])
    .select(titleSeenBy(actor).as('title'));

/** Names that begin with what was typed come before those that only contain it. */
const begins = (text: string, { all }: Patterns) =>
  sql`app.search_text(${sql.ref(text)}) like ${all[0]!.slice(1)}`;

export const findLoans = (actor: Actor, patterns: Patterns) =>
  loans(actor)
    .where(
      sql<boolean>`(loan.company_id, loan.id) in (select c.company_id, c.id
        from app.loans_with_words(${patterns.longest}, ${patterns.all}::text[], ${CANDIDATES}) c)`,
    )
    .orderBy(begins('loan.name', patterns), 'desc')
    .orderBy('loan.modified_at', 'desc')
    .orderBy('loan.id');

export const findElements = (actor: Actor, patterns: Patterns) =>
  elements(actor)
    .where(
      sql<boolean>`(element.company_id, element.id) in (select c.company_id, c.id
        from app.elements_with_words(${patterns.longest}, ${patterns.all}::text[], ${CANDIDATES}) c)`,
    )
    .orderBy(begins('element.title', patterns), 'desc')
    .orderBy('element.modified_at', 'desc')
    .orderBy('element.id');

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

export const seeElement = (actor: Actor, loanId: string, id: string) =>
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

/** Moves it to the top of the recent list, and deletes entries that are too old for it. */
export async function saveOpened(tx: Tx, { accountId }: Actor, opened: Opened): Promise<void> {
  await tx.run(
    query
      .insertInto('recently_opened')
      .values({
        company_id: opened.companyId,
        account_id: accountId,
        object_id: opened.elementId ?? opened.loanId,
        loan_id: opened.loanId,
        element_id: opened.elementId,
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
