import { SESSION_HOURS, type RoleLevel } from '@cairn/contract';
import { sql } from 'kysely';
import type { Authorized } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Attempts } from './lockout.ts';
import type { GroupRole, RoleName } from './role-choice.ts';

const person = [
  'account.id',
  'account.email_address',
  'account.given_name',
  'account.family_name',
  'account.phone',
  'account.phone_verified_at',
  'account.azure_email',
] as const;

/** Matches the open account with this address; a closed account does not match. */
const hasAddress = (username: string) =>
  sql<boolean>`lower(account.email_address) = ${username.trim().toLowerCase()}
    and account.closed_at is null`;

/** The account for logging in with a password. */
export async function findCredential(reads: Queries, username: string) {
  const [row] = await reads.run(
    query
      .selectFrom('account')
      .innerJoin('credential', 'credential.account_id', 'account.id')
      .select([...person, 'credential.password_hash', 'credential.expired_at'])
      .where(hasAddress(username)),
  );
  return row;
}
export type Credential = NonNullable<Awaited<ReturnType<typeof findCredential>>>;

export async function findAccount(reads: Queries, username: string) {
  const [row] = await reads.run(
    query.selectFrom('account').select(person).where(hasAddress(username)),
  );
  return row;
}
export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** Null if the user never had a password, or has a valid one. */
export async function findAccountById(reads: Queries, accountId: string) {
  const [row] = await reads.run(
    query
      .selectFrom('account')
      .leftJoin('credential', 'credential.account_id', 'account.id')
      .select([...person, 'credential.expired_at'])
      .where('account.id', '=', accountId)
      .where('account.closed_at', 'is', null),
  );
  return row;
}

/** Used only to tell its owner that it is closed. */
export async function findClosedAccount(reads: Queries, accountId: string) {
  const [row] = await reads.run(
    query
      .selectFrom('account')
      .select(person)
      .where('account.id', '=', accountId)
      .where('account.closed_at', 'is not', null),
  );
  return row;
}

export async function markClosed(tx: Tx, accountId: string): Promise<void> {
  await tx.run(
    query
      .updateTable('account')
      .set({ closed_at: sql<string>`now()` })
      .where('id', '=', accountId),
  );
  await tx.run(query.deleteFrom('credential').where('account_id', '=', accountId));
}

/** Companies that would be left without an owner; their owners are locked until the transaction ends. */
export async function leftWithoutOwner(tx: Tx, accountId: string) {
  return tx.run(
    query
      .selectFrom(sql<{ id: string }>`app.left_without_owner(${accountId})`.as<'id'>(sql`id`))
      .select(sql<string>`id`.as('company_id')),
  );
}

/** False if a concurrent sign-up took the address. */
export async function insertAccount(
  tx: Tx,
  account: Omit<AccountRow, 'phone_verified_at' | 'azure_email'>,
): Promise<boolean> {
  const rows = await tx.run(
    query
      .insertInto('account')
      .values(account)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );
  return rows.length > 0;
}

/** The new password applies at once and has not expired. */
export async function savePassword(tx: Tx, accountId: string, passwordHash: string): Promise<void> {
  const fresh = { password_hash: passwordHash, expired_at: null, changed_at: sql<string>`now()` };
  await tx.run(
    query
      .insertInto('credential')
      .values({ account_id: accountId, ...fresh })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(fresh)),
  );
}

/** Replaces the hash of an unchanged password with one of current parameters. */
export async function replaceHash(
  tx: Tx,
  { id, password_hash }: { id: string; password_hash: string },
  stronger: string,
): Promise<void> {
  await tx.run(
    query
      .updateTable('credential')
      .set({ password_hash: stronger })
      .where('account_id', '=', id)
      .where('password_hash', '=', password_hash),
  );
}

/** By the strictest rule of the companies that the person works for. */
export async function isPasswordTooOld(reads: Queries, accountId: string): Promise<boolean> {
  const [row] = await reads.run(
    query.selectNoFrom(
      sql<boolean>`coalesce(app.password_expires_at(${accountId}::uuid) <= now(), false)`.as('is'),
    ),
  );
  return row!.is;
}

export async function expirePassword(tx: Tx, accountId: string): Promise<void> {
  await tx.run(
    query
      .updateTable('credential')
      .set({ expired_at: sql<string>`now()` })
      .where('account_id', '=', accountId),
  );
}

/** Ends every session of a person except `except`. */
export async function deleteSessions(tx: Tx, accountId: string, except?: Buffer): Promise<void> {
  const all = query.deleteFrom('session').where('account_id', '=', accountId);
  await tx.run(except ? all.where('token_hash', '!=', except) : all);
}

/** Ends an employee's sessions at one company; their other sessions continue. */
export async function deleteSessionsAt(
  tx: Tx,
  employee: Authorized<'manage', { company_id: string; account_id: string }>,
): Promise<void> {
  await tx.run(
    query
      .deleteFrom('session')
      .where('company_id', '=', employee.company_id)
      .where('account_id', '=', employee.account_id),
  );
}

/**
 * Locks the address's row, which is created if missing, so that concurrent guesses are counted one by one, and
 * concurrent requests for codes too.
 */
export async function lockAttempts(tx: Tx, addressHash: Buffer): Promise<Attempts> {
  const [row] = await tx.run(
    query
      .insertInto('login_attempt')
      .values({ address_hash: addressHash })
      .onConflict((conflict) =>
        conflict.column('address_hash').doUpdateSet({ touched_at: sql<string>`now()` }),
      )
      .returning(['failed', 'locked_until']),
  );
  return {
    failed: row!.failed,
    lockedUntil: row!.locked_until ? new Date(row!.locked_until) : null,
  };
}

export function saveAttempts(tx: Tx, addressHash: Buffer, { failed, lockedUntil }: Attempts): void {
  tx.atCommit(
    query
      .updateTable('login_attempt')
      .set({ failed, locked_until: lockedUntil?.toISOString() ?? null })
      .where('address_hash', '=', addressHash),
  );
  tx.atCommit(sweepAttempts);
}

/** Deletes counts that did not change for a day, a few at a time, skipping locked ones. */
const sweepAttempts = query.deleteFrom('login_attempt').where('address_hash', 'in', (rows) =>
  rows
    .selectFrom('login_attempt')
    .select('address_hash')
    .where('touched_at', '<', sql<string>`now() - interval '1 day'`)
    .limit(5)
    .forUpdate()
    .skipLocked(),
);

export interface NewSession {
  tokenHash: Buffer;
  stamp: string;
  accountId: string;
  deviceId: string;
  idleSeconds: number;
  role: GroupRole;
}

export interface SessionEnd {
  endsAt: string;
  secondsLeft: number;
}

/** Undefined if the account was closed concurrently; the lock serializes the two. */
export async function insertSession(tx: Tx, session: NewSession): Promise<SessionEnd | undefined> {
  const [row] = await tx.run(
    query
      .with('open', (db) =>
        db
          .selectFrom('account')
          .select('id')
          .where('id', '=', session.accountId)
          .where('closed_at', 'is', null)
          .forShare(),
      )
      .insertInto('session')
      .columns([
        'token_hash',
        'stamp',
        'account_id',
        'company_id',
        'role_level',
        'device_id',
        'idle',
        'ends_at',
      ])
      .expression((eb) =>
        eb
          .selectFrom('open')
          .select([
            sql<Buffer>`${session.tokenHash}::bytea`.as('token_hash'),
            sql<string>`${session.stamp}::uuid`.as('stamp'),
            'open.id',
            sql<string | null>`${session.role.company_id}::uuid`.as('company_id'),
            sql<RoleLevel>`${session.role.role_level}::text`.as('role_level'),
            sql<string>`${session.deviceId}::uuid`.as('device_id'),
            sql<string>`make_interval(secs => ${session.idleSeconds})`.as('idle'),
            sql<string>`now() + make_interval(hours => ${SESSION_HOURS})`.as('ends_at'),
          ]),
      )
      .returning(sessionEnds),
  );
  return row && endOf(row);
}

/** Ends the sessions used least recently, beyond the maximum number for a person. Returns how many. */
export async function deleteOldestSessions(
  tx: Tx,
  accountId: string,
  most: number,
): Promise<number> {
  const ended = await tx.run(
    query
      .deleteFrom('session')
      .where('token_hash', 'in', (rows) =>
        rows
          .selectFrom('session')
          .select('token_hash')
          .where('account_id', '=', accountId)
          .orderBy('last_seen_at', 'desc')
          .orderBy('created_at', 'desc')
          .offset(most),
      )
      .returning('id'),
  );
  return ended.length;
}

const endsAt = sql<string>`least(session.ends_at, session.last_seen_at + session.idle)`;
const sessionEnds = [
  endsAt.as('ends_at'),
  sql<number>`floor(extract(epoch from ${endsAt} - now()))::int`.as('seconds_left'),
] as const;
const endOf = (row: { ends_at: string; seconds_left: number }): SessionEnd => ({
  endsAt: row.ends_at,
  secondsLeft: row.seconds_left,
});

export async function prolongSession(tx: Tx, tokenHash: Buffer): Promise<SessionEnd | undefined> {
  const [row] = await tx.run(
    query
      .updateTable('session')
      .set({ last_seen_at: sql`now()` })
      .where('token_hash', '=', tokenHash)
      .returning(sessionEnds),
  );
  return row && endOf(row);
}

export async function deleteSession(tx: Tx, tokenHash: Buffer): Promise<string | undefined> {
  const [row] = await tx.run(
    query.deleteFrom('session').where('token_hash', '=', tokenHash).returning('account_id'),
  );
  return row?.account_id;
}

/** Where the event stream resumes: before every event that this query's snapshot does not see. */
const EVENT_POSITION = sql<string>`app.event_cursor()`;

export async function findLoggedUser(reads: Queries, tokenHash: Buffer) {
  const [row] = await reads.run(
    query
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .leftJoin('company', 'company.id', 'session.company_id')
      .leftJoin('employee', (join) =>
        join
          .onRef('employee.company_id', '=', 'session.company_id')
          .onRef('employee.account_id', '=', 'session.account_id'),
      )
      .select([
        'account.id',
        'account.email_address',
        'account.given_name',
        'account.family_name',
        'account.phone',
        'account.phone_verified_at',
        'account.azure_email',
        'session.role_level',
        'session.company_id',
        'company.name as company_name',
        'employee.level as employee_level',
        ...sessionEnds,
        EVENT_POSITION.as('event_position'),
      ])
      .where('session.token_hash', '=', tokenHash),
  );
  return row;
}

export async function rolesOf(reads: Queries, accountId: string): Promise<GroupRole[]> {
  return reads.run(
    query
      .selectFrom(sql<GroupRole>`app.roles_of(${accountId})`.as<'role'>(sql`role`))
      .select(['role.role_level', 'role.company_id', 'role.company_name', 'role.employee_level']),
  );
}

/** The lenders of roles on loans, which `rolesOf` returns without a company. */
export async function lenderNamesOf(reads: Queries, accountId: string) {
  interface Row {
    role_level: RoleLevel;
    company_id: string;
    company_name: string;
  }
  return reads.run(
    query
      .selectFrom(sql<Row>`app.lenders_of(${accountId})`.as<'lender'>(sql`lender`))
      .select(['lender.role_level', 'lender.company_id', 'lender.company_name']),
  );
}

export async function chosenDefault(
  reads: Queries,
  accountId: string,
): Promise<RoleName | undefined> {
  const [row] = await reads.run(
    query
      .selectFrom('account')
      .select(['default_role_level', 'default_company_id'])
      .where('id', '=', accountId),
  );
  if (!row?.default_role_level) return undefined;
  return { role_level: row.default_role_level, company_id: row.default_company_id };
}

export async function saveDefault(tx: Tx, accountId: string, role: RoleName): Promise<void> {
  await tx.run(
    query
      .updateTable('account')
      .set({ default_role_level: role.role_level, default_company_id: role.company_id })
      .where('id', '=', accountId),
  );
}

/** Changes the stamp that every process and open stream compares, so that all of them notice. */
export async function saveLoggedRole(
  tx: Tx,
  tokenHash: Buffer,
  role: RoleName,
  stamp: string,
): Promise<void> {
  await tx.run(
    query
      .updateTable('session')
      .set({ role_level: role.role_level, company_id: role.company_id, stamp })
      .where('token_hash', '=', tokenHash),
  );
}
