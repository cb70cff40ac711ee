import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import { keyFor } from './crypto.ts';
import type { Db, Scope, Tx } from './db/db.ts';
import { prepareQuery, query } from './db/query.ts';
import { ApiError } from './api-error.ts';

/** After this time a key is refused until it is swept, and then can be used again. */
const KEY_HOURS = 24;

/** The Idempotency-Key of a call: its owner, their role, and a hash of the request. */
export interface Key {
  readonly accountId: string;
  readonly loggedLevel: string;
  readonly loggedCompanyId: string | null;
  readonly key: string;
  readonly requestHash: Buffer;
}

type StoredReplyKey = Omit<Key, 'loggedLevel' | 'loggedCompanyId'> & { reply: string };
type Caller = Pick<Key, 'accountId' | 'loggedLevel' | 'loggedCompanyId'>;

const employeeLevel = ({ accountId, loggedCompanyId }: Caller) =>
  sql<string | null>`app.employee_level_of(${loggedCompanyId}::uuid, ${accountId}::uuid)`;
/** Whether the caller, in this role, is on a loan of `loans(company_id, loan_id)`. */
const isOnLoan = ({ accountId, loggedLevel, loggedCompanyId }: Caller) =>
  sql<boolean>`app.reaches_loan_as(loans.company_id, loans.loan_id, ${accountId}::uuid,
    ${loggedLevel}::text, ${loggedCompanyId}::uuid)`;

/** The stored reply, and whether the caller could still make the call that it answered. */
const storedReply = prepareQuery((params: Omit<Key, 'requestHash'>) =>
  query
    .selectFrom('idempotency')
    .select([
      'request_hash',
      'reply',
      sql<boolean>`created_at > now() - make_interval(hours => ${KEY_HOURS})`.as('in_time'),
      sql<boolean>`logged_level is not distinct from ${params.loggedLevel}::text
        and logged_company_id is not distinct from ${params.loggedCompanyId}::uuid
        and employee_level is not distinct from ${employeeLevel(params)}`.as('same_rights'),
      sql<boolean>`not exists (
        select from unnest(loan_company_ids, loan_ids) as loans(company_id, loan_id)
        where not ${isOnLoan(params)})`.as('on_loans'),
    ])
    .where('account_id', '=', params.accountId)
    .where('key', '=', params.key),
);

/**
 * Sent with the commit, so the stored rights are those after the call. A caller whose role the call itself changed,
 * or who left a loan by it, can repeat it; after a later change by another user they cannot.
 */
const keep = prepareQuery(
  (params: StoredReplyKey & { tokenHash: Buffer; loanCompanyIds: string[]; loanIds: string[] }) => {
    const stillOn = (column: 'company_id' | 'loan_id') => sql<string[]>`array(
      select loans.${sql.ref(column)}
      from unnest(${params.loanCompanyIds}::uuid[], ${params.loanIds}::uuid[])
        as loans(company_id, loan_id)
      where app.reaches_loan_as(loans.company_id, loans.loan_id, ${params.accountId}::uuid,
        session.role_level, session.company_id))`;
    return query
      .insertInto('idempotency')
      .columns([
        'account_id',
        'key',
        'request_hash',
        'status',
        'reply',
        'logged_level',
        'logged_company_id',
        'employee_level',
        'loan_company_ids',
        'loan_ids',
      ])
      .expression(
        query
          .selectFrom(sql`(select 1)`.as('one'))
          .leftJoin('session', (join) => join.on('session.token_hash', '=', params.tokenHash))
          .select([
            sql<string>`${params.accountId}::uuid`.as('account_id'),
            sql<string>`${params.key}::uuid`.as('key'),
            sql<Buffer>`${params.requestHash}::bytea`.as('request_hash'),
            sql<number>`200`.as('status'),
            sql`${params.reply}::jsonb`.as('reply'),
            'session.role_level',
            'session.company_id',
            sql<
              string | null
            >`app.employee_level_of(session.company_id, ${params.accountId}::uuid)`.as('employee'),
            stillOn('company_id').as('loan_company_ids'),
            stillOn('loan_id').as('loan_ids'),
          ]),
      );
  },
);

/** Keyed: a request may contain a tax id, and a plain hash of it could be reversed in minutes. */
export const hashRequest = (secretKey: string, ...parts: unknown[]): Buffer =>
  createHmac('sha256', requestKey(secretKey)).update(JSON.stringify(parts)).digest();

/** Cached, because deriving the key and preparing it for the HMAC costs more than the hash. */
const requestKeys = new Map<string, KeyObject>();
function requestKey(secretKey: string): KeyObject {
  let key = requestKeys.get(secretKey);
  if (!key) {
    key = createSecretKey(keyFor(secretKey, 'requests'));
    requestKeys.set(secretKey, key);
  }
  return key;
}

/** The call was made before; carries the stored reply. */
export class DoneBefore extends Error {
  readonly reply: unknown;
  constructor(reply: unknown) {
    super();
    this.reply = reply;
  }
}

/** The key was used for another request or too long ago, or this caller may not see its reply (any more). */
export class ReplayRefused extends ApiError {}

interface KeptRow {
  request_hash: Buffer;
  reply: unknown;
  in_time: boolean;
  same_rights: boolean;
  on_loans: boolean;
}

/** Authorizes again: a caller who could not make the call now does not get the stored reply. */
function replayIfKept([row]: KeptRow[], { requestHash }: Key): void {
  if (!row) return;
  if (!row.request_hash.equals(requestHash) || !row.in_time) throw new ReplayRefused('KEY_REUSED');
  if (!row.same_rights) throw new ReplayRefused('UNAUTHORIZED');
  if (!row.on_loans) throw new ReplayRefused('NOT_FOUND');
  throw new DoneBefore(row.reply);
}

/** One effect per key: the reply is stored in the transaction that has the effect. */
export async function writeOnce<T>(
  db: Db,
  scope: Scope,
  key: Key | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (!key || scope.kind !== 'session') return db.write(scope, work);
  const lookUp = storedReply(key);
  try {
    return await db.write(
      scope,
      async (tx) => {
        const reply = await work(tx);
        const loans = [...tx.loans];
        tx.atCommit(
          keep({
            ...key,
            tokenHash: scope.tokenHash,
            reply: JSON.stringify(reply ?? null),
            loanIds: loans.map(([loanId]) => loanId),
            loanCompanyIds: loans.map(([, companyId]) => companyId),
          }),
        );
        return reply;
      },
      { query: lookUp, check: (rows) => replayIfKept(rows, key) },
    );
  } catch (error) {
    if (error instanceof DoneBefore || error instanceof ReplayRefused) throw error;
    // A concurrent call with the same key may have won; then its reply is the answer, not this failure.
    replayIfKept(await db.reads(scope).run(lookUp), key);
    throw error;
  }
}
