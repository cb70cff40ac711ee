import { sql } from 'kysely';
import type { Authorized } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';

export const labelsOf = (companyId: string) =>
  query
    .selectFrom('label')
    .select(['id', 'name', 'color'])
    .where('company_id', '=', companyId)
    .orderBy(sql`lower(name)`)
    .orderBy('id');

/** Labels with their number of users. A user with a label on three loans counts once; system accounts do not count. */
export const labelsWithUse = (companyId: string) =>
  labelsOf(companyId).select(
    sql<number>`(
      select count(distinct r.account_id)
      from loan_role_label l
      join loan_role r on r.company_id = l.company_id and r.id = l.loan_role_id
      join account a on a.id = r.account_id and not a.is_system
      where l.company_id = label.company_id and l.label_id = label.id)`.as('people'),
  );

export async function companyExists(reads: Queries, companyId: string): Promise<boolean> {
  const rows = await reads.run(
    query.selectFrom('company').select('id').where('id', '=', companyId),
  );
  return rows.length > 0;
}

/**
 * Changes of a company's labels take an exclusive lock; assigning labels to members takes a shared one. So limits and
 * unique names hold, and no label is deleted while it is being assigned.
 */
export async function lockLabels(tx: Tx, companyId: string, shared?: 'shared'): Promise<void> {
  const key = sql`hashtextextended('labels ' || ${companyId}::text, 0)`;
  const lock = shared
    ? sql`pg_advisory_xact_lock_shared(${key})`
    : sql`pg_advisory_xact_lock(${key})`;
  await tx.run(query.selectNoFrom(lock.as('locked')));
}

export interface LabelRow {
  id: string;
  name: string;
  color: string;
}

export async function insertLabels(tx: Tx, companyId: string, rows: LabelRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(
    query.insertInto('label').values(rows.map((row) => ({ company_id: companyId, ...row }))),
  );
}

export async function updateLabel(tx: Tx, companyId: string, label: LabelRow): Promise<void> {
  await tx.run(
    query
      .updateTable('label')
      .set({ name: label.name, color: label.color })
      .where('company_id', '=', companyId)
      .where('id', '=', label.id),
  );
}

export const labelsById = (ids: string[]) =>
  query
    .selectFrom('label')
    .select(['company_id', 'id', 'name'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('company_id')
    .orderBy('name');

export async function deleteLabels(tx: Tx, ids: string[]): Promise<void> {
  await tx.run(query.deleteFrom('label').where(sql<boolean>`id = any(${ids}::uuid[])`));
}

/** All roles on a loan in the order in which they were added, with the labels that the caller sees. */
export const rolesOnLoan = (companyId: string, loanId: string) =>
  query
    .selectFrom('loan_role')
    .innerJoin('person', (join) =>
      join
        .onRef('person.company_id', '=', 'loan_role.company_id')
        .onRef('person.account_id', '=', 'loan_role.account_id'),
    )
    .select([
      'loan_role.id',
      'loan_role.role',
      'person.account_id',
      'person.given_name',
      'person.family_name',
      'person.email_address',
    ])
    .select(
      sql<LabelRow[]>`(
        select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'color', l.color)
          order by lower(l.name)), '[]')
        from loan_role_label on_role
        join label l on l.company_id = on_role.company_id and l.id = on_role.label_id
        where on_role.company_id = loan_role.company_id
          and on_role.loan_role_id = loan_role.id)`.as('labels'),
    )
    .where('loan_role.company_id', '=', companyId)
    .where('loan_role.loan_id', '=', loanId)
    .orderBy('loan_role.created_at')
    .orderBy('loan_role.id');

export const labeledRoles = (companyId: string, loanId: string, accountId: string) =>
  rolesOnLoan(companyId, loanId).where('loan_role.account_id', '=', accountId);

/** Sets exactly these labels on each of these roles. */
export async function saveLabelsOn(
  tx: Tx,
  loan: Authorized<'put', { company_id: string; id: string }>,
  roleIds: string[],
  labelIds: string[],
): Promise<void> {
  await tx.run(
    query
      .deleteFrom('loan_role_label')
      .where('company_id', '=', loan.company_id)
      .where(sql<boolean>`loan_role_id = any(${roleIds}::uuid[])`)
      .where(sql<boolean>`label_id <> all(${labelIds}::uuid[])`),
  );
  const rows = roleIds.flatMap((roleId) =>
    labelIds.map((labelId) => ({
      company_id: loan.company_id,
      loan_id: loan.id,
      loan_role_id: roleId,
      label_id: labelId,
    })),
  );
  if (rows.length === 0) return;
  await tx.run(
    query
      .insertInto('loan_role_label')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing()),
  );
}
