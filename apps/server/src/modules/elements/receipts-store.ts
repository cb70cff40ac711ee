import { sql } from 'kysely';
import type { Queries } from '../../platform/db/db.ts';
import { firstKnown, query } from '../../platform/db/query.ts';

/**
 * The document of an answer that the caller sees. A save changes its bytes but not the answer, so time and sender are
 * those of the bytes with this fingerprint. The sender is null if the caller may not know them.
 */
export async function findSentDocument(
  reads: Queries,
  companyId: string,
  documentId: string,
  answeredDate: string,
) {
  const [row] = await reads.run(
    query
      .selectFrom('document')
      .innerJoin('company', 'company.id', 'document.company_id')
      .leftJoin('loan', (join) =>
        join
          .onRef('loan.company_id', '=', 'document.company_id')
          .onRef('loan.id', '=', 'document.loan_id'),
      )
      .leftJoin('person as sender', (join) =>
        join
          .onRef('sender.company_id', '=', 'document.company_id')
          .on('sender.account_id', '=', firstKnown('document.written_by', 'document.created_by')),
      )
      .where('document.company_id', '=', companyId)
      .where('document.id', '=', documentId)
      .select([
        'document.version',
        'document.sha256',
        'document.size',
        'document.page_count',
        'document.virus_scan_state',
        'document.scan_reason',
        'company.name as company_name',
        'loan.name as loan_name',
        'loan.short_code',
        'sender.account_id as sender_id',
        'sender.given_name as sender_given_name',
        'sender.family_name as sender_family_name',
        'sender.email_address as sender_email_address',
        sql<string>`greatest(${answeredDate}::timestamptz, document.written_at)`.as('sent_at'),
        sql<string | null>`(select person.given_name from loan_role role
          join person on person.company_id = role.company_id
            and person.account_id = role.account_id
          join employee_details details on details.company_id = role.company_id
            and details.account_id = role.account_id
          join account on account.id = role.account_id and account.closed_at is null
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
