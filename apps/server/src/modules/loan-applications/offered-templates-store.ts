/** Templates that a lender offers to applicants, limited to what people outside may know. */
import { LOAN_TYPE_CODES, type OfferedTemplate } from '@cairn/contract';
import { KEPT_FROM_BORROWERS, type BlockType } from '@cairn/contract/template-terms';
import { sql } from 'kysely';
import type { Queries } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';

/** Published, not in the trash, and with something to request in the application. */
const offeredBy = (companyId: string) =>
  query
    .selectFrom('template')
    .innerJoin('template_version as published', (join) =>
      join
        .onRef('published.company_id', '=', 'template.company_id')
        .onRef('published.template_id', '=', 'template.id')
        .onRef('published.version', '=', 'template.published_version'),
    )
    .where('template.company_id', '=', companyId)
    .where('template.trashed_at', 'is', null)
    .where('template.published_version', '>', 0)
    .where(
      sql<boolean>`exists (select from template_element e
        where e.company_id = template.company_id and e.template_id = template.id
          and e.version = template.published_version and 'APPLY_NOW' = any(e.modifiers))`,
    )
    .select([
      'template.company_id',
      'template.id',
      'template.block_type',
      'published.version',
      'published.name',
      'published.loan_type',
      'published.entity_type',
    ])
    .orderBy(sql`lower(published.name)`)
    .orderBy('template.id');
type OfferedQuery = ReturnType<typeof offeredBy>;
export type OfferedRow = OfferedQuery extends { execute(): Promise<(infer Row)[]> } ? Row : never;

export async function findOffered(reads: Queries, companyId: string, id: string) {
  const [row] = await reads.run(offeredBy(companyId).where('template.id', '=', id));
  return row;
}

const offeredRows = (reads: Queries, companyId: string, blockType?: BlockType) => {
  const all = offeredBy(companyId);
  return reads.run(blockType ? all.where('template.block_type', '=', blockType) : all);
};

const loanTypeOf = ({ loan_type }: OfferedRow) =>
  LOAN_TYPE_CODES.find((code) => code === loan_type) ?? null;

/** Read in the company's scope, because the caller may have no role there. */
export async function listOffered(
  reads: Queries,
  companyId: string,
  blockType?: BlockType,
): Promise<OfferedTemplate[]> {
  const rows = await offeredRows(reads, companyId, blockType);
  const documents = await documentsIn(reads, rows);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    blockType: row.block_type,
    loanType: loanTypeOf(row),
    entityType: row.entity_type,
    documents: documents.get(row.id) ?? 0,
  }));
}

export type OfferedLoan = Pick<OfferedTemplate, 'id' | 'name' | 'loanType'>;

/** Does not read the templates, because strangers may call it often. */
export async function listOfferedLoans(reads: Queries, companyId: string): Promise<OfferedLoan[]> {
  const rows = await offeredRows(reads, companyId, 'LOAN');
  return rows.map((row) => ({ id: row.id, name: row.name, loanType: loanTypeOf(row) }));
}

/** Without hidden requests and those inside a hidden folder, so that the count does not reveal them. */
async function documentsIn(
  reads: Queries,
  templates: readonly OfferedRow[],
): Promise<Map<string, number>> {
  const [first] = templates;
  if (!first) return new Map();
  const ids = templates.map(({ id }) => id);
  const versions = templates.map(({ version }) => version);
  const rows = await reads.run(
    query
      .selectFrom('template_element')
      .select(['template_id', 'id', 'parent_id', 'storage_type', 'modifiers', 'locations'])
      .select(['hidden', 'priority_type'])
      .where('company_id', '=', first.company_id)
      .where(
        sql<boolean>`(template_id, version) in (
          select id, version from unnest(${ids}::uuid[], ${versions}::int[]) as t (id, version))`,
      ),
  );
  const byId = new Map(rows.map((row) => [`${row.template_id} ${row.id}`, row]));
  const isKept = (row: (typeof rows)[number]): boolean => {
    const parent = row.parent_id && byId.get(`${row.template_id} ${row.parent_id}`);
    const itself =
      row.hidden ||
      row.priority_type === 'HIDDEN' ||
      row.modifiers.some((flag) => KEPT_FROM_BORROWERS.includes(flag));
    return itself || (parent ? isKept(parent) : false);
  };
  const requests = rows.filter(
    (row) =>
      row.storage_type === 'FILE' &&
      (row.modifiers.includes('APPLY_NOW') || row.locations.includes('APPLICATION')) &&
      !isKept(row),
  );
  return new Map(
    [...Map.groupBy(requests, (row) => row.template_id)].map(([id, rowsOfTemplate]) => [
      id,
      rowsOfTemplate.length,
    ]),
  );
}
