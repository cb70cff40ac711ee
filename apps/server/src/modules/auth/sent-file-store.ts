import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';

export interface SentFile {
  loan_id: string;
  loan_name: string;
  short_code: string;
  title: string;
  document_id: string;
  name: string;
  size: number;
  version: number;
  sha256: Buffer | null;
  virus_scan_state: string;
  /** When its current bytes arrived: a save changes the bytes but not the answer. */
  sent_at: string | null;
  timezone_id: string | null;
}

/**
 * Undefined if the request has another answer meanwhile, which has a receipt of its own; if the answer is a draft; or
 * if the person who requested it no longer sees the request. Needs a transaction, because app.sees_element_as sets
 * the level that it checks for.
 */
export async function findSentFile(
  tx: Tx,
  ids: { companyId: string; accountId: string; elementId: string; documentId: string },
): Promise<SentFile | undefined> {
  const [row] = await tx.run(
    query
      .selectFrom('element')
      .innerJoin('document', (join) =>
        join
          .onRef('document.company_id', '=', 'element.company_id')
          .onRef('document.id', '=', 'element.answer_document_id'),
      )
      .innerJoin('loan', (join) =>
        join
          .onRef('loan.company_id', '=', 'element.company_id')
          .onRef('loan.id', '=', 'element.loan_id'),
      )
      .innerJoin('company', 'company.id', 'element.company_id')
      .where('element.company_id', '=', ids.companyId)
      .where('element.id', '=', ids.elementId)
      .where('document.id', '=', ids.documentId)
      .where('element.answer_in_progress', '=', false)
      .where(
        sql<boolean>`(exists (select from employee m
            where m.company_id = element.company_id and m.account_id = ${ids.accountId}::uuid)
          or exists (select from loan_role r
            where r.company_id = element.company_id and r.loan_id = element.loan_id
              and r.account_id = ${ids.accountId}::uuid
              and app.sees_element_as(r.account_id, app.level_of(r.role), element.company_id, element.id)))`,
      )
      .select([
        'loan.id as loan_id',
        'loan.name as loan_name',
        'loan.short_code',
        (eb) => eb.fn.coalesce('element.borrower_title', 'element.title').as('title'),
        'document.id as document_id',
        'document.name',
        'document.size',
        'document.version',
        'document.sha256',
        'document.virus_scan_state',
        sql<string | null>`greatest(element.answered_at, document.written_at)`.as('sent_at'),
        'company.timezone_id',
      ]),
  );
  return row;
}
