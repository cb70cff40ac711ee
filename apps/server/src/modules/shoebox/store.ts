import {
  expressionBuilder,
  sql,
  type Expression,
  type ExpressionBuilder,
  type SqlBool,
} from 'kysely';
import { MAX_COUNTED_ITEMS } from '@cairn/contract/shoebox-terms';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { ofAllCompanies } from '../../platform/db/of-all-companies.ts';
import { query } from '../../platform/db/query.ts';
import type { Changes, Schema } from '../../platform/db/schema.ts';
import { JOINED_DOCUMENT } from '../documents/index.ts';
import { visibleElement } from '../elements/index.ts';
import { loanStanding, viewerOf, visibleLoans } from '../loans/index.ts';
import { itemConditions, type ItemFilter } from './item-filter-store.ts';

/**
 * An employee's own shoebox is visible to them only. In shoeboxes of loans, staff see everything of their company;
 * others see, on loans where they hold a role, what a database function allows. The loan comes first in the
 * condition, because it has an index.
 */
const visible = (actor: Actor) => (eb: ExpressionBuilder<Schema, 'shoebox_item'>) => {
  // A literal instead of a parameter: a generic plan would not know that the operator's index contains these rows.
  if (isPlatformAdmin(actor)) return eb('shoebox_item.shoebox_type', '=', sql.lit('LOAN'));
  const ofLoan = eb('shoebox_item.shoebox_type', '=', 'LOAN');
  if (isStaff(actor)) {
    const own = eb('shoebox_item.shoebox_owner_id', '=', actor.accountId);
    return eb.and([eb('shoebox_item.company_id', '=', actor.companyId), eb.or([own, ofLoan])]);
  }
  const onOwnLoans = sql<boolean>`(shoebox_item.company_id, shoebox_item.loan_id) in (
    select r.company_id, r.loan_id from loan_role r where r.account_id = ${actor.accountId}::uuid)`;
  return eb.and([ofLoan, onOwnLoans, sql<boolean>`app.sees_shoebox_item(shoebox_item)`]);
};

/** The base of every query of items. */
const visibleItems = (actor: Actor) => query.selectFrom('shoebox_item').where(visible(actor));

const withFiles = (actor: Actor) =>
  visibleItems(actor)
    .innerJoin('document', (join) =>
      join
        .onRef('document.company_id', '=', 'shoebox_item.company_id')
        .onRef('document.id', '=', 'shoebox_item.document_id'),
    )
    .leftJoin('person as sender', (join) =>
      join
        .onRef('sender.company_id', '=', 'shoebox_item.company_id')
        .onRef('sender.account_id', '=', 'shoebox_item.user_id'),
    )
    .leftJoin('person as uploader', (join) =>
      join
        .onRef('uploader.company_id', '=', 'document.company_id')
        .onRef('uploader.account_id', '=', 'document.created_by'),
    )
    .selectAll('shoebox_item')
    .select([
      ...JOINED_DOCUMENT,
      'sender.given_name as sender_given_name',
      'sender.family_name as sender_family_name',
      'sender.email_address as sender_email_address',
      'uploader.given_name',
      'uploader.family_name',
      'uploader.email_address',
      outsiders.as('outsiders'),
    ]);

/** The people concerned who do not work for the company; each gets an event of their own. */
const outsiders = sql<string[]>`array(
  select distinct whose.id from unnest(array[shoebox_item.user_id, shoebox_item.uploaded_by]) whose (id)
  where shoebox_item.anonymous_email is null and not exists (select from employee e
    where e.company_id = shoebox_item.company_id and e.account_id = whose.id))`;

type ItemsQuery = ReturnType<typeof withFiles>;
export type ItemRow = ItemsQuery extends { execute(): Promise<(infer Row)[]> } ? Row : never;

export interface ItemQuery extends ItemFilter {
  /** Undefined: all loans that the caller sees. */
  loanIds?: readonly string[];
  userId?: string | undefined;
}

function isChosen({ loanIds, userId, ...filter }: ItemQuery): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, 'shoebox_item'>();
  const ofLoans = sql<boolean>`(shoebox_item.company_id, shoebox_item.loan_id) in (
    select l.company_id, l.id from loan l where l.id = any(${loanIds}::uuid[]))`;
  return eb.and([
    eb('shoebox_item.filed_at', 'is', null),
    eb('shoebox_item.deleted_at', filter.status === 'TRASHED' ? 'is not' : 'is', null),
    ...(loanIds ? [ofLoans] : []),
    ...(userId ? [isFromOrFor(userId)] : []),
    ...itemConditions(filter),
  ]);
}

/** A user's files; files from visitors without an account belong to the employee who received them. */
const isFromOrFor = (userId: string) => sql<boolean>`(shoebox_item.user_id = ${userId}::uuid
  or (shoebox_item.anonymous_email is not null and shoebox_item.shoebox_owner_id = ${userId}::uuid))`;

export const itemsFor = (actor: Actor, filter: ItemQuery) =>
  withFiles(actor).where(isChosen(filter));

interface PageOf {
  after: { place: string; id: string } | undefined;
  limit: number;
}

export const newestItemsFor = (actor: Actor, filter: ItemQuery, { after, limit }: PageOf) =>
  itemsFor(actor, filter)
    .$if(after !== undefined, (items) =>
      items.where(
        sql<boolean>`(shoebox_item.created_at, shoebox_item.id) < (${after?.place}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .$if(isPlatformAdmin(actor), (items) => items.where(ofAllCompanies('shoebox_item.id')))
    .select(sql<string>`shoebox_item.created_at::text`.as('created_exactly'))
    .orderBy(filter.loanIds ? createdUnindexed : sql.ref('shoebox_item.created_at'), 'desc')
    .orderBy('shoebox_item.id', 'desc')
    .limit(limit);

/**
 * An expression without an index: for a few loans, Postgres would otherwise walk the index of the newest files
 * through all others.
 */
const createdUnindexed = sql`(shoebox_item.created_at + interval '0')`;

export const countItems = (actor: Actor, filter: ItemQuery) =>
  query
    .selectFrom(
      visibleItems(actor)
        .where(isChosen(filter))
        .select('shoebox_item.id')
        .limit(MAX_COUNTED_ITEMS)
        .as('counted'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'));

/** Excludes filed items. */
export const itemsByIds = (actor: Actor, ids: readonly string[]) =>
  withFiles(actor)
    .where(sql<boolean>`shoebox_item.id = any(${ids}::uuid[])`)
    .where('shoebox_item.filed_at', 'is', null);

/** Items that are neither filed nor trashed, with the current version of their file. */
export const waitingItems = (actor: Actor, ids: readonly string[]) =>
  itemsByIds(actor, ids)
    .where('shoebox_item.deleted_at', 'is', null)
    .where('document.removed_at', 'is', null)
    .select('document.version as document_version')
    .orderBy('shoebox_item.id');

/**
 * Locks the items, including filed ones, so that none is filed or trashed until the commit. Ordered by id, to avoid
 * deadlocks.
 */
export const lockedItems = (actor: Actor, ids: readonly string[]) =>
  withFiles(actor)
    .where(sql<boolean>`shoebox_item.id = any(${ids}::uuid[])`)
    .orderBy('shoebox_item.id')
    .forUpdate('shoebox_item');

/** The loans of some items, with the caller's roles on each. */
export const loansWithStanding = (actor: Actor, loanIds: readonly string[]) =>
  visibleLoans(viewerOf(actor), actor)
    .where(sql<boolean>`loan.id = any(${loanIds}::uuid[])`)
    .select(['loan.company_id', 'loan.id', 'loan.name', 'loan.short_code', 'loan.color'])
    .select(loanStanding(actor));
type LoansQuery = ReturnType<typeof loansWithStanding>;
export type LoanOfItem = LoansQuery extends { execute(): Promise<(infer Row)[]> } ? Row : never;

export interface NewItem {
  companyId: string;
  id: string;
  loanId: string | null;
  documentId: string;
  title: string;
  userId: string;
  ownerId: string | null;
  uploadedBy: string;
  documentType: string | null;
  entityId: string | null;
  /** Set if it was sent without an account. */
  anonymous?: { emailAddress: string; note: string | null };
}

/** False if the file is or was in a shoebox already. */
export async function insertItem(tx: Tx, item: NewItem): Promise<boolean> {
  const rows = await tx.run(
    query
      .insertInto('shoebox_item')
      .values({
        company_id: item.companyId,
        id: item.id,
        loan_id: item.loanId,
        document_id: item.documentId,
        shoebox_type: item.loanId === null ? 'PERSONAL' : 'LOAN',
        title: item.title,
        user_id: item.userId,
        shoebox_owner_id: item.ownerId,
        uploaded_by: item.uploadedBy,
        document_type: item.documentType,
        sherpa_entity_id: item.entityId,
        anonymous_email: item.anonymous?.emailAddress ?? null,
        note: item.anonymous?.note ?? null,
      })
      .onConflict((conflict) => conflict.columns(['company_id', 'document_id']).doNothing())
      .returning('id'),
  );
  return rows.length === 1;
}

type Named = Pick<ItemRow, 'company_id' | 'id'>;

export async function saveItem(
  tx: Tx,
  { company_id, id }: Authorized<string, Named>,
  columns: Changes<'shoebox_item'>,
): Promise<void> {
  await tx.run(
    query
      .updateTable('shoebox_item')
      .set({ ...columns, modified_at: sql`now()` })
      .where('company_id', '=', company_id)
      .where('id', '=', id),
  );
}

export async function trashItems(
  tx: Tx,
  items: readonly Authorized<'trash', Named>[],
  by: string,
): Promise<void> {
  await tx.run(
    query
      .updateTable('shoebox_item')
      .set({ deleted_at: sql`now()`, deleted_by: by, modified_at: sql`now()` })
      .where(among(items)),
  );
}

/** Restoring counts as opening it. */
export async function restoreItems(
  tx: Tx,
  items: readonly Authorized<'trash', Named>[],
): Promise<void> {
  await tx.run(
    query
      .updateTable('shoebox_item')
      .set({ deleted_at: null, deleted_by: null, new_file: false, modified_at: sql`now()` })
      .where(among(items)),
  );
}

export async function deleteItems(
  tx: Tx,
  items: readonly Authorized<'remove', Named>[],
): Promise<void> {
  await tx.run(query.deleteFrom('shoebox_item').where(among(items)));
}

const among = (items: readonly Named[]) =>
  sql<boolean>`(company_id, id) in (select * from unnest(
    ${items.map(({ company_id }) => company_id)}::uuid[], ${items.map(({ id }) => id)}::uuid[]))`;

/** Held until the commit, so that two people who add to one shoebox count each other's files. */
export const lockShoebox = (tx: Tx, place: { loanId: string | null; ownerId: string | null }) =>
  tx.run(
    query.selectNoFrom(
      sql`pg_advisory_xact_lock(hashtextextended(${`shoebox ${place.loanId ?? place.ownerId}`}, 0))`.as(
        'locked',
      ),
    ),
  );

/** The number of items in a loan's or user's shoebox, including those that the caller does not see. */
export async function countWaitingItems(
  reads: Queries,
  actor: Actor,
  loanId: string | null,
): Promise<number> {
  const [row] = await reads.run(
    visibleItems(actor)
      .where('shoebox_item.filed_at', 'is', null)
      .where('shoebox_item.loan_id', loanId === null ? 'is' : '=', loanId)
      .select((eb) => eb.fn.countAll<number>().as('count')),
  );
  return row?.count ?? 0;
}

/** For upload sessions without an account: what visitors have sent to an employee's own shoebox. */
export async function countReceivedAt(
  reads: Queries,
  place: { companyId: string; loanId: string | null; ownerId: string },
): Promise<number> {
  const { companyId, loanId, ownerId } = place;
  const [row] = await reads.run(
    query
      .selectFrom('shoebox_item')
      .where('company_id', '=', companyId)
      .where('filed_at', 'is', null)
      .where(
        loanId === null
          ? sql<boolean>`shoebox_owner_id = ${ownerId}::uuid`
          : sql<boolean>`loan_id = ${loanId}::uuid`,
      )
      .select((eb) => eb.fn.countAll<number>().as('count')),
  );
  return row?.count ?? 0;
}

/** Whether the person holds a role on the loan or works for its company. */
export async function hasLoanAccess(
  reads: Queries,
  { company_id, id }: { company_id: string; id: string },
  accountId: string,
): Promise<boolean> {
  const [row] = await reads.run(
    query.selectNoFrom(
      sql<boolean>`app.reaches_loan(${company_id}::uuid, ${id}::uuid, ${accountId}::uuid)`.as(
        'reaches',
      ),
    ),
  );
  return row!.reaches;
}

export async function isEntityOfLoan(
  reads: Queries,
  loanId: string,
  entityId: string,
): Promise<boolean> {
  const rows = await reads.run(
    query
      .selectFrom('loan_entity')
      .where('loan_id', '=', loanId)
      .where('entity_id', '=', entityId)
      .select('id'),
  );
  return rows.length > 0;
}

/** Whether a file answers or answered a request, so that it does not wait to be filed. */
export async function isFiled(
  reads: Queries,
  { company_id, id }: { company_id: string; id: string },
): Promise<boolean> {
  const [row] = await reads.run(
    query.selectNoFrom(
      sql<boolean>`app.requests_answered_by(${company_id}::uuid, ${id}::uuid) > 0
        or exists (select from past_answer p
          where p.company_id = ${company_id}::uuid and p.document_id = ${id}::uuid)`.as('filed'),
    ),
  );
  return row!.filed;
}

/** Alternative titles of a loan's requests in their templates, for callers who may read templates. */
export const aliasesOn = (loanId: string) =>
  query
    .selectFrom('asked_for')
    .innerJoin('template_element', (join) =>
      join
        .onRef('template_element.company_id', '=', 'asked_for.company_id')
        .onRef('template_element.id', '=', 'asked_for.template_element_id'),
    )
    .where('asked_for.loan_id', '=', loanId)
    .where('asked_for.element_id', 'is not', null)
    .where(sql<boolean>`cardinality(template_element.aliases) > 0`)
    .select([sql<string>`asked_for.element_id`.as('element_id'), 'template_element.aliases']);

const MAX_OF_ENTITY = 200;

/** Answers about an entity on other loans, newest first. */
export const answersOfEntity = (
  actor: Actor,
  { companyId, loanId, entityId }: { companyId: string; loanId: string; entityId: string },
) =>
  query
    .selectFrom('element')
    .innerJoin('document', (join) =>
      join
        .onRef('document.company_id', '=', 'element.company_id')
        .onRef('document.id', '=', 'element.answer_document_id'),
    )
    .where(visibleElement(actor))
    .where('element.company_id', '=', companyId)
    .where('element.sherpa_entity_id', '=', entityId)
    .where('element.loan_id', '<>', loanId)
    .where('element.in_trash', '=', false)
    .where('element.target_id', 'is', null)
    .where('document.virus_scan_state', '=', 'CLEAN')
    .where('document.removed_at', 'is', null)
    .orderBy('element.answered_at', 'desc')
    .limit(MAX_OF_ENTITY)
    .select([
      'element.id',
      'element.loan_id',
      'element.parent_id',
      'element.title',
      'element.sherpa_entity_id',
      'document.id as document_id',
      'document.name',
      sql<string>`element.answered_at`.as('answered_at'),
    ]);

const LEARNT_FROM = 500;

/** The files that this company filed most recently, with the titles of their requests. */
export const filedLately = (actor: Actor, companyId: string) =>
  visibleItems(actor)
    .where('shoebox_item.company_id', '=', companyId)
    .where('shoebox_item.filed_at', 'is not', null)
    .orderBy('shoebox_item.filed_at', 'desc')
    .limit(LEARNT_FROM)
    .select([
      'shoebox_item.title',
      'shoebox_item.document_id',
      sql<string>`shoebox_item.filed_as`.as('filed_as'),
    ]);
