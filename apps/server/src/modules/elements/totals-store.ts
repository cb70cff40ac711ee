import { sql } from 'kysely';
import { type Actor } from '../../platform/actor.ts';
import { COUNTS_AS_ANSWERED } from '../../platform/db/counted-answers.ts';
import { viewerOf, visibleLoans } from '../loans/index.ts';

/** The shoebox count: underwriters and borrowers count their own files, others all that they see [R101] [R102]. */
const waiting = sql<number>`app.shoebox_count(loan.company_id, loan.id)`;

/**
 * Totals of the given loans, or of those on which the caller holds a role. The lender's totals are stored on the
 * loan; others' are computed from what they see, so that they do not reveal hidden elements.
 */
export function packageTotals(actor: Actor, loanIds: readonly string[] | undefined) {
  const loans = visibleLoans(viewerOf(actor), actor).where(
    loanIds
      ? sql<boolean>`loan.id = any(${loanIds}::uuid[])`
      : sql<boolean>`exists (select from loan_role r where r.company_id = loan.company_id
          and r.loan_id = loan.id and r.account_id = ${actor.accountId})`,
  );
  if (actor.roleLevel === 'LENDER' || actor.roleLevel === 'ADMIN') {
    return loans.select([
      'loan.id as loan_id',
      'loan.files as totalFiles',
      'loan.files_answered as totalAnsweredFiles',
      'loan.files_hidden as totalFilesHidden',
      'loan.folders as totalFolders',
      'loan.folders_hidden as totalFoldersHidden',
      sql<number>`loan.files + loan.folders + loan.links`.as('totalPackagesItems'),
      waiting.as('totalShoexboxItems'),
    ]);
  }
  const totals = sql<{ files: number; answered: number; folders: number; items: number }>`lateral (
    select
      count(*) filter (where e.storage_type = 'FILE' and e.target_id is null)::int as files,
      count(*) filter (where ${sql.raw(COUNTS_AS_ANSWERED)})::int as answered,
      count(*) filter (where e.storage_type = 'FOLDER' and e.parent_id is not null)::int as folders,
      count(*) filter (where e.parent_id is not null)::int as items
    from element e
    where e.company_id = loan.company_id and e.loan_id = loan.id and not e.in_trash
      and app.sees_element(${actor.accountId}::uuid, e))`.as<'counted'>('counted');
  return loans
    .innerJoin(totals, (join) => join.onTrue())
    .select([
      'loan.id as loan_id',
      'counted.files as totalFiles',
      'counted.answered as totalAnsweredFiles',
      sql<number>`0`.as('totalFilesHidden'),
      'counted.folders as totalFolders',
      sql<number>`0`.as('totalFoldersHidden'),
      'counted.items as totalPackagesItems',
      waiting.as('totalShoexboxItems'),
    ]);
}
