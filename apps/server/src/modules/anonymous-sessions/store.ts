/** Upload sessions without an account. Every query except the lookups of secrets runs in the scope of one company. */
import { ANONYMOUS_SESSION_HOURS } from '@cairn/contract';
import { sql, type ExpressionBuilder } from 'kysely';
import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Schema } from '../../platform/db/schema.ts';

export interface UploadLink {
  company_id: string;
  account_id: string;
}

/** Undefined for a code that was replaced, or of an employee who left. */
export async function findLink(reads: Queries, code: string): Promise<UploadLink | undefined> {
  const [row] = await reads.run(
    query
      .selectFrom(sql<UploadLink>`app.upload_link(${code})`.as<'link'>(sql`link`))
      .selectAll('link'),
  );
  return row;
}

/** Finds a session by its id together with its cookie. */
export async function findByToken(
  reads: Queries,
  hashes: { token: Buffer; browser: Buffer },
): Promise<{ company_id: string; id: string } | undefined> {
  const [row] = await reads.run(
    query
      .selectFrom(
        sql<{
          company_id: string;
          id: string;
        }>`app.find_anonymous_session(${hashes.token}::bytea, ${hashes.browser}::bytea)`.as<'session'>(
          sql`session`,
        ),
      )
      .selectAll('session'),
  );
  return row;
}

/** Sessions of employees with an open account: no one would see files sent to a closed one. */
const sessions = (companyId: string) =>
  query
    .selectFrom('anonymous_session as session')
    .innerJoin('company', 'company.id', 'session.company_id')
    .innerJoin('account', 'account.id', 'session.account_id')
    .where('account.closed_at', 'is', null)
    .leftJoin('person', (join) =>
      join
        .onRef('person.company_id', '=', 'session.company_id')
        .onRef('person.account_id', '=', 'session.account_id'),
    )
    .where('session.company_id', '=', companyId)
    .select([
      'session.company_id',
      'session.id',
      'session.account_id',
      'session.unique_code',
      'session.email_address',
      'session.loan_id',
      'session.ends_at',
      'session.extensions',
      'session.extension_requested_at',
      'session.submitted_at',
      'session.document_ids',
      sql<boolean>`session.ends_at <= now()`.as('is_over'),
      sql<number>`greatest(0, ceil(extract(epoch from session.ends_at - now())))::int`.as(
        'seconds_left',
      ),
      'company.name as company_name',
      'company.logo_version',
      'person.given_name',
      'person.family_name',
    ]);

export async function findSession(reads: Queries, companyId: string, id: string) {
  const [row] = await reads.run(sessions(companyId).where('session.id', '=', id));
  return row;
}
const visible = (actor: Actor) => (eb: ExpressionBuilder<Schema, 'anonymous_session'>) => {
  if (isPlatformAdmin(actor)) return eb.lit(true);
  return sql<boolean>`company_id = ${actor.companyId}::uuid`;
};

/** For an employee or administrator; undefined for a session of another company. */
export async function findSessionById(reads: Queries, actor: Actor, id: string) {
  const [row] = await reads.run(
    query
      .selectFrom('anonymous_session')
      .where('id', '=', id)
      .where(visible(actor))
      .select('company_id'),
  );
  return row && findSession(reads, row.company_id, id);
}
export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** Locks the session, so that its files and its end do not change until the commit. */
export async function lockSession(tx: Tx, companyId: string, id: string) {
  const [row] = await tx.run(sessions(companyId).where('session.id', '=', id).forUpdate('session'));
  return row;
}

/** The name and logo of the company, and the employee's name. */
export async function findOwner(reads: Queries, { company_id, account_id }: UploadLink) {
  const [row] = await reads.run(
    query
      .selectFrom('company')
      .leftJoin('person', (join) =>
        join.onRef('person.company_id', '=', 'company.id').on('person.account_id', '=', account_id),
      )
      .where('company.id', '=', company_id)
      .select([
        'company.id as company_id',
        'company.name as company_name',
        'company.logo_version',
        'person.given_name',
        'person.family_name',
      ]),
  );
  return row!;
}
export type OwnerRow = Awaited<ReturnType<typeof findOwner>>;

const END = sql<string>`now() + make_interval(hours => ${ANONYMOUS_SESSION_HOURS})`;

export interface NewSession {
  companyId: string;
  id: string;
  accountId: string;
  uniqueCode: string;
  emailAddress: string;
}

interface Verified {
  tokenHash: Buffer;
  browserHash: Buffer;
}

export async function insertVerified(tx: Tx, session: NewSession & Verified): Promise<void> {
  await tx.run(
    query.insertInto('anonymous_session').values({
      company_id: session.companyId,
      id: session.id,
      account_id: session.accountId,
      unique_code: session.uniqueCode,
      email_address: session.emailAddress,
      token_hash: session.tokenHash,
      browser_hash: session.browserHash,
      verified_at: sql`now()`,
      ends_at: END,
    }),
  );
  tx.atCommit(sweep);
}

export interface VouchedSession extends NewSession {
  loanId: string | null;
  vouchedBy: string;
}

export async function insertVouched(tx: Tx, session: VouchedSession): Promise<string> {
  const [row] = await tx.run(
    query
      .insertInto('anonymous_session')
      .values({
        company_id: session.companyId,
        id: session.id,
        account_id: session.accountId,
        unique_code: session.uniqueCode,
        email_address: session.emailAddress,
        loan_id: session.loanId,
        vouched_by: session.vouchedBy,
        ends_at: END,
      })
      .returning('ends_at'),
  );
  return row!.ends_at;
}

/** Assigns the newest session that an employee prepared for this address to the visitor, together with its loan. */
export async function claimPreparedSession(
  tx: Tx,
  { companyId, accountId, uniqueCode, emailAddress }: Omit<NewSession, 'id'>,
  { tokenHash, browserHash }: Verified,
): Promise<string | undefined> {
  const [row] = await tx.run(
    query
      .updateTable('anonymous_session')
      .set({
        token_hash: tokenHash,
        browser_hash: browserHash,
        verified_at: sql`now()`,
        email_address: emailAddress,
        ends_at: END,
      })
      .where('company_id', '=', companyId)
      .where('id', '=', (eb) =>
        eb
          .selectFrom('anonymous_session as vouched')
          .where('vouched.company_id', '=', companyId)
          .where('vouched.account_id', '=', accountId)
          .where('vouched.unique_code', '=', uniqueCode)
          .where(sql<boolean>`lower(vouched.email_address) = lower(${emailAddress})`)
          .where('vouched.verified_at', 'is', null)
          .where('vouched.ends_at', '>', sql<string>`now()`)
          .orderBy('vouched.created_at', 'desc')
          .limit(1)
          .select('vouched.id')
          .forUpdate(),
      )
      .returning('id'),
  );
  return row?.id;
}

interface Named {
  company_id: string;
  id: string;
}

export async function saveExtended(tx: Tx, { company_id, id }: Named, hours: number) {
  await tx.run(
    query
      .updateTable('anonymous_session')
      .set({
        ends_at: sql<string>`greatest(ends_at, now()) + make_interval(hours => ${hours})`,
        extensions: sql<number>`extensions + 1`,
        extension_requested_at: null,
      })
      .where('company_id', '=', company_id)
      .where('id', '=', id),
  );
}

const change = ({ company_id, id }: Named) =>
  query.updateTable('anonymous_session').where('company_id', '=', company_id).where('id', '=', id);

export const saveExtensionRequested = (tx: Tx, session: Named) =>
  tx.run(change(session).set({ extension_requested_at: sql<string>`now()` }));

export const saveSubmitted = (tx: Tx, session: Named) =>
  tx.run(change(session).set({ submitted_at: sql<string>`now()` }));

export const addDocument = (tx: Tx, session: Named, documentId: string) =>
  tx.run(
    change(session).set({
      document_ids: sql<string[]>`document_ids || ${documentId}::uuid`,
    }),
  );

export const dropDocument = (tx: Tx, session: Named, documentId: string) =>
  tx.run(
    change(session).set({
      document_ids: sql<string[]>`array_remove(document_ids, ${documentId}::uuid)`,
    }),
  );

/** The files of a session, oldest first, with the time of submission. */
export async function findDocuments(reads: Queries, { company_id, document_ids }: DocumentsOf) {
  if (document_ids.length === 0) return [];
  return reads.run(
    query
      .selectFrom('document')
      .leftJoin('shoebox_item as item', (join) =>
        join
          .onRef('item.company_id', '=', 'document.company_id')
          .onRef('item.document_id', '=', 'document.id'),
      )
      .where('document.company_id', '=', company_id)
      .where(sql<boolean>`document.id = any(${document_ids}::uuid[])`)
      .where('document.removed_at', 'is', null)
      .orderBy('document.created_at')
      .orderBy('document.id')
      .select([
        'document.id',
        'document.name',
        'document.provider',
        'document.size',
        'document.virus_scan_state',
        'document.scan_reason',
        'document.sha256',
        'document.chunk_sha256',
        'document.vault_key',
        'document.object_key',
        'document.version',
        'document.company_id',
        'document.created_at',
        'item.created_at as submitted_at',
      ]),
  );
}
type DocumentsOf = Pick<SessionRow, 'company_id' | 'document_ids'>;
export type AnonymousDocumentRow = Awaited<ReturnType<typeof findDocuments>>[number];

/** Loans that the address belongs to: by a role, by an open invitation, or because an employee confirmed it. */
export const loansOf = (session: Pick<SessionRow, 'company_id' | 'email_address' | 'loan_id'>) =>
  query
    .selectFrom('loan')
    .where('loan.company_id', '=', session.company_id)
    .where(
      sql<boolean>`loan.id in (
        select r.loan_id from loan_role r
        where r.company_id = ${session.company_id}::uuid and r.account_id = (select a.id from account a
          where lower(a.email_address) = lower(${session.email_address}) and a.closed_at is null)
        union
        select i.loan_id from invitation i
        where i.company_id = ${session.company_id}::uuid and i.kind = 'LOAN_ROLE'
          and lower(i.email_address) = lower(${session.email_address}) and i.sends > 0
          and i.accepted_at is null and i.declined_at is null and i.removed_at is null
          and i.expires_at > now()
        union
        select ${session.loan_id}::uuid)`,
    )
    .orderBy('loan.name')
    .orderBy('loan.id')
    .limit(MAX_LOANS)
    .select(['loan.id', 'loan.short_code', 'loan.name']);
const MAX_LOANS = 100;

/** Active sessions of one browser at a company, newest first. */
export const sessionsOfBrowser = (companyId: string, browserHash: Buffer) =>
  sessions(companyId)
    .innerJoin('employee', (join) =>
      join
        .onRef('employee.company_id', '=', 'session.company_id')
        .onRef('employee.account_id', '=', 'session.account_id')
        .onRef('employee.unique_code', '=', 'session.unique_code'),
    )
    .where('session.browser_hash', '=', browserHash)
    .where('session.ends_at', '>', sql<string>`now() - interval '7 days'`)
    .orderBy('session.created_at', 'desc')
    .limit(MAX_SESSIONS_READ);
const MAX_SESSIONS_READ = 20;

export const countVisit = (
  tx: Tx,
  { company_id, account_id }: UploadLink,
  withSession: boolean,
): void =>
  tx.atCommit(
    query
      .insertInto('secure_upload_visit')
      .values({ company_id, account_id, visits: 1, with_session: withSession ? 1 : 0 })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'account_id', 'day']).doUpdateSet({
          visits: sql<number>`secure_upload_visit.visits + 1`,
          with_session: sql<number>`secure_upload_visit.with_session + excluded.with_session`,
        }),
      ),
  );

export async function findUploadCode(reads: Queries, { company_id, account_id }: UploadLink) {
  const [row] = await reads.run(
    query
      .selectFrom('employee')
      .where('company_id', '=', company_id)
      .where('account_id', '=', account_id)
      .select('unique_code'),
  );
  return row?.unique_code;
}

/** Deletes a few sessions that ended a month ago without sending anything, with each new one. */
const sweep = query.deleteFrom('anonymous_session').where('id', 'in', (rows) =>
  rows
    .selectFrom('anonymous_session')
    .select('id')
    .where('ends_at', '<', sql<string>`now() - interval '30 days'`)
    .where(sql<boolean>`document_ids = '{}'`)
    .limit(5)
    .forUpdate()
    .skipLocked(),
);
