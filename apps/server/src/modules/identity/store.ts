import { SESSION_HOURS } from '@cairn/contract';
import { sql } from 'kysely';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Attempts } from './lockout.ts';
import type { GroupRole, RoleName } from './role-choice.ts';

export async function findCredential(reads: Queries, username: string) {
  const [row] = await reads.run(
    query
      .selectFrom('account')
      .innerJoin('credential', 'credential.account_id', 'account.id')
      .select([
        'account.id',
        'account.email_address',
        'account.given_name',
        'account.family_name',
        'account.phone',
        'credential.password_hash',
        'credential.failed_attempts',
        'credential.locked_until',
      ])
      .where(sql`lower(account.email_address)`, '=', username.toLowerCase()),
  );
  return row;
}
export type Credential = NonNullable<Awaited<ReturnType<typeof findCredential>>>;

/** Locks the row, so that guesses sent at the same time are counted one after the other. */
export async function lockAttempts(tx: Tx, accountId: string): Promise<Attempts> {
  const [row] = await tx.run(
    query
      .selectFrom('credential')
      .select(['failed_attempts', 'locked_until'])
      .where('account_id', '=', accountId)
      .forUpdate(),
  );
  return {
    failed: row!.failed_attempts,
    lockedUntil: row!.locked_until ? new Date(row!.locked_until) : null,
  };
}

export function saveAttempts(tx: Tx, accountId: string, { failed, lockedUntil }: Attempts): void {
  tx.atCommit(
    query
      .updateTable('credential')
      .set({ failed_attempts: failed, locked_until: lockedUntil?.toISOString() ?? null })
      .where('account_id', '=', accountId),
  );
}

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
