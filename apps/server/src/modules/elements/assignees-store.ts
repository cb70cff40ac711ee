/** Possible assignees of a request: people with a role on the loan, and people invited to it. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { PackageRow } from './store.ts';

/** Whether all these people have a role on the loan or work for the company. */
export async function areOnLoan(
  tx: Tx,
  loanPackage: Pick<PackageRow, 'company_id' | 'id'>,
  accountIds: readonly string[],
): Promise<boolean> {
  const uniqueIds = [...new Set(accountIds)];
  const rows = await tx.run(
    query
      .selectFrom('person')
      .where('person.company_id', '=', loanPackage.company_id)
      .where(sql<boolean>`person.account_id = any(${uniqueIds}::uuid[])`)
      .where(
        sql<boolean>`(exists (select from loan_role r where r.company_id = person.company_id
            and r.loan_id = ${loanPackage.id} and r.account_id = person.account_id)
          or exists (select from employee e where e.company_id = person.company_id
            and e.account_id = person.account_id))`,
      )
      .select('person.account_id'),
  );
  return rows.length === uniqueIds.length;
}

/** Whether the invitation is to this loan and still open. */
export async function isOpenInvitation(
  tx: Tx,
  loanPackage: Pick<PackageRow, 'company_id' | 'id'>,
  invitationId: string,
): Promise<boolean> {
  const rows = await tx.run(
    query
      .selectFrom('invitation')
      .where('company_id', '=', loanPackage.company_id)
      .where('loan_id', '=', loanPackage.id)
      .where('id', '=', invitationId)
      .where('accepted_at', 'is', null)
      .where('declined_at', 'is', null)
      .where('removed_at', 'is', null)
      .select('id'),
  );
  return rows.length === 1;
}
