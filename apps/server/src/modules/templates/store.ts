import type { BlockType } from '@cairn/contract/template-terms';
import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Schema } from '../../platform/db/schema.ts';

type Owner = 'template' | 'company';

/** Staff see their own company's templates; external lenders those of their loans' companies; others none. */
export function visible(actor: Actor, table: Owner): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, Owner>();
  const company = sql.ref<string>(table === 'company' ? 'company.id' : 'template.company_id');
  if (isPlatformAdmin(actor)) return eb.lit(true);
  if (isStaff(actor)) return sql<boolean>`${company} = ${actor.companyId}::uuid`;
  if (actor.roleLevel !== 'LENDER') return eb.lit(false);
  return sql<boolean>`exists (
    select from loan_role r
    where r.company_id = ${company} and r.account_id = ${actor.accountId}::uuid
      and app.level_of(r.role) = ${actor.roleLevel})`;
}

const myLevel = (actor: Actor, company: string) => sql<'OWNER' | 'EMPLOYEE' | null>`(
  select e.level from employee e
  where e.company_id = ${sql.ref(company)} and e.account_id = ${actor.accountId}::uuid
    and ${actor.companyId}::uuid = e.company_id)`;

export async function findCompany(reads: Queries, actor: Actor, id: string) {
  const [row] = await reads.run(
    query
      .selectFrom('company')
      .select(['company.id', myLevel(actor, 'company.id').as('my_level')])
      .where('company.id', '=', id)
      .where(visible(actor, 'company')),
  );
  return row;
}
export type CompanyRow = NonNullable<Awaited<ReturnType<typeof findCompany>>>;

const columns = [
  'template.company_id',
  'template.id',
  'template.name',
  'template.block_type',
  'template.loan_type',
  'template.entity_type',
  'template.library_key',
  'template.revision',
  'template.published_version',
  'template.published_revision',
  'template.elements',
  'template.files',
  'template.trashed_at',
  'template.modified_at',
  'template.modified_by',
] as const;

/** The blocks that a loan's template repeats for each entity of a kind. */
const links = sql<BlockType[]>`array(
  select distinct e.block_type from template_element e
  where e.company_id = template.company_id and e.template_id = template.id and e.version = 0
    and e.parent_id is null and e.deleted_in is null and e.block_type <> 'LOAN'
  order by 1)`;

/** The base of every query of templates. */
const visibleTemplates = (actor: Actor) =>
  query
    .selectFrom('template')
    .where(visible(actor, 'template'))
    .leftJoin('person', (join) =>
      join
        .onRef('person.company_id', '=', 'template.company_id')
        .onRef('person.account_id', '=', 'template.modified_by'),
    )
    .select(columns)
    .select([
      'person.given_name',
      'person.family_name',
      'person.email_address',
      links.as('links'),
      myLevel(actor, 'template.company_id').as('my_level'),
    ]);

export const templateById = (actor: Actor, id: string) =>
  visibleTemplates(actor).where('template.id', '=', id);

export async function findTemplate(reads: Queries, actor: Actor, id: string) {
  const [row] = await reads.run(templateById(actor, id));
  return row;
}
export type TemplateRow = NonNullable<Awaited<ReturnType<typeof findTemplate>>>;

export interface TemplateFilter {
  companyId?: string | undefined;
  blockType?: BlockType | undefined;
  loanType?: string | undefined;
  ids?: readonly string[];
  trashed: boolean | 'either';
}

export function listTemplates(actor: Actor, filter: TemplateFilter) {
  let templates = visibleTemplates(actor);
  if (filter.companyId) templates = templates.where('template.company_id', '=', filter.companyId);
  if (filter.blockType) templates = templates.where('template.block_type', '=', filter.blockType);
  if (filter.loanType) templates = templates.where('template.loan_type', '=', filter.loanType);
  if (filter.ids) templates = templates.where('template.id', 'in', filter.ids);
  if (filter.trashed === 'either') return templates;
  return templates.where('template.trashed_at', filter.trashed ? 'is not' : 'is', null);
}

/** Limits the list over all companies, which only an administrator can request; a single company's list is complete. */
export const TEMPLATES_LISTED = 500;

/** One row more than is shown tells that there are more. Sorted by id, so that an index serves all companies. */
export const newestTemplates = (actor: Actor, filter: TemplateFilter) =>
  listTemplates(actor, filter)
    .orderBy('template.id', 'desc')
    .limit(TEMPLATES_LISTED + 1);

/** Locks the row until the transaction ends, so that a template has one writer at a time. */
export async function lockTemplate(tx: Tx, { company_id, id }: TemplateRow) {
  const [row] = await tx.run(
    query
      .selectFrom('template')
      .select(['revision', 'published_version', 'published_revision', 'trashed_at'])
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .forUpdate(),
  );
  return row;
}

export interface NewTemplate {
  company_id: string;
  id: string;
  name: string;
  block_type: BlockType;
  loan_type: string | null;
  entity_type: string | null;
  library_key: string | null;
}

export async function insertTemplate(tx: Tx, template: NewTemplate, by: string): Promise<void> {
  await tx.run(
    query.insertInto('template').values({ ...template, created_by: by, modified_by: by }),
  );
}

interface Changed {
  revision: number;
  modified_by: string;
  name?: string | undefined;
  loan_type?: string | null | undefined;
  entity_type?: string | null | undefined;
  trashed_at?: null;
}

/** Saves a draft's new revision and the totals that the list shows. */
export async function saveTemplate(
  tx: Tx,
  { company_id, id }: Authorized<string, Pick<TemplateRow, 'company_id' | 'id'>>,
  changed: Changed,
): Promise<void> {
  const count = (clause: ReturnType<typeof sql>) => sql<number>`(
    select count(*) from template_element e
    where e.company_id = ${company_id}::uuid and e.template_id = ${id}::uuid and e.version = 0
      and e.deleted_in is null ${clause})`;
  const entries = Object.entries(changed).filter(([, value]) => value !== undefined);
  await tx.run(
    query
      .updateTable('template')
      .set({
        ...(Object.fromEntries(entries) as Changed),
        elements: count(sql``),
        files: count(sql`and e.storage_type = 'FILE'`),
        modified_at: sql`now()`,
      })
      .where('company_id', '=', company_id)
      .where('id', '=', id),
  );
}

export async function publish(
  tx: Tx,
  { company_id, id }: TemplateRow,
  by: string,
  note: string | null,
): Promise<number> {
  const [row] = await tx.run(
    query.selectNoFrom(
      sql<number>`app.publish_template(${company_id}::uuid, ${id}::uuid, ${by}::uuid, ${note})`.as(
        'version',
      ),
    ),
  );
  return row!.version;
}

export const versionsOf = (actor: Actor, id: string) =>
  query
    .selectFrom('template_version')
    .innerJoin('template', (join) =>
      join
        .onRef('template.company_id', '=', 'template_version.company_id')
        .onRef('template.id', '=', 'template_version.template_id'),
    )
    .leftJoin('person', (join) =>
      join
        .onRef('person.company_id', '=', 'template_version.company_id')
        .onRef('person.account_id', '=', 'template_version.published_by'),
    )
    .where(visible(actor, 'template'))
    .where('template_version.template_id', '=', id)
    .select([
      'template_version.version',
      'template_version.name',
      'template_version.note',
      'template_version.elements',
      'template_version.files',
      'template_version.published_at',
      'template_version.published_by',
      'person.given_name',
      'person.family_name',
      'person.email_address',
    ])
    .orderBy('template_version.version', 'desc');

export async function trashTemplates(
  tx: Tx,
  rows: readonly Authorized<'edit', TemplateRow>[],
  by: string,
): Promise<void> {
  for (const { company_id, id } of rows) {
    await tx.run(
      query
        .updateTable('template')
        .set({ trashed_at: sql`now()`, modified_at: sql`now()`, modified_by: by })
        .where('company_id', '=', company_id)
        .where('id', '=', id)
        .where('trashed_at', 'is', null),
    );
  }
}

export async function isInUse(tx: Tx, { company_id, id }: TemplateRow): Promise<boolean> {
  const usedBy = (table: 'loan' | 'loan_entity' | 'asked_for' | 'added_template') =>
    query
      .selectFrom(table)
      .select('template_id')
      .where('company_id', '=', company_id)
      .where('template_id', '=', id)
      .limit(1);
  for (const table of ['loan', 'loan_entity', 'asked_for', 'added_template'] as const) {
    if ((await tx.run(usedBy(table))).length > 0) return true;
  }
  return false;
}

export async function deleteTemplate(
  tx: Tx,
  { company_id, id }: Authorized<'edit', TemplateRow>,
): Promise<void> {
  await tx.run(
    query.deleteFrom('template').where('company_id', '=', company_id).where('id', '=', id),
  );
}
