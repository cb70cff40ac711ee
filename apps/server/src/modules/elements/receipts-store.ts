import { sql } from 'kysely';
import type { Queries } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';

/** The document of an answer that the caller sees. */
export async function findSentDocument(reads: Queries, companyId: string, documentId: string) {
  const [row] = await reads.run(
    query
      .selectFrom('document')
      .innerJoin('company', 'company.id', 'document.company_id')
      .leftJoin('loan', (join) =>
        join
          .onRef('loan.company_id', '=', 'document.company_id')
          .onRef('loan.id', '=', 'document.loan_id'),
      )
      .where('document.company_id', '=', companyId)
      .where('document.id', '=', documentId)
      .select([
        'document.sha256',
        'document.size',
        'document.page_count',
        'document.virus_scan_state',
        'document.scan_reason',
        'company.name as company_name',
        'loan.name as loan_name',
        'loan.short_code',
        sql<string | null>`(select person.given_name from loan_role role
          join person on person.company_id = role.company_id
            and person.account_id = role.account_id
          where role.company_id = loan.company_id and role.loan_id = loan.id
            and role.role = 'LENDER'
          order by role.created_at, role.id limit 1)`.as('officer_name'),
      ]),
  );
  return row;
}

export async function findOwnAddress(reads: Queries, accountId: string): Promise<string> {
  const [row] = await reads.run(
    query.selectFrom('account').select('email_address').where('id', '=', accountId),
  );
  return row!.email_address;
}
