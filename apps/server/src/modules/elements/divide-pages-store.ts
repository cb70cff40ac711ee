import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { query } from '../../platform/db/query.ts';
import { visible } from './store.ts';

/** The remarks of the answers that these documents are: expiration dates and notes. */
export const remarksOn = (
  actor: Actor,
  { companyId, loanId, documentIds }: { companyId: string; loanId: string; documentIds: string[] },
) =>
  query
    .selectFrom('element')
    .where(visible(actor))
    .where('element.company_id', '=', companyId)
    .where('element.loan_id', '=', loanId)
    .where(sql<boolean>`element.answer_document_id = any(${documentIds}::uuid[])`)
    .select([
      'element.answer_document_id as documentId',
      'element.expiration_date as expirationDate',
      'element.answer_note as note',
    ])
    .orderBy('element.id');
