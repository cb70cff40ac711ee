import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Authorized } from '../../../platform/authorize.ts';
import type { Queries, Tx } from '../../../platform/db/db.ts';
import { query } from '../../../platform/db/query.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { visible } from '../store.ts';

/** An element of a draft, without the columns of where it is stored. */
export type ElementRow = Omit<Row<'template_element'>, 'company_id' | 'template_id' | 'version'>;

/** Each column with the SQL type for its JSON value; the order is the same in every statement. */
const COLUMNS: Record<keyof ElementRow, string> = {
  id: 'uuid',
  parent_id: 'uuid',
  position: 'double precision',
  block_type: 'text',
  storage_type: 'text',
  answer_type: 'text',
  choices: 'text[]',
  title: 'text',
  naming_strategy: 'text',
  description: 'text',
  include_description: 'boolean',
  priority_type: 'text',
  visible_at_status: 'text',
  release_phase: 'text',
  borrower_title: 'text',
  hidden: 'boolean',
  required: 'boolean',
  modifiers: 'text[]',
  locations: 'text[]',
  has_expiration: 'boolean',
  fresh_days: 'int',
  due_days: 'int',
  repeat_per: 'text',
  repeat_count: 'int',
  condition: 'text',
  key: 'text',
  aliases: 'text[]',
  provider: 'text',
  stage: 'text',
  doc_group: 'text',
  period: 'text',
  sba_tab: 'text',
  note: 'text',
  check_with_counsel: 'boolean',
  answer_document_id: 'uuid',
  revision: 'bigint',
  deleted_in: 'uuid',
};
const NAMES = Object.keys(COLUMNS) as (keyof ElementRow)[];

export interface TemplateKey {
  company_id: string;
  id: string;
}

/**
 * All elements of a version that this caller sees, in one query; version 0 is the draft. With `since`, only those
 * changed after that revision, including deletions.
 */
export function elementsOf(
  actor: Actor,
  templateIds: readonly string[],
  version: number,
  since?: number,
) {
  const all = query
    .selectFrom('template_element')
    .innerJoin('template', (join) =>
      join
        .onRef('template.company_id', '=', 'template_element.company_id')
        .onRef('template.id', '=', 'template_element.template_id'),
    )
    .leftJoin('document', (join) =>
      join
        .onRef('document.company_id', '=', 'template_element.company_id')
        .onRef('document.id', '=', 'template_element.answer_document_id'),
    )
    .where(visible(actor, 'template'))
    .where('template.id', 'in', templateIds)
    .where('template_element.version', '=', version)
    .select('template_element.template_id')
    .select(NAMES.map((name) => `template_element.${name}` as const))
    .select([
      'document.name as answer_name',
      'document.size as answer_size',
      'document.virus_scan_state as answer_state',
    ])
    .orderBy('template_element.position')
    .orderBy('template_element.id');
  return since === undefined
    ? all.where('template_element.deleted_in', 'is', null)
    : all.where('template_element.revision', '>', since);
}
export type ShownRow = ElementRow & {
  template_id: string;
  answer_name: string | null;
  answer_size: number | null;
  answer_state: Row<'document'>['virus_scan_state'] | null;
};

/** The elements of a published version; row security limits it to visible companies. */
export const versionRows = ({ company_id, id }: TemplateKey, version: number) =>
  query
    .selectFrom('template_element')
    .select(NAMES)
    .where('company_id', '=', company_id)
    .where('template_id', '=', id)
    .where('version', '=', version)
    .orderBy('position')
    .orderBy('id');

/** The columns that a draft's tree consists of, read before every change. */
export const nodesOf = ({ company_id, id }: TemplateKey) =>
  query
    .selectFrom('template_element')
    .select(['id', 'parent_id', 'position', 'block_type', 'storage_type', 'revision', 'deleted_in'])
    .where('company_id', '=', company_id)
    .where('template_id', '=', id)
    .where('version', '=', 0);

export const draftRows = ({ company_id, id }: TemplateKey, ids: readonly string[]) =>
  query
    .selectFrom('template_element')
    .select(NAMES)
    .where('company_id', '=', company_id)
    .where('template_id', '=', id)
    .where('version', '=', 0)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`);

/** The template of an element, if the caller sees it. */
export async function templateOfElement(reads: Queries, actor: Actor, elementId: string) {
  const [row] = await reads.run(
    query
      .selectFrom('template_element')
      .innerJoin('template', (join) =>
        join
          .onRef('template.company_id', '=', 'template_element.company_id')
          .onRef('template.id', '=', 'template_element.template_id'),
      )
      .where(visible(actor, 'template'))
      .where('template_element.id', '=', elementId)
      // A literal instead of a parameter, because the index covers drafts only.
      .where('template_element.version', '=', sql.lit(0))
      .where('template_element.deleted_in', 'is', null)
      .select(['template_element.template_id', 'template_element.storage_type']),
  );
  return row;
}

const recordset = sql.raw(NAMES.map((name) => `${name} ${COLUMNS[name]}`).join(', '));
const selected = sql.raw(NAMES.map((name) => `r.${name}`).join(', '));
const replaced = Object.fromEntries(
  NAMES.filter((name) => name !== 'id').map((name) => [name, sql.raw<never>(`excluded.${name}`)]),
);

/** Inserts and updates any number of elements in one statement with one parameter. */
export async function writeElements(
  tx: Tx,
  { company_id, id }: Authorized<'edit', TemplateKey>,
  rows: readonly ElementRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(
    query
      .insertInto('template_element')
      .columns(['company_id', 'template_id', 'version', ...NAMES])
      .expression(
        sql`select ${company_id}::uuid, ${id}::uuid, 0, ${selected}
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${recordset})`,
      )
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'template_id', 'version', 'id']).doUpdateSet(replaced),
      ),
  );
}

/** Marks elements as deleted by one operation, which can be undone by its mark. */
export async function markDeleted(
  tx: Tx,
  { company_id, id }: Authorized<'edit', TemplateKey>,
  ids: readonly string[],
  mark: { deletedIn: string | null; revision: number },
): Promise<void> {
  await tx.run(
    query
      .updateTable('template_element')
      .set({ deleted_in: mark.deletedIn, revision: mark.revision })
      .where('company_id', '=', company_id)
      .where('template_id', '=', id)
      .where('version', '=', 0)
      .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`),
  );
}

/** Copies a version of a template to the draft of another one of the same company, with new ids. */
export async function copyElements(
  tx: Tx,
  from: TemplateKey & { version: number },
  to: TemplateKey,
): Promise<void> {
  const special: Partial<Record<keyof ElementRow, string>> = {
    id: 'm.new',
    parent_id: 'p.new',
    revision: '1',
    deleted_in: 'null',
  };
  const copied = sql.raw(NAMES.map((name) => special[name] ?? `e.${name}`).join(', '));
  await tx.run(
    query
      .insertInto('template_element')
      .columns(['company_id', 'template_id', 'version', ...NAMES])
      .expression(
        sql`with m as materialized (
            select e.id as old, uuidv7() as new from template_element e
            where e.company_id = ${from.company_id}::uuid and e.template_id = ${from.id}::uuid
              and e.version = ${from.version}::int and e.deleted_in is null)
          select e.company_id, ${to.id}::uuid, 0, ${copied}
          from template_element e
          join m on m.old = e.id
          left join m p on p.old = e.parent_id
          where e.company_id = ${from.company_id}::uuid and e.template_id = ${from.id}::uuid
            and e.version = ${from.version}::int`,
      ),
  );
}
