/** Facts that were read from documents, and the entities that their pages name. */
import { sql } from 'kysely';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { ContentRef } from './content-store.ts';
import type { DocumentFacts, FactPage } from './read-facts.ts';

/** Later pages are schedules and terms. */
const MAX_FACT_PAGES = 60;

/** The first pages, and the last, which has the signature. */
export const pagesForFacts = (
  reads: Queries,
  { companyId, documentId, version }: ContentRef,
): Promise<FactPage[]> =>
  reads.run(
    query
      .selectFrom('document_page')
      .where('company_id', '=', companyId)
      .where('document_id', '=', documentId)
      .where('version', '=', version)
      .where(
        sql<boolean>`(page <= ${MAX_FACT_PAGES / 2} or page > (select max(page) from document_page p
          where p.company_id = ${companyId}::uuid and p.document_id = ${documentId}::uuid
            and p.version = ${version}) - ${MAX_FACT_PAGES / 2})`,
      )
      .select(['page', 'text'])
      .orderBy('page'),
  );

/** The first reading is kept. */
export async function saveFacts(
  tx: Tx,
  { companyId, documentId, version }: ContentRef,
  facts: DocumentFacts,
  words: readonly string[],
): Promise<void> {
  await tx.run(
    query
      .insertInto('document_facts')
      .values({
        company_id: companyId,
        document_id: documentId,
        version,
        kind: facts.kind?.kind ?? null,
        facts: JSON.stringify(facts),
        words: [...words],
      })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'document_id', 'version']).doNothing(),
      ),
  );
}

export interface FactsRow {
  documentId: string;
  facts: DocumentFacts;
  words: string[];
}

/** Facts of the current versions of these documents that the caller sees. */
export async function factsOf(
  reads: Queries,
  companyId: string,
  documentIds: readonly string[],
): Promise<Map<string, FactsRow>> {
  if (documentIds.length === 0) return new Map();
  const rows = await reads.run(
    query
      .selectFrom('document_facts')
      .innerJoin('document', (join) =>
        join
          .onRef('document.company_id', '=', 'document_facts.company_id')
          .onRef('document.id', '=', 'document_facts.document_id')
          .onRef('document.version', '=', 'document_facts.version'),
      )
      .where('document_facts.company_id', '=', companyId)
      .where(sql<boolean>`document_facts.document_id = any(${documentIds}::uuid[])`)
      .where('document.removed_at', 'is', null)
      .select(['document_facts.document_id', 'document_facts.facts', 'document_facts.words']),
  );
  return new Map(
    rows.map(({ document_id, facts, words }) => [
      document_id,
      { documentId: document_id, facts: facts as DocumentFacts, words },
    ]),
  );
}

export interface NamedOn {
  documentId: string;
  name: string;
  page: number;
}

/** The first of the leading pages that names an entity of the document's loan. */
export async function entitiesNamedIn(
  reads: Queries,
  companyId: string,
  documentIds: readonly string[],
): Promise<NamedOn[]> {
  if (documentIds.length === 0) return [];
  const rows = await reads.run(
    query
      .selectFrom('document')
      .innerJoin('loan_entity', (join) =>
        join
          .onRef('loan_entity.company_id', '=', 'document.company_id')
          .onRef('loan_entity.loan_id', '=', 'document.loan_id'),
      )
      .innerJoin('entity', (join) =>
        join
          .onRef('entity.company_id', '=', 'loan_entity.company_id')
          .onRef('entity.id', '=', 'loan_entity.entity_id'),
      )
      .innerJoin('document_page', (join) =>
        join
          .onRef('document_page.company_id', '=', 'document.company_id')
          .onRef('document_page.document_id', '=', 'document.id')
          .onRef('document_page.version', '=', 'document.version'),
      )
      .where('document.company_id', '=', companyId)
      .where(sql<boolean>`document.id = any(${documentIds}::uuid[])`)
      .where('document_page.page', '<=', MAX_FACT_PAGES / 2)
      .where(
        sql<boolean>`document_page.searchable @@ phraseto_tsquery('pg_catalog.english', entity.name)`,
      )
      .groupBy(['document.id', 'entity.name'])
      .select((eb) => [
        'document.id as document_id',
        'entity.name',
        eb.fn.min('document_page.page').as('page'),
      ]),
  );
  return rows.map(({ document_id, name, page }) => ({ documentId: document_id, name, page }));
}
