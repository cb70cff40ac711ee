import type { DetailType } from '@cairn/contract/custom-field-terms';
import { sql } from 'kysely';
import type { Authorized } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';

interface Whose {
  company_id: string;
  id: string;
}

/** Sorted by displayOrder, as the reply has them [R074]. */
export async function fieldsOf(reads: Queries, loan: Whose) {
  return reads.run(
    query
      .selectFrom('loan_detail_field as field')
      // Options that the template defines, read from the template so that they are current without a sync.
      .leftJoin('template_field as template', (join) =>
        join
          .onRef('template.company_id', '=', 'field.company_id')
          .onRef('template.id', '=', 'field.template_field_id'),
      )
      .select([
        'field.id',
        'field.group_id',
        'field.template_field_id',
        'field.name',
        'field.type',
        'field.choices',
        'field.value',
        'field.display_order',
        'field.version',
        'field.modified_at',
        'template.help',
        'template.required',
      ])
      .where('field.company_id', '=', loan.company_id)
      .where('field.loan_id', '=', loan.id)
      .orderBy('field.display_order')
      .orderBy('field.id'),
  );
}
export type FieldRow = Awaited<ReturnType<typeof fieldsOf>>[number];

export async function groupsOf(reads: Queries, loan: Whose) {
  return reads.run(
    query
      .selectFrom('loan_detail_group')
      .select(['id', 'name', 'display_order'])
      .where('company_id', '=', loan.company_id)
      .where('loan_id', '=', loan.id)
      .orderBy('display_order')
      .orderBy('id'),
  );
}

export async function insertGroups(
  tx: Tx,
  loan: Whose,
  groups: readonly { id: string; name: string; displayOrder: number }[],
): Promise<void> {
  if (groups.length === 0) return;
  await tx.run(
    query.insertInto('loan_detail_group').values(
      groups.map(({ id, name, displayOrder }) => ({
        company_id: loan.company_id,
        loan_id: loan.id,
        id,
        name,
        display_order: displayOrder,
      })),
    ),
  );
}

export interface NewField {
  id: string;
  groupId: string | null;
  name: string;
  type: DetailType;
  choices: string[];
  displayOrder: number;
  templateFieldId?: string;
}

export async function insertFields(
  tx: Tx,
  loan: Whose,
  fields: readonly NewField[],
  by: string,
): Promise<void> {
  if (fields.length === 0) return;
  await tx.run(
    query.insertInto('loan_detail_field').values(
      fields.map((field) => ({
        company_id: loan.company_id,
        loan_id: loan.id,
        id: field.id,
        group_id: field.groupId,
        name: field.name,
        type: field.type,
        choices: field.choices,
        value: null,
        template_field_id: field.templateFieldId ?? null,
        display_order: field.displayOrder,
        modified_by: by,
      })),
    ),
  );
}

/**
 * Saves all values in one statement. Returns how many fields were still at the version that the change was based on.
 */
export async function saveValues(
  tx: Tx,
  loan: Authorized<'edit', Whose>,
  values: readonly { id: string; version: number; value: string | null }[],
  by: string,
): Promise<number> {
  const rows = await tx.run(
    query
      .updateTable('loan_detail_field as field')
      .from(
        sql<{ id: string }>`unnest(
          ${values.map(({ id }) => id)}::uuid[], ${values.map(({ version }) => version)}::int[],
          ${values.map(({ value }) => value)}::text[])`.as<'given'>(sql`given(id, version, value)`),
      )
      .set({
        value: sql<string | null>`given.value`,
        version: sql<number>`field.version + 1`,
        modified_at: sql`now()`,
        modified_by: by,
      })
      .where('field.company_id', '=', loan.company_id)
      .where('field.loan_id', '=', loan.id)
      .where(sql<boolean>`field.id = given.id and field.version = given.version`)
      .returning('field.id'),
  );
  return rows.length;
}
