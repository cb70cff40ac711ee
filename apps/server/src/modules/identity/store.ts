import { SESSION_HOURS } from '@cairn/contract';
import { sql } from 'kysely';
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
] as const;

const hasAddress = (username: string) =>
  sql<boolean>`lower(account.email_address) = ${username.trim().toLowerCase()}`;

/** Who can log in with a password. */
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

/** Null where somebody never had a password, or has a good one. */
export async function findAccountById(reads: Queries, accountId: string) {
  const [row] = await reads.run(
    query
      .selectFrom('account')
      .leftJoin('credential', 'credential.account_id', 'account.id')
      .select([...person, 'credential.expired_at'])
      .where('account.id', '=', accountId),
  );
  return row;
}

/** False where somebody else was faster with the same address. */
export async function insertAccount(tx: Tx, account: AccountRow): Promise<boolean> {
  const rows = await tx.run(
    query
      .insertInto('account')
      .values(account)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );
  return rows.length > 0;
}

/** The new password counts from now on, and has not expired. */
export async function savePassword(tx: Tx, accountId: string, passwordHash: string): Promise<void> {
  const fresh = { password_hash: passwordHash, expired_at: null, changed_at: sql<string>`now()` };
  await tx.run(
    query
      .insertInto('credential')
      .values({ account_id: accountId, ...fresh })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(fresh)),
  );
}

export async function expirePassword(tx: Tx, accountId: string): Promise<void> {
  await tx.run(
    query
      .updateTable('credential')
      .set({ expired_at: sql<string>`now()` })
      .where('account_id', '=', accountId),
  );
}

/** Ends every session of a person, but for the one they are just using. */
export async function deleteSessions(tx: Tx, accountId: string, except?: Buffer): Promise<void> {
  const all = query.deleteFrom('session').where('account_id', '=', accountId);
  await tx.run(except ? all.where('token_hash', '!=', except) : all);
}

/**
 * Locks the address's row, made when missing, so that guesses sent at the same time are counted one
 * after the other, and codes asked for at the same time are too.
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

/** A count that nobody added to for a day starts anew. A few rows at a time, nobody waits for it. */
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
  role: GroupRole;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<string> {
  const [row] = await tx.run(
    query
      .insertInto('session')
      .values({
        token_hash: session.tokenHash,
        stamp: session.stamp,
        account_id: session.accountId,
        company_id: session.role.company_id,
        role_level: session.role.role_level,
        ends_at: sql`now() + make_interval(hours => ${SESSION_HOURS})`,
      })
      .returning(sessionEnds),
  );
  return row!.ends_at;
}

const sessionEnds = sql<string>`least(ends_at, last_seen_at + interval '30 minutes')`.as('ends_at');

export async function prolongSession(tx: Tx, tokenHash: Buffer): Promise<string | undefined> {
  const [row] = await tx.run(
    query
      .updateTable('session')
      .set({ last_seen_at: sql`now()` })
      .where('token_hash', '=', tokenHash)
      .returning(sessionEnds),
  );
  return row?.ends_at;
}

export async function deleteSession(tx: Tx, tokenHash: Buffer): Promise<string | undefined> {
  const [row] = await tx.run(
    query.deleteFrom('session').where('token_hash', '=', tokenHash).returning('account_id'),
  );
  return row?.account_id;
}

export async function findLoggedUser(reads: Queries, tokenHash: Buffer) {
  const [row] = await reads.run(
    query
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .leftJoin('company', 'company.id', 'session.company_id')
      .select([
        'account.id',
        'account.email_address',
        'account.given_name',
        'account.family_name',
        'account.phone',
        'session.role_level',
        'session.company_id',
        'company.name as company_name',
        sql<string>`least(session.ends_at, session.last_seen_at + interval '30 minutes')`.as(
          'ends_at',
        ),
      ])
      .where('session.token_hash', '=', tokenHash),
  );
  return row;
}

export async function rolesOf(reads: Queries, accountId: string): Promise<GroupRole[]> {
  return reads.run(
    query
      .selectFrom(sql<GroupRole>`app.roles_of(${accountId})`.as<'role'>(sql`role`))
      .select(['role.role_level', 'role.company_id', 'role.company_name']),
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

/** The new stamp is what every process and open stream notices. */
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
