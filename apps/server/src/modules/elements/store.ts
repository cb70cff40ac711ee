import type { LoanRole } from '@cairn/contract';
import type { ReviewStatus } from '@cairn/contract/template-terms';
import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { prepareQueryByCaller, query, type Query } from '../../platform/db/query.ts';
import type { Changes, Columns, Schema } from '../../platform/db/schema.ts';
import { ApiError } from '../../platform/api-error.ts';
import { JOINED_DOCUMENT } from '../documents/index.ts';
import { viewerOf, visibleLoans } from '../loans/index.ts';

/** Staff see the whole package; others, on loans where they hold a role, what is not hidden from them. */
export function visible(actor: Actor): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, 'element'>();
  if (isPlatformAdmin(actor)) return eb.lit(true);
  if (isStaff(actor)) return eb('element.company_id', '=', actor.companyId);
  return sql<boolean>`app.sees_element((element.company_id, element.loan_id) in (
    select h.company_id, h.loan_id from app.loans_held(${actor.accountId}::uuid) h),
    ${actor.accountId}::uuid, element)`;
}

const myRoles = (actor: Actor) => sql<LoanRole[]>`array(
  select r.role from loan_role r
  where r.company_id = loan.company_id and r.loan_id = loan.id
    and r.account_id = ${actor.accountId} and app.level_of(r.role) = ${actor.roleLevel})`;
const myLevel = (actor: Actor) => sql<'OWNER' | 'EMPLOYEE' | null>`(
  select e.level from employee e
  where e.company_id = loan.company_id and e.account_id = ${actor.accountId})`;

/** A loan's package, with the caller's roles on the loan. */
export const packagesOf = (actor: Actor, loanIds: readonly string[]) =>
  packagesSeenBy(actor).where(sql<boolean>`loan.id = any(${loanIds}::uuid[])`);

/** All packages that the caller sees; callers add conditions. */
export const packagesSeenBy = (actor: Actor) =>
  visibleLoans(viewerOf(actor), actor)
    .select([
      'loan.company_id',
      'loan.id',
      'loan.review_reached',
      'loan.released_to',
      'loan.files',
      'loan.folders',
      'loan.links',
      myRoles(actor).as('my_roles'),
      myLevel(actor).as('my_level'),
    ])
    .orderBy('loan.id');
type PackagesQuery = ReturnType<typeof packagesOf>;
export type PackageRow = PackagesQuery extends { execute(): Promise<(infer Row)[]> } ? Row : never;

export async function packageSeenBy(
  reads: Queries,
  actor: Actor,
  loanId: string,
): Promise<PackageRow> {
  const [row] = await reads.run(packagesOf(actor, [loanId]));
  if (!row) throw new ApiError('LOAN_NOT_FOUND');
  return row;
}

/**
 * Locks packages by locking their loans' rows until the commit, so that a package has one writer at a time. Several
 * loans are locked in the order of their ids, to avoid deadlocks.
 */
export async function lockPackages(
  tx: Tx,
  actor: Actor,
  loanIds: readonly string[],
): Promise<Map<string, PackageRow>> {
  return byLoan(await tx.run(lockedPackages(actor, { loanIds })));
}

const byLoan = (rows: readonly PackageRow[]) => new Map(rows.map((row) => [row.id, row]));
const lockedPackages = prepareQueryByCaller((actor, { loanIds }: { loanIds: readonly string[] }) =>
  packagesOf(actor, loanIds).forNoKeyUpdate('loan'),
);

export async function lockPackage(tx: Tx, actor: Actor, loanId: string): Promise<PackageRow> {
  const row = (await lockPackages(tx, actor, [loanId])).get(loanId);
  if (!row) throw new ApiError('LOAN_NOT_FOUND');
  return row;
}

/**
 * Whether the element is about the individual who is the caller; used for applicants, whose role is limited to that.
 */
const ofOwnEntity = ({ accountId, roleLevel }: Actor) =>
  roleLevel === 'APPLICANT'
    ? sql<boolean>`app.is_own_entity(element.company_id, element.sherpa_entity_id, ${accountId}::uuid)`
    : sql<boolean>`false`;

/** Borrowers see a title of their own if there is one. */
export const titleSeenBy = (actor: Actor) =>
  isPlatformAdmin(actor) || isStaff(actor)
    ? sql<string>`element.title`
    : sql<string>`coalesce(element.borrower_title, element.title)`;

/** The base of every query of elements. */
const visibleElements = (actor: Actor) =>
  query
    .selectFrom('element')
    .where(visible(actor))
    .select([
      'element.company_id',
      'element.id',
      'element.loan_id',
      'element.parent_id',
      'element.target_id',
      'element.description',
      'element.include_description',
      'element.storage_type',
      'element.question_type',
      'element.choices',
      'element.priority_type',
      'element.flags',
      'element.color',
      'element.display_order',
      'element.locations',
      'element.visible_at_status',
      'element.release_phase',
      'element.borrower_title',
      'element.has_expiration',
      'element.expiration_date',
      'element.due_date',
      'element.assigned_to',
      'element.assigned_invitation_id',
      'element.promised_date',
      'element.answer_note',
      'element.sherpa_entity_id',
      'element.sherpa_entity_type',
      'element.sba_tab',
      'element.answer_document_id',
      'element.answer_value',
      'element.answer_in_progress',
      'element.answered_at',
      'element.answered_by',
      'element.answered',
      'element.expired',
      'element.approved_by',
      'element.rejected_by',
      'element.rejection_code',
      'element.rejection_reason',
      'element.created_by',
      'element.deleted_at',
      'element.deleted_by',
      'element.kept',
      'element.hollow',
      'element.private',
      'element.private_to',
      'element.in_trash',
      'element.version',
      'element.answer_version',
      'element.rule',
      'element.continues_id',
      'element.modified_at',
    ])
    .select([titleSeenBy(actor).as('title'), ofOwnEntity(actor).as('of_own_entity')]);

export const withAnswers = (actor: Actor) =>
  visibleElements(actor)
    .leftJoin('document', (join) =>
      join
        .onRef('document.company_id', '=', 'element.company_id')
        .onRef('document.id', '=', 'element.answer_document_id'),
    )
    .leftJoin('document as form', (join) =>
      join
        .onRef('form.company_id', '=', 'element.company_id')
        .onRef('form.id', '=', 'element.form_document_id')
        .on('form.virus_scan_state', '=', 'CLEAN'),
    )
    .leftJoin('person', (join) =>
      join
        .onRef('person.company_id', '=', 'document.company_id')
        .onRef('person.account_id', '=', 'document.created_by'),
    )
    .leftJoin('person as deleter', (join) =>
      join
        .onRef('deleter.company_id', '=', 'element.company_id')
        .onRef('deleter.account_id', '=', 'element.deleted_by'),
    )
    .select([
      'form.id as form_id',
      'form.name as form_name',
      'form.size as form_size',
      'document.id as document_id',
      ...JOINED_DOCUMENT,
      'document.written_by as document_written_by',
      'person.given_name',
      'person.family_name',
      'person.email_address',
      'deleter.given_name as deleter_given_name',
      'deleter.family_name as deleter_family_name',
      'deleter.email_address as deleter_email_address',
    ]);
type ElementsQuery = ReturnType<typeof withAnswers>;
export type AnsweredElement = ElementsQuery extends { execute(): Promise<(infer Row)[]> }
  ? Row
  : never;

/** A loan with its company, because every index begins with the company. */
export type OfLoan = Pick<PackageRow, 'company_id' | 'id'>;

const elementsIn = (actor: Actor, { company_id, id }: OfLoan) =>
  withAnswers(actor).where('element.company_id', '=', company_id).where('element.loan_id', '=', id);

export const elementsOfLoan = (
  actor: Actor,
  loanPackage: OfLoan,
  status: 'ACTIVE' | 'TRASHED' | 'ALL',
) => {
  const all = elementsIn(actor, loanPackage);
  return status === 'ALL' ? all : all.where('element.in_trash', '=', status === 'TRASHED');
};

export const elementsByIds = (actor: Actor, ids: readonly string[]) =>
  namedElements(actor, { ids });
const namedElements = prepareQueryByCaller((actor, { ids }: { ids: readonly string[] }) =>
  withAnswers(actor).where(sql<boolean>`element.id = any(${ids}::uuid[])`),
);

/** Elements of other loans that are shared with this one. Found through the shares, which are few and indexed. */
export const elementsSharedWith = (actor: Actor, { company_id, id }: OfLoan) =>
  withAnswers(actor)
    .where('element.company_id', '=', company_id)
    .where(
      sql<boolean>`element.id in (select s.element_id from element_share s
        where s.company_id = ${company_id}::uuid and s.target_loan_id = ${id}::uuid)`,
    )
    .where('element.in_trash', '=', false);

export const elementsShownBy = (actor: Actor, loanPackage: OfLoan, status: ReviewStatus) =>
  elementsIn(actor, loanPackage)
    .where('element.in_trash', '=', false)
    .where(
      sql<boolean>`app.review_rank(element.visible_at_status) <= app.review_rank(${status})
        and app.review_rank(element.visible_at_status)
          > (select l.review_reached from loan l
             where l.company_id = element.company_id and l.id = element.loan_id)
        and coalesce(app.release_rank(element.release_phase)
          <= (select l.released_to from loan l
             where l.company_id = element.company_id and l.id = element.loan_id), true)`,
    );

/** An element with the caller's roles on its loan: the input of the policy. */
export type ElementRow = AnsweredElement &
  Pick<PackageRow, 'my_roles' | 'my_level' | 'released_to'>;

export const withPackageStanding = (
  row: AnsweredElement,
  loanPackage: PackageRow | undefined,
): ElementRow => ({
  ...row,
  my_roles: loanPackage?.my_roles ?? [],
  my_level: loanPackage?.my_level ?? null,
  released_to: loanPackage?.released_to ?? 0,
});

export interface Locked {
  elements: ElementRow[];
  packages: Map<string, PackageRow>;
}

/**
 * Returns the named elements with their loans locked. A single id that the caller does not see refuses the whole
 * call. Reads again after the lock, because earlier reads may be outdated.
 */
export async function lockElements(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  loanId?: string,
): Promise<Locked> {
  const [locked] = await lockElementsAnd(tx, actor, ids, loanId);
  return locked;
}

/** `also` is read after the lock too. */
export async function lockElementsAnd<R extends readonly unknown[]>(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  loanId: string | undefined,
  ...also: { [K in keyof R]: Query<R[K]> }
): Promise<[Locked, { [K in keyof R]: R[K][] }]> {
  const uniqueIds = [...new Set(ids)];
  const loanIds = loanId ? [loanId] : await loansOf(tx, actor, uniqueIds);
  // In one flush, each statement still sees what was committed before it began: all but the first run after the lock.
  const [packages, rows, ...results] = await tx.together<[PackageRow, AnsweredElement, ...R]>(
    lockedPackages(actor, { loanIds }),
    elementsByIds(actor, uniqueIds),
    ...also,
  );
  const locked = byLoan(packages);
  const byId = new Map(rows.filter((row) => locked.has(row.loan_id)).map((row) => [row.id, row]));
  const elements = uniqueIds.map((id) => {
    const row = byId.get(id);
    if (!row) throw new ApiError('NOT_FOUND');
    return withPackageStanding(row, locked.get(row.loan_id));
  });
  return [{ elements, packages: locked }, results];
}

async function loansOf(tx: Tx, actor: Actor, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.run(
    query
      .selectFrom('element')
      .where(visible(actor))
      .where(sql<boolean>`element.id = any(${ids}::uuid[])`)
      .select('element.loan_id')
      .distinct(),
  );
  return rows.map((row) => row.loan_id);
}

/** Columns that do not affect a decision about the answer: assignee, due date, place in the tree. */
const BESIDE_DECISIONS: ReadonlySet<string> = new Set<keyof Columns<'element'>>([
  'parent_id',
  'display_order',
  'priority_type',
  'color',
  'locations',
  'visible_at_status',
  'release_phase',
  'due_date',
  'due_days',
  'promised_date',
  'assigned_to',
  'assigned_invitation_id',
  'sba_tab',
]);

function withVersion(change: Changes<'element'>) {
  const columns = Object.keys(change);
  // Without columns, the bytes of the answer changed, which are not stored in this row.
  const isBeside = columns.length > 0 && columns.every((column) => BESIDE_DECISIONS.has(column));
  return {
    ...change,
    version: sql<number>`version + 1`,
    modified_at: sql<string>`now()`,
    ...(!isBeside && { answer_version: sql<number>`version + 1` }),
  };
}

/** The caller holds the loan's lock, so the row cannot change concurrently. */
export async function saveElement(
  tx: Tx,
  { company_id, id }: Authorized<string, Pick<ElementRow, 'company_id' | 'id'>>,
  change: Changes<'element'>,
): Promise<void> {
  await tx.run(
    query
      .updateTable('element')
      .set(withVersion(change))
      .where('company_id', '=', company_id)
      .where('id', '=', id),
  );
}

export async function saveElements(
  tx: Tx,
  companyId: string,
  elements: readonly Authorized<string, Pick<ElementRow, 'id'>>[],
  change: Changes<'element'>,
): Promise<void> {
  const ids = elements.map(({ id }) => id);
  await tx.run(
    query
      .updateTable('element')
      .set(withVersion(change))
      .where('company_id', '=', companyId)
      .where(sql<boolean>`id = any(${ids}::uuid[])`),
  );
}

/** The path from an element up to the root, starting with the element. */
export async function pathUp(tx: Tx, companyId: string, id: string) {
  return tx.run(
    query
      .withRecursive('way', (db) =>
        db
          .selectFrom('element')
          .where('company_id', '=', companyId)
          .where('id', '=', id)
          .select([
            'id',
            'loan_id',
            'parent_id',
            'storage_type',
            'in_trash',
            sql<number>`1`.as('step'),
          ])
          .unionAll(
            db
              .selectFrom('element')
              .innerJoin('way', 'way.parent_id', 'element.id')
              .where('element.company_id', '=', companyId)
              // Ends the recursion if there were a cycle, which should be impossible.
              .where('way.step', '<', 200)
              .select([
                'element.id',
                'element.loan_id',
                'element.parent_id',
                'element.storage_type',
                'element.in_trash',
                sql<number>`way.step + 1`.as('step'),
              ]),
          ),
      )
      .selectFrom('way')
      .select(['id', 'loan_id', 'parent_id', 'storage_type', 'in_trash'])
      .orderBy('step'),
  );
}

/** The elements and everything inside them. */
export async function withinThem(
  tx: Tx,
  companyId: string,
  ids: readonly string[],
): Promise<{ id: string; parent_id: string | null; depth: number }[]> {
  return tx.run(
    query
      .withRecursive('within', (db) =>
        db
          .selectFrom('element')
          .where('company_id', '=', companyId)
          .where(sql<boolean>`id = any(${ids}::uuid[])`)
          .select(['id', 'parent_id', sql<number>`1`.as('depth')])
          .unionAll(
            db
              .selectFrom('element')
              .innerJoin('within', 'within.id', 'element.parent_id')
              .where('element.company_id', '=', companyId)
              .where('within.depth', '<', 200)
              .select([
                'element.id',
                'element.parent_id',
                sql<number>`within.depth + 1`.as('depth'),
              ]),
          ),
      )
      .selectFrom('within')
      .select(['id', 'parent_id', 'depth']),
  );
}
