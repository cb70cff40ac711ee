import type { VirusScanState } from '@cairn/contract';
import { sql, type ExpressionBuilder } from 'kysely';
import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { PictureType } from './picture.ts';

export async function findPhone(reads: Queries, accountId: string) {
  const [row] = await reads.run(
    query.selectFrom('account').select('phone').where('id', '=', accountId),
  );
  return row?.phone ?? undefined;
}

/** Returns false if the number was changed meanwhile. */
export async function markPhoneVerified(
  tx: Tx,
  accountId: string,
  phone: string,
): Promise<boolean> {
  const rows = await tx.run(
    query
      .updateTable('account')
      .set({ phone_verified_at: sql<string>`now()` })
      .where('id', '=', accountId)
      .where('phone', '=', phone)
      .returning('id'),
  );
  return rows.length > 0;
}

export async function saveAzureEmail(tx: Tx, accountId: string, azureEmail: string | null) {
  await tx.run(
    query.updateTable('account').set({ azure_email: azureEmail }).where('id', '=', accountId),
  );
}

export interface NewPicture {
  id: string;
  account_id: string;
  content: Buffer;
  content_type: PictureType;
}

/** Returns false if there is one already. */
export async function insertAvatar(tx: Tx, picture: NewPicture): Promise<boolean> {
  const rows = await tx.run(
    query
      .insertInto('avatar')
      .values(picture)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );
  return rows.length > 0;
}

export async function deleteAvatar(tx: Tx, accountId: string): Promise<boolean> {
  const rows = await tx.run(
    query.deleteFrom('avatar').where('account_id', '=', accountId).returning('id'),
  );
  return rows.length > 0;
}

/**
 * The caller's own picture, those of people in the caller's company, and those of people on shared loans for callers
 * without a company.
 */
const visibleAvatars = (actor: Actor) => (eb: ExpressionBuilder<Schema, 'avatar'>) => {
  if (isPlatformAdmin(actor)) return eb.lit(true);
  const visibleAccounts = actor.companyId
    ? eb
        .selectFrom('person')
        .select('person.account_id')
        .where('person.company_id', '=', actor.companyId)
    : eb
        .selectFrom('loan_role as mine')
        .innerJoin('loan_role as theirs', (join) =>
          join
            .onRef('theirs.company_id', '=', 'mine.company_id')
            .onRef('theirs.loan_id', '=', 'mine.loan_id'),
        )
        .where('mine.account_id', '=', actor.accountId)
        .where(sql`app.level_of(mine.role)`, '=', actor.roleLevel)
        .select('theirs.account_id');
  return eb.or([
    eb('avatar.account_id', '=', actor.accountId),
    eb.and([
      eb('avatar.virus_scan_state', '=', 'CLEAN'),
      eb('avatar.account_id', 'in', visibleAccounts),
    ]),
  ]);
};

export const findAvatars = (actor: Actor) =>
  query
    .selectFrom('avatar')
    .select(['id', 'account_id', 'virus_scan_state'])
    .where(visibleAvatars(actor))
    .orderBy('created_at', 'desc')
    .limit(5000);

export async function findPicture(reads: Queries, actor: Actor, id: string) {
  const [row] = await reads.run(
    query
      .selectFrom('avatar')
      .select(['content', 'content_type'])
      .where('id', '=', id)
      .where('virus_scan_state', '=', 'CLEAN')
      .where(visibleAvatars(actor)),
  );
  return row;
}

export async function findAvatarToScan(reads: Queries, id: string) {
  const [row] = await reads.run(
    query
      .selectFrom(
        sql<{ account_id: string; content: Buffer }>`app.avatar_to_scan(${id})`.as<'found'>(
          sql`found`,
        ),
      )
      .select(['found.account_id', 'found.content']),
  );
  return row;
}

/** Returns the owner if the state changed. */
export async function saveAvatarState(tx: Tx, id: string, state: VirusScanState) {
  const [row] = await tx.run(
    query
      .selectFrom(
        sql<{ account_id: string }>`app.avatar_scanned(${id}, ${state})`.as<'done'>(sql`done`),
      )
      .select('done.account_id'),
  );
  return row?.account_id;
}

export async function findConsent(reads: Queries, accountId: string, version: string) {
  const [row] = await reads.run(
    query
      .selectFrom('credit_consent')
      .select('given_at')
      .where('account_id', '=', accountId)
      .where('version', '=', version),
  );
  return row?.given_at;
}

/** Stores only the first consent. Returns false if consent was given before. */
export async function insertConsent(
  tx: Tx,
  consent: { account_id: string; version: string; network_address: string },
): Promise<boolean> {
  const rows = await tx.run(
    query
      .insertInto('credit_consent')
      .values(consent)
      .onConflict((conflict) => conflict.doNothing())
      .returning('version'),
  );
  return rows.length > 0;
}
