import { sql } from 'kysely';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { statement } from '../../platform/db/pipeline.ts';
import { query } from '../../platform/db/query.ts';
import type { LoanKey } from '../loans/index.ts';
import { sharesAbove } from '../entities/index.ts';
import type { EntityToAsk, LoanToAsk } from './facts.ts';
import type { HandledRequest, PackageItem } from './plan.ts';
import { keyOf } from './needed-requests.ts';

export interface AskingLoan extends LoanToAsk, LoanKey {
  created_at: string;
  template_id: string | null;
  template_version: number | null;
}

/** Row security decides whose loan it may be. `lock` takes the loan's lock, like every change of a package. */
export async function findLoanToAsk(
  reads: Queries,
  { company_id, id }: LoanKey,
  lock?: 'lock',
): Promise<AskingLoan | undefined> {
  const loans = query
    .selectFrom('loan')
    .select([
      'company_id',
      'id',
      'name',
      'short_code',
      'loan_type',
      'loan_purpose',
      'amount',
      'created_at',
      'template_id',
      'template_version',
    ])
    .where('company_id', '=', company_id)
    .where('id', '=', id);
  const [row] = await reads.run(lock ? loans.forNoKeyUpdate() : loans);
  return row;
}

export interface AskingEntity extends EntityToAsk {
  id: string;
  folder_id: string | null;
  template_id: string | null;
  template_version: number | null;
}

export async function entitiesToAsk(reads: Queries, loan: LoanKey): Promise<AskingEntity[]> {
  return reads.run(
    query
      .selectFrom('loan_entity')
      .innerJoin('entity', (join) =>
        join
          .onRef('entity.company_id', '=', 'loan_entity.company_id')
          .onRef('entity.id', '=', 'loan_entity.entity_id'),
      )
      .innerJoin('entity_information as newest', (join) =>
        join
          .onRef('newest.company_id', '=', 'entity.company_id')
          .onRef('newest.entity_id', '=', 'entity.id')
          .onRef('newest.version', '=', 'entity.version'),
      )
      .select([
        'loan_entity.id',
        'loan_entity.entity_id',
        'loan_entity.labels',
        'loan_entity.folder_id',
        'loan_entity.template_id',
        'loan_entity.template_version',
        'entity.kind',
        'entity.name',
        'newest.fields',
      ])
      .where('loan_entity.company_id', '=', loan.company_id)
      .where('loan_entity.loan_id', '=', loan.id)
      .orderBy('loan_entity.position'),
  );
}

export const sharesOn = (reads: Queries, loan: LoanKey, entities: readonly AskingEntity[]) =>
  sharesAbove(
    reads,
    loan.company_id,
    entities.map(({ entity_id }) => entity_id),
  );

export interface HandledRequestRow extends HandledRequest {
  template_element_id: string;
  template_version: number;
  entity_id: string | null;
  repeat: string;
}

export async function findRequested(
  reads: Queries,
  loan: LoanKey,
): Promise<Map<string, HandledRequestRow>> {
  const rows = await reads.run(
    query
      .selectFrom('asked_for')
      .select([
        'template_element_id',
        'entity_id',
        'repeat',
        'template_id',
        'template_version',
        'element_id',
      ])
      .where('company_id', '=', loan.company_id)
      .where('loan_id', '=', loan.id),
  );
  return new Map(
    rows.map((row) => {
      const key = keyOf(row.template_element_id, row.entity_id, row.repeat);
      return [key, { ...row, key }];
    }),
  );
}

export async function itemsOn(reads: Queries, loan: LoanKey): Promise<PackageItem[]> {
  return reads.run(
    query
      .selectFrom('element')
      .select([
        'id',
        'parent_id',
        'title',
        'description',
        'include_description',
        'storage_type',
        'choices',
        'priority_type',
        'flags',
        'visible_at_status',
        'release_phase',
        'borrower_title',
        'has_expiration',
        'sherpa_entity_id',
        'in_trash',
        'answered',
        'target_id',
      ])
      .where('company_id', '=', loan.company_id)
      .where('loan_id', '=', loan.id),
  );
}

const execute = async (tx: Tx, command: ReturnType<typeof sql>): Promise<void> => {
  const { sql: text, parameters } = command.compile(query);
  await tx.run({ statement: () => statement(text, parameters) });
};

export interface ToNote {
  template_element_id: string;
  entity_id: string | null;
  repeat: string;
  template_id: string;
  template_version: number;
  element_id: string | null;
}

/** A single statement for any number of rows, as for the elements themselves. */
export async function saveRequested(tx: Tx, loan: LoanKey, rows: readonly ToNote[]): Promise<void> {
  if (rows.length === 0) return;
  await execute(
    tx,
    sql`insert into asked_for (company_id, loan_id, template_element_id, entity_id, repeat, template_id,
        template_version, element_id)
      select ${loan.company_id}::uuid, ${loan.id}::uuid, r.*
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (template_element_id uuid,
        entity_id uuid, repeat text, template_id uuid, template_version int, element_id uuid)
      on conflict (company_id, loan_id, template_element_id, entity_id, repeat) do update set
        template_id = excluded.template_id, template_version = excluded.template_version,
        element_id = coalesce(excluded.element_id, asked_for.element_id)`,
  );
}

export interface ToChange {
  id: string;
  title: string;
  description: string | null;
  include_description: boolean;
  priority_type: string;
  flags: readonly string[];
  visible_at_status: string | null;
  release_phase: string | null;
  borrower_title: string | null;
  has_expiration: boolean;
  choices: readonly string[];
}

export async function changeItems(tx: Tx, loan: LoanKey, rows: readonly ToChange[]): Promise<void> {
  if (rows.length === 0) return;
  await execute(
    tx,
    sql`update element e set title = r.title, description = r.description,
        include_description = r.include_description, priority_type = r.priority_type,
        flags = r.flags, visible_at_status = r.visible_at_status,
        release_phase = r.release_phase, borrower_title = r.borrower_title,
        has_expiration = r.has_expiration, choices = r.choices,
        version = e.version + 1, answer_version = e.version + 1, modified_at = now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, title text,
        description text, include_description boolean, priority_type text, flags text[],
        visible_at_status text, release_phase text, borrower_title text,
        has_expiration boolean, choices text[])
      where e.company_id = ${loan.company_id}::uuid and e.loan_id = ${loan.id}::uuid
        and e.id = r.id`,
  );
}

export async function trashItems(
  tx: Tx,
  loan: LoanKey,
  ids: readonly string[],
  actorId: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    query
      .updateTable('element')
      .set({ deleted_at: sql`now()`, deleted_by: actorId, version: sql`version + 1` })
      .where('company_id', '=', loan.company_id)
      .where('loan_id', '=', loan.id)
      .where(sql<boolean>`id = any(${ids}::uuid[])`),
  );
}

export async function setTemplate(
  tx: Tx,
  loan: LoanKey,
  template: { id: string; version: number },
): Promise<void> {
  await tx.run(
    query
      .updateTable('loan')
      .set({
        template_id: template.id,
        template_version: template.version,
        modified_at: sql`now()`,
      })
      .where('company_id', '=', loan.company_id)
      .where('id', '=', loan.id),
  );
}

export async function setEntityTemplate(
  tx: Tx,
  loan: LoanKey,
  loanEntityId: string,
  template: { id: string; version: number; name: string },
): Promise<void> {
  await tx.run(
    query
      .updateTable('loan_entity')
      .set({
        template_id: template.id,
        template_version: template.version,
        template_name: template.name,
        modified_at: sql`now()`,
      })
      .where('company_id', '=', loan.company_id)
      .where('id', '=', loanEntityId),
  );
}

/** Templates of whole loans that were added to this one, in order of addition. */
export async function findAddedTemplates(
  reads: Queries,
  loan: LoanKey,
): Promise<{ id: string; version: number }[]> {
  return reads.run(
    query
      .selectFrom('added_template')
      .select(['template_id as id', 'template_version as version'])
      .where('company_id', '=', loan.company_id)
      .where('loan_id', '=', loan.id)
      .orderBy('added_at')
      .orderBy('template_id'),
  );
}

export async function saveAddedTemplate(
  tx: Tx,
  loan: LoanKey,
  { id, version }: { id: string; version: number },
): Promise<void> {
  await tx.run(
    query
      .insertInto('added_template')
      .values({
        company_id: loan.company_id,
        loan_id: loan.id,
        template_id: id,
        template_version: version,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'loan_id', 'template_id'])
          .doUpdateSet({ template_version: version }),
      ),
  );
}

export async function deleteAddedTemplate(
  tx: Tx,
  loan: LoanKey,
  templateId: string,
): Promise<void> {
  await tx.run(
    query
      .deleteFrom('added_template')
      .where('company_id', '=', loan.company_id)
      .where('loan_id', '=', loan.id)
      .where('template_id', '=', templateId),
  );
}

/** Requests that were handled for one entity count as handled for another. */
export async function moveEntityRequests(
  tx: Tx,
  { company_id, loan_id }: { company_id: string; loan_id: string },
  fromEntityId: string,
  toEntityId: string,
): Promise<void> {
  await tx.run(
    query
      .updateTable('asked_for')
      .set({ entity_id: toEntityId })
      .where('company_id', '=', company_id)
      .where('loan_id', '=', loan_id)
      .where('entity_id', '=', fromEntityId),
  );
}
