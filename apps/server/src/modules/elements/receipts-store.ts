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
        'document.virus_scan_state',
        'document.scan_reason',
        'company.name as company_name',
        'loan.name as loan_name',
        'loan.short_code',
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
