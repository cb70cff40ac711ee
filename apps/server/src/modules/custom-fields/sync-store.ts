import { DETAIL_TYPE_CODES } from '@cairn/contract/custom-field-terms';
import { sql } from 'kysely';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { LoanStanding } from '../loans/index.ts';

export interface TemplateField {
  id: string;
  group_name: string;
  label: string;
  type: string;
  choices: string[];
}

/**
 * Field sets for the loan's type and for all types. Tax id fields are left out: they belong to entities, where they are
 * encrypted.
 */
export async function templateFieldsFor(
  reads: Queries,
  loan: LoanStanding,
): Promise<TemplateField[]> {
  return reads.run(
    query
      .selectFrom('template_field as field')
      .innerJoin('field_set', (join) =>
        join
          .onRef('field_set.company_id', '=', 'field.company_id')
          .onRef('field_set.id', '=', 'field.set_id'),
      )
      .select(['field.id', 'field.group_name', 'field.label', 'field.type', 'field.choices'])
      .where('field.company_id', '=', loan.company_id)
      .where((eb) =>
        eb.or([
          eb('field_set.loan_type', 'is', null),
          eb('field_set.loan_type', '=', loan.loan_type),
        ]),
      )
      .where(sql<boolean>`field.type = any(${DETAIL_TYPE_CODES}::text[])`)
      .orderBy(sql`lower(field_set.name)`)
      .orderBy('field.group_order')
      .orderBy('field.display_order')
      .orderBy('field.id'),
  );
}

export interface NextField {
  id: string;
  template_field_id: string;
  group_id: string;
  name: string;
  type: string;
  choices: readonly string[];
  display_order: number;
}

export async function changeFields(
  tx: Tx,
  loan: LoanStanding,
  rows: readonly NextField[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(
    query
      .updateTable('loan_detail_field as field')
      .from(
        sql<NextField>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as<'next'>(
          sql`next (id uuid, template_field_id uuid, group_id uuid, name text, type text,
            choices text[], display_order int)`,
        ),
      )
      .set({
        template_field_id: sql`next.template_field_id`,
        group_id: sql`next.group_id`,
        name: sql`next.name`,
        type: sql`next.type`,
        choices: sql`next.choices`,
        display_order: sql`next.display_order`,
      })
      .where('field.company_id', '=', loan.company_id)
      .where('field.loan_id', '=', loan.id)
      .where(sql<boolean>`field.id = next.id`),
  );
}
