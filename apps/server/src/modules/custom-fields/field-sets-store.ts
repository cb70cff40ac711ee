import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { FieldLine } from './field-csv.ts';

/** Field sets of all companies, because the contract admits only administrators. */
export const listSets = (filter: { companyId?: string | undefined; id?: string }) => {
  let sets = query
    .selectFrom('field_set')
    .innerJoin('company', 'company.id', 'field_set.company_id')
    .select([
      'field_set.company_id',
      'field_set.id',
      'field_set.name',
      'field_set.loan_type',
      'field_set.modified_at',
      'company.name as company_name',
    ]);
  if (filter.companyId) sets = sets.where('field_set.company_id', '=', filter.companyId);
  if (filter.id) sets = sets.where('field_set.id', '=', filter.id);
  return sets;
};

export const FIELD_SETS_LISTED = 200;

/** Reads one set more than is listed, which shows whether there are more. */
export const newestSets = (filter: { companyId?: string | undefined }) =>
  listSets(filter)
    .orderBy('field_set.id', 'desc')
    .limit(FIELD_SETS_LISTED + 1);

export const fieldsOfSets = (sets: readonly { company_id: string; id: string }[]) =>
  query
    .selectFrom('template_field')
    .selectAll()
    .where('company_id', 'in', [...new Set(sets.map(({ company_id }) => company_id))])
    .where(
      'set_id',
      'in',
      sets.map(({ id }) => id),
    )
    .orderBy('group_order')
    .orderBy('display_order')
    .orderBy('key');

export const companyById = (id: string) =>
  query.selectFrom('company').select(['id', 'name']).where('id', '=', id);

/** Finds or creates the set of this name and locks it, so that two concurrent uploads are serialized. */
export async function holdSet(
  tx: Tx,
  set: { companyId: string; id: string; name: string; loanType: string | null },
): Promise<string> {
  const [row] = await tx.run(
    query
      .insertInto('field_set')
      .values({
        company_id: set.companyId,
        id: set.id,
        name: set.name,
        loan_type: set.loanType,
      })
      .onConflict((conflict) =>
        conflict.expression(sql`company_id, lower(name)`).doUpdateSet({
          name: set.name,
          loan_type: set.loanType,
          modified_at: sql`now()`,
        }),
      )
      .returning('id'),
  );
  return row!.id;
}

/** A field keeps its id as long as its key does not change, so that loans keep their values. */
export async function replaceFields(
  tx: Tx,
  key: { companyId: string; setId: string },
  lines: readonly (FieldLine & { id: string })[],
): Promise<void> {
  const keys = lines.map((line) => line.key);
  await tx.run(
    query
      .deleteFrom('template_field')
      .where('company_id', '=', key.companyId)
      .where('set_id', '=', key.setId)
      .where(sql<boolean>`not (template_field.key = any(${keys}::text[]))`),
  );
  await tx.run(
    query
      .insertInto('template_field')
      .columns([
        'company_id',
        'set_id',
        'id',
        'group_name',
        'group_order',
        'key',
        'label',
        'type',
        'choices',
        'required',
        'help',
        'display_order',
      ])
      .expression(
        sql`select ${key.companyId}::uuid, ${key.setId}::uuid, r.* from jsonb_to_recordset(${JSON.stringify(
          lines.map((line) => ({
            id: line.id,
            group_name: line.group,
            group_order: line.groupOrder,
            key: line.key,
            label: line.label,
            type: line.type,
            choices: line.choices,
            required: line.required,
            help: line.help,
            display_order: line.displayOrder,
          })),
        )}::jsonb) as r(id uuid, group_name text, group_order int, key text, label text, type text,
          choices text[], required boolean, help text, display_order int)`,
      )
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'set_id', 'key']).doUpdateSet({
          group_name: sql`excluded.group_name`,
          group_order: sql`excluded.group_order`,
          label: sql`excluded.label`,
          type: sql`excluded.type`,
          choices: sql`excluded.choices`,
          required: sql`excluded.required`,
          help: sql`excluded.help`,
          display_order: sql`excluded.display_order`,
        }),
      ),
  );
}

export async function deleteSet(tx: Tx, companyId: string, id: string): Promise<void> {
  await tx.run(
    query.deleteFrom('field_set').where('company_id', '=', companyId).where('id', '=', id),
  );
}
