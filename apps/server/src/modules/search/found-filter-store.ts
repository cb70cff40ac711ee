import type { PhaseCategory } from '@cairn/contract';
import type { DocumentKind } from '@cairn/contract/document-kinds';
import { sql, type RawBuilder } from 'kysely';
import { loansOfOfficers } from '../loans/index.ts';

export interface FoundFilter {
  readonly category?: PhaseCategory[] | undefined;
  readonly officerId?: string[] | undefined;
  readonly modifiedSince?: string | undefined;
  readonly loanId?: string[] | undefined;
  readonly documentKind?: DocumentKind[] | undefined;
  readonly uploadedBy?: string[] | undefined;
}

export const isFiltered = (filter: FoundFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);

/** The kind that the pipeline recognized in this version of the document. */
const isOfKind = (kinds: readonly DocumentKind[]) => sql<boolean>`exists (
  select from document_facts f
  where f.company_id = document.company_id and f.document_id = document.id
    and f.version = document.version and f.facts -> 'kind' ->> 'kind' = any(${[...kinds]}::text[]))`;

/**
 * The conditions of a filter. Every kind is joined with its loan; `modified` is the column with the result's date.
 * With `document` it is joined with its file too; kinds without a file have no results under a filter for files.
 */
export function isLeft(
  filter: FoundFilter,
  modified: string,
  has?: 'document',
): RawBuilder<boolean> {
  const { category, officerId, modifiedSince, loanId, documentKind, uploadedBy } = filter;
  const areFilesMeant = documentKind !== undefined || uploadedBy !== undefined;
  return sql<boolean>`(${sql.join(
    [
      sql`true`,
      ...(category ? [sql`loan.phase_category = any(${category}::text[])`] : []),
      ...(officerId ? [sql`loan.id = any(array(${loansOfOfficers(officerId)}))`] : []),
      ...(loanId ? [sql`loan.id = any(${loanId}::uuid[])`] : []),
      ...(areFilesMeant && has === undefined ? [sql`false`] : []),
      ...(documentKind && has ? [isOfKind(documentKind)] : []),
      ...(uploadedBy && has ? [sql`document.created_by = any(${uploadedBy}::uuid[])`] : []),
      ...(modifiedSince === undefined
        ? []
        : [sql`${sql.ref(modified)} >= ${modifiedSince}::timestamptz`]),
    ],
    sql` and `,
  )})`;
}
