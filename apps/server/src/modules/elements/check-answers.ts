/** Compares the documents of answers with what their requests ask for. */
import type { DocumentCheck } from '@cairn/contract/review';
import type { Reads } from '../../platform/db/db.ts';
import { checkDocument, entitiesNamedIn, factsOf } from '../documents/index.ts';
import { freshDaysOf, type ReviewRow } from './review-store.ts';

/** Checks by request id. Three queries for each company, whatever the number of answers. */
export async function checksOf(
  reads: Reads,
  rows: readonly ReviewRow[],
): Promise<Map<string, DocumentCheck[]>> {
  const checks = new Map<string, DocumentCheck[]>();
  for (const [companyId, answers] of Map.groupBy(rows, ({ company_id }) => company_id)) {
    const ids = answers.flatMap(({ answer_document_id }) => answer_document_id ?? []);
    const factsByDocument = await factsOf(reads, companyId, ids);
    if (factsByDocument.size === 0) continue;
    const withFacts = answers.filter((row) => factsByDocument.has(row.answer_document_id ?? ''));
    const mentions = await entitiesNamedIn(reads, companyId, [...factsByDocument.keys()]);
    const fresh = await freshDaysOf(reads, companyId, withFacts);
    const now = new Date();
    for (const row of withFacts) {
      const { facts } = factsByDocument.get(row.answer_document_id!)!;
      const onIt = mentions.filter(({ documentId }) => documentId === row.answer_document_id);
      const entity = row.entity_name;
      const match = entity === null ? onIt[0] : onIt.find(({ name }) => name === entity);
      const { title, description, flags } = row;
      checks.set(
        row.id,
        checkDocument({
          request: { title, description, flags, freshDays: fresh.get(row.id) ?? null },
          facts,
          entity,
          mention: match ? { ...match, words: match.name } : null,
          now,
        }),
      );
    }
  }
  return checks;
}
