/**
 * The two writes that bar 8 measures, each by the product's handler and as bare statements that write the same rows:
 * the pin of a loan, which is the smallest write, and the answer of a request with a file.
 */
import { randomUUID } from 'node:crypto';
import { contract } from '@cairn/contract';
import { answerRoutes } from '@cairn/server/modules/elements/index';
import { loanRoutes } from '@cairn/server/modules/loans/index';
import type { Db, Tx } from '@cairn/server/platform/db/db';
import { statement, type Statement } from '@cairn/server/platform/db/pipeline';
import { hashRequest, writeOnce } from '@cairn/server/platform/idempotency';
import { newId } from '@cairn/server/platform/ids';
import { asOwner } from '../database.ts';
import type { World } from '../world.ts';

/** Enough loans that a loan's rows are not always the last ones written. */
const LOANS = 200;
const SECRET = 'the key of the bench, of thirty-two bytes';
const HASH = Buffer.alloc(32, 7);
const MAC = Buffer.alloc(20, 7);

const handlers = { ...loanRoutes().handlers, ...answerRoutes({ secretKey: SECRET }).handlers };
type CallName = 'pinLoan' | 'unpinLoan' | 'answerElement';
type Handler = (call: unknown) => Promise<unknown>;

export type KindName = 'pin' | 'answer';

/** One write, executable by the handler or by bare statements. */
export interface Write {
  byHandler(db: Db): Promise<unknown>;
  readonly bare: readonly Statement[];
}
export interface WriteKind {
  readonly title: string;
  /** Each arm has its own source of writes. */
  source(): () => Write;
}

/** Calls the handler like http/mount.ts does after parsing the request. */
function callHandler(
  { measured: { actor, scope } }: World,
  db: Db,
  name: CallName,
  request: { params?: Record<string, string>; body?: Record<string, unknown> },
): Promise<unknown> {
  const { method, path } = contract[name];
  const input = { params: request.params, query: undefined, body: request.body };
  const key = randomUUID();
  return (handlers[name] as unknown as Handler)({
    ...input,
    actor,
    reads: db.reads(scope),
    write: <T>(work: (tx: Tx) => Promise<T>) =>
      writeOnce(
        db,
        scope,
        {
          accountId: actor.accountId,
          loggedLevel: actor.roleLevel,
          loggedCompanyId: actor.companyId,
          key,
          requestHash: hashRequest(SECRET, method, path, input),
        },
        work,
      ),
  });
}

interface Recorded {
  readonly loanId: string;
  readonly kind: string;
  readonly detail: Record<string, unknown>;
  readonly changes: string;
  readonly reply: string;
}

/** The statements that every recorded write adds to its own rows: audit chain, audit entry, event and stored reply. */
function recordStatements({ measured: { actor } }: World, recorded: Recorded): Statement[] {
  const { companyId, accountId, roleLevel } = actor;
  const { loanId, kind, detail, changes, reply } = recorded;
  const id = newId();
  return [
    statement(
      `update cairn.audit_chain set length = length + 1, head = $3
       where company_id = $1 and chain_id = $2`,
      [companyId, loanId, HASH],
    ),
    statement(
      `insert into cairn.audit_entry (company_id, chain_id, position, id, at, actor_id, kind, loan_id,
         detail, hash, version, mac)
       select company_id, chain_id, length, $3, clock_timestamp(), $4, $5, $2, $6::jsonb, head, 2, $7
       from cairn.audit_chain where company_id = $1 and chain_id = $2`,
      [companyId, loanId, id, accountId, kind, JSON.stringify(detail), MAC],
    ),
    statement(
      `insert into cairn.event (company_id, id, at, kind, loan_id, staff_only, changes)
       values ($1, $2, clock_timestamp(), $3, $4, false, $5::text[])`,
      [companyId, id, kind, loanId, changes],
    ),
    statement(
      `insert into cairn.idempotency (account_id, key, request_hash, status, reply, logged_level,
         logged_company_id, employee_level, loan_company_ids, loan_ids)
       values ($1, $2, $3, 200, $4::jsonb, $5, $6, 'EMPLOYEE', array[$6::uuid], array[$7::uuid])`,
      [accountId, randomUUID(), HASH, reply, roleLevel, companyId, loanId],
    ),
  ];
}

const loansOf = ({ measured }: World): string[] => measured.loanIds.slice(-LOANS);

function pinStatement({ measured: { actor } }: World, loanId: string, pinned: boolean): Statement {
  const values = [actor.companyId, actor.accountId, loanId];
  return pinned
    ? statement(
        `insert into cairn.loan_pin (company_id, account_id, loan_id) values ($1, $2, $3)
         on conflict do nothing`,
        values,
      )
    : statement(
        'delete from cairn.loan_pin where company_id = $1 and account_id = $2 and loan_id = $3',
        values,
      );
}

function pin(world: World, loanId: string, pinned: boolean): Write {
  return {
    byHandler: (db) =>
      callHandler(world, db, pinned ? 'pinLoan' : 'unpinLoan', { params: { id: loanId } }),
    get bare() {
      return [
        pinStatement(world, loanId, pinned),
        ...recordStatements(world, {
          loanId,
          kind: pinned ? 'loan.pinned' : 'loan.unpinned',
          detail: {},
          changes: '{loan,loanList}',
          reply: JSON.stringify({ id: loanId, pinned }),
        }),
      ];
    },
  };
}

/** Each loan is pinned and then unpinned, so that pins do not accumulate. */
export function* pinsAndUnpins(world: World): Generator<[string, boolean], never> {
  for (;;) {
    for (const loanId of loansOf(world)) {
      yield [loanId, true];
      yield [loanId, false];
    }
  }
}

/** A request without an answer, and a clean file to answer it with. */
interface Unanswered {
  readonly loanId: string;
  readonly elementId: string;
  readonly documentId: string;
}

const MAKE_REQUESTS = `
  with wanted as materialized (
    select l.company_id, l.id as loan_id, uuidv7() as element_id, uuidv7() as document_id
    from cairn.loan l, generate_series(1, $3::int)
    where l.company_id = $1 and l.id = any($2::uuid[])
  ), document as (
    insert into cairn.document (company_id, id, loan_id, name, provider, object_key, size, sha256,
      vault_key, virus_scan_state, created_by)
    select company_id, document_id, loan_id, 'Tax return.pdf', 'S3', 'incoming/' || document_id, 1,
      sha256('x'), 'vault/' || document_id, 'CLEAN', $4 from wanted
  ), element as (
    insert into cairn.element (company_id, id, loan_id, parent_id, title, storage_type)
    select w.company_id, w.element_id, w.loan_id, root.id, 'Tax return', 'FILE' from wanted w
    join cairn.element root on root.company_id = w.company_id and root.loan_id = w.loan_id
      and root.parent_id is null
  )
  select loan_id as "loanId", element_id as "elementId", document_id as "documentId" from wanted
  order by random()`;

/** An employee answers for a borrower on the loans that they work on. */
const WORK_ON_LOANS = `
  insert into cairn.loan_role (company_id, id, loan_id, account_id, role)
  select l.company_id, uuidv7(), l.id, $3, 'UNDERWRITER_LENDER' from cairn.loan l
  where l.company_id = $1 and l.id = any($2::uuid[]) and not exists (
    select from cairn.loan_role r
    where r.company_id = l.company_id and r.loan_id = l.id and r.account_id = $3)`;

const makeRequests = (world: World, count: number): Promise<Unanswered[]> =>
  asOwner(world.urls.owner, async (client) => {
    const loans = loansOf(world);
    const { companyId, actor } = world.measured;
    const each = Math.ceil(count / loans.length);
    await client.query(WORK_ON_LOANS, [companyId, loans, actor.accountId]);
    const values = [companyId, loans, each, actor.accountId];
    const { rows } = await client.query<Unanswered>(MAKE_REQUESTS, values);
    await client.query('vacuum (analyze) cairn.element, cairn.document, cairn.loan');
    return rows;
  });

const answerStatement = (
  { measured: { actor } }: World,
  { elementId, documentId }: Unanswered,
): Statement =>
  statement(
    `update cairn.element set answer_document_id = $3, answer_in_progress = false,
       answered_at = now(), answered_by = $4, version = version + 1, modified_at = now()
     where company_id = $1 and id = $2`,
    [actor.companyId, elementId, documentId, actor.accountId],
  );

function answer(world: World, request: Unanswered, reply: string): Write {
  const { elementId, loanId, documentId } = request;
  return {
    byHandler: (db) =>
      callHandler(world, db, 'answerElement', {
        body: { elementId, loanId, documentId, submit: true, inProgress: false },
      }),
    get bare() {
      return [
        answerStatement(world, request),
        ...recordStatements(world, {
          loanId,
          kind: 'element.answered',
          detail: { elementIds: [elementId], elementId, documentId, inProgress: false },
          changes: '{element,document,loan,loanList}',
          reply,
        }),
      ];
    },
  };
}

const started = new WeakSet<readonly string[]>();

/** Writes the first entry of every loan, because it also starts the loan's audit chain, which is not measured. */
async function startChains(world: World, db: Db): Promise<void> {
  if (started.has(world.measured.loanIds)) return;
  started.add(world.measured.loanIds);
  const writes = pinsAndUnpins(world);
  for (let count = 0; count < 2 * loansOf(world).length; count += 1) {
    await pin(world, ...writes.next().value).byHandler(db);
  }
}

/** `count` is the maximum number of writes of all arms together. */
export async function openWriteKind(
  world: World,
  name: KindName,
  db: Db,
  count: number,
): Promise<WriteKind> {
  await startChains(world, db);
  if (name === 'pin') {
    const source = (): (() => Write) => {
      const writes = pinsAndUnpins(world);
      return () => pin(world, ...writes.next().value);
    };
    return { title: 'the pin of a loan', source };
  }
  const requests = await makeRequests(world, count + 1);
  // The stored reply of the bare arm has the same length as the handler's.
  const reply = JSON.stringify(await answer(world, requests.pop()!, '').byHandler(db));
  const next = (): Write => answer(world, requests.pop()!, reply);
  return { title: 'an answered file', source: () => next };
}

export const auditSecret = SECRET;
