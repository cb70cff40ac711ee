import { MAX_USERS_FOUND, type EmployeeLevel } from '@cairn/contract';
import { sql, type ExpressionBuilder } from 'kysely';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Schema } from '../../platform/db/schema.ts';

/** The company's own staff, and administrators. */
const visibleCompany = (actor: Actor) => (eb: ExpressionBuilder<Schema, 'company'>) => {
  if (isPlatformAdmin(actor)) return eb.lit(true);
  return eb('company.id', '=', actor.companyId);
};
const visibleEmployee = (actor: Actor) => (eb: ExpressionBuilder<Schema, 'employee'>) => {
  if (isPlatformAdmin(actor)) return eb.lit(true);
  return eb('employee.company_id', '=', actor.companyId);
};

/** The caller's level in the company. */
const myLevel = ({ accountId }: Actor, companyId: 'company.id' | 'employee.company_id') =>
  sql<EmployeeLevel | null>`(select mine.level from employee mine
    where mine.company_id = ${sql.ref(companyId)} and mine.account_id = ${accountId})`.as(
    'my_level',
  );

export async function findWorkplace(reads: Queries, actor: Actor, companyId: string) {
  const [row] = await reads.run(
    query
      .selectFrom('company')
      .select(['company.id', 'company.name', myLevel(actor, 'company.id')])
      .where('company.id', '=', companyId)
      .where(visibleCompany(actor)),
  );
  return row;
}
export type Workplace = NonNullable<Awaited<ReturnType<typeof findWorkplace>>>;

const employees = (actor: Actor, companyId: string) =>
  query
    .selectFrom('employee')
    .innerJoin('person', (join) =>
      join
        .onRef('person.company_id', '=', 'employee.company_id')
        .onRef('person.account_id', '=', 'employee.account_id'),
    )
    .innerJoin('employee_details as details', (join) =>
      join
        .onRef('details.company_id', '=', 'employee.company_id')
        .onRef('details.account_id', '=', 'employee.account_id'),
    )
    .innerJoin('account', 'account.id', 'employee.account_id')
    .innerJoin('company', 'company.id', 'employee.company_id')
    .select([
      'employee.company_id',
      'employee.account_id',
      'employee.level',
      'employee.last_seen_at',
      'employee.unique_code',
      'company.name as company_name',
      'person.given_name',
      'person.family_name',
      'person.email_address',
      'details.job_title',
      'details.phone',
      'details.introduction',
      'account.closed_at',
      myLevel(actor, 'employee.company_id'),
    ])
    .where('employee.company_id', '=', companyId)
    .where(visibleEmployee(actor))
    .orderBy('person.family_name')
    .orderBy('person.given_name');

export const listedEmployees = employees;

export async function findEmployee(
  reads: Queries,
  actor: Actor,
  companyId: string,
  accountId: string,
) {
  const [row] = await reads.run(
    employees(actor, companyId).where('employee.account_id', '=', accountId),
  );
  return row;
}
export type EmployeeRow = NonNullable<Awaited<ReturnType<typeof findEmployee>>>;

/** Returns those of the addresses that are locked after failed logins. */
export async function lockedAddresses(reads: Queries, hashes: Buffer[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await reads.run(
    query
      .selectFrom('login_attempt')
      .select('address_hash')
      .where('address_hash', 'in', hashes)
      .where('locked_until', '>', sql<string>`now()`),
  );
  return new Set(rows.map((row) => row.address_hash.toString('hex')));
}

export async function hasEmployeeWithAddress(tx: Tx, companyId: string, emailAddress: string) {
  const rows = await tx.run(
    query
      .selectFrom('employee')
      .innerJoin('account', 'account.id', 'employee.account_id')
      .select('employee.account_id')
      .where('employee.company_id', '=', companyId)
      .where(sql`lower(account.email_address)`, '=', emailAddress.toLowerCase())
      .where('account.closed_at', 'is', null),
  );
  return rows.length > 0;
}

/**
 * Locks the owners of a company, so that two of them cannot step down concurrently. System accounts are left out,
 * because without another owner no person could manage the company.
 */
export async function lockOwners(tx: Tx, companyId: string): Promise<string[]> {
  const rows = await tx.run(
    query
      .selectFrom('employee')
      .innerJoin('account', 'account.id', 'employee.account_id')
      .select('employee.account_id')
      .where('employee.company_id', '=', companyId)
      .where('employee.level', '=', 'OWNER')
      .where('account.closed_at', 'is', null)
      .where('account.is_system', '=', false)
      .orderBy('employee.account_id')
      .forUpdate('employee'),
  );
  return rows.map((row) => row.account_id);
}

type Key = Pick<EmployeeRow, 'company_id' | 'account_id'>;

export async function saveLevel(
  tx: Tx,
  key: Authorized<'manage', Key>,
  level: EmployeeLevel,
): Promise<void> {
  await tx.run(
    query
      .updateTable('employee')
      .set({ level })
      .where('company_id', '=', key.company_id)
      .where('account_id', '=', key.account_id),
  );
}

export interface Details {
  jobTitle?: string | null | undefined;
  phone?: string | null | undefined;
  introduction?: string | null | undefined;
}

/** Writes only the given fields. */
export async function saveDetails(
  tx: Tx,
  key: Authorized<'present', Key>,
  details: Details,
): Promise<void> {
  const set = {
    ...(details.jobTitle !== undefined && { job_title: details.jobTitle }),
    ...(details.phone !== undefined && { phone: details.phone }),
    ...(details.introduction !== undefined && { introduction: details.introduction }),
  };
  if (Object.keys(set).length === 0) return;
  await tx.run(
    query
      .updateTable('employee_details')
      .set({ ...set, modified_at: sql<string>`now()` })
      .where('company_id', '=', key.company_id)
      .where('account_id', '=', key.account_id),
  );
}

export async function renewCode(tx: Tx, key: Authorized<'present', Key>): Promise<string> {
  const [row] = await tx.run(
    query
      .updateTable('employee')
      .set({ unique_code: sql<string>`replace(gen_random_uuid()::text, '-', '')` })
      .where('company_id', '=', key.company_id)
      .where('account_id', '=', key.account_id)
      .returning('unique_code'),
  );
  return row!.unique_code;
}

export async function deleteEmployee(tx: Tx, key: Authorized<'manage', Key>): Promise<void> {
  await tx.run(
    query
      .deleteFrom('employee')
      .where('company_id', '=', key.company_id)
      .where('account_id', '=', key.account_id),
  );
}

/** Outside a company, people see those with whom they share a loan. */
const sharesLoan =
  (actor: Actor, table: 'person' | 'employee_details') =>
  (eb: ExpressionBuilder<Schema, 'person' | 'employee_details'>) =>
    eb.exists(
      eb
        .selectFrom('loan_role as mine')
        .innerJoin('loan_role as theirs', (join) =>
          join
            .onRef('theirs.company_id', '=', 'mine.company_id')
            .onRef('theirs.loan_id', '=', 'mine.loan_id'),
        )
        .whereRef('mine.company_id', '=', `${table}.company_id`)
        .whereRef('theirs.account_id', '=', `${table}.account_id`)
        .where('mine.account_id', '=', actor.accountId)
        .where(sql`app.level_of(mine.role)`, '=', actor.roleLevel)
        .select('mine.id'),
    );

/** Colleagues, and the employees on the caller's loans. */
const visibleDetails = (actor: Actor) => (eb: ExpressionBuilder<Schema, 'employee_details'>) => {
  if (isPlatformAdmin(actor)) return eb.lit(true);
  if (isStaff(actor)) return eb('employee_details.company_id', '=', actor.companyId);
  return sharesLoan(actor, 'employee_details')(eb);
};

export async function findPublicDetails(
  reads: Queries,
  actor: Actor,
  accountId: string,
  companyId: string | undefined,
) {
  const details = query
    .selectFrom('employee_details')
    .innerJoin('person', (join) =>
      join
        .onRef('person.company_id', '=', 'employee_details.company_id')
        .onRef('person.account_id', '=', 'employee_details.account_id'),
    )
    .innerJoin('company', 'company.id', 'employee_details.company_id')
    .innerJoin('account', 'account.id', 'employee_details.account_id')
    .select([
      'employee_details.company_id',
      'employee_details.account_id',
      'employee_details.job_title',
      'employee_details.phone',
      'employee_details.introduction',
      'person.given_name',
      'person.family_name',
      'person.email_address',
      'company.name as company_name',
    ])
    .where('employee_details.account_id', '=', accountId)
    .where('account.closed_at', 'is', null)
    .where(visibleDetails(actor))
    .orderBy('company.name')
    .limit(1);
  const [row] = await reads.run(
    companyId ? details.where('employee_details.company_id', '=', companyId) : details,
  );
  return row;
}
export type PublicDetailsRow = NonNullable<Awaited<ReturnType<typeof findPublicDetails>>>;

/** The directory of the caller's company; for callers without a company, people with whom they share a loan. */
const visiblePerson = (actor: Actor) => (eb: ExpressionBuilder<Schema, 'person'>) => {
  if (isPlatformAdmin(actor)) return eb.lit(true);
  if (isStaff(actor)) return eb('person.company_id', '=', actor.companyId);
  return sharesLoan(actor, 'person')(eb);
};

const escapeLike = (words: string): string => words.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

export const searchPeople = (actor: Actor, words: string) =>
  query
    .selectFrom('person')
    .innerJoin('account', 'account.id', 'person.account_id')
    .distinctOn('person.account_id')
    .select([
      'person.account_id as id',
      'person.given_name',
      'person.family_name',
      'person.email_address',
    ])
    .where(visiblePerson(actor))
    .where('account.closed_at', 'is', null)
    .where('account.is_system', '=', false)
    .where(
      sql<boolean>`concat_ws(' ', person.given_name, person.family_name, person.email_address)
        ilike ${`%${escapeLike(words)}%`}`,
    )
    .orderBy('person.account_id')
    .limit(MAX_USERS_FOUND);
