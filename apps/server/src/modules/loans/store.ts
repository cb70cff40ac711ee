import type { LoanRole, LoanType, PhaseCategory, RoleLevel } from '@cairn/contract';
import type { EntityKind, EntityLabel } from '@cairn/contract/entity-fields';
import { sql, type ExpressionBuilder } from 'kysely';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorize.ts';
import { COUNTS_AS_ANSWERED, WAITS_FOR_REVIEW } from '../../platform/db/counted-answers.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { prepareQuery, query } from '../../platform/db/query.ts';
import type { Schema } from '../../platform/db/schema.ts';

export type Viewer = 'staff' | 'platform' | 'party';
export interface ViewerParams {
  companyId: string | null;
  accountId: string;
  roleLevel: RoleLevel;
}

export const viewerOf = (actor: Actor): Viewer => {
  if (isPlatformAdmin(actor)) return 'platform';
  return isStaff(actor) ? 'staff' : 'party';
};

/** A company's staff see all its loans; others see those on which they hold a role of that level. */
const visible =
  (viewer: Viewer, { companyId, accountId, roleLevel }: ViewerParams) =>
  (eb: ExpressionBuilder<Schema, 'loan'>) => {
    if (viewer === 'platform') return eb.lit(true);
    if (viewer === 'staff') return eb('loan.company_id', '=', companyId);
    return eb.exists(
      eb
        .selectFrom('loan_role')
        .whereRef('loan_role.company_id', '=', 'loan.company_id')
        .whereRef('loan_role.loan_id', '=', 'loan.id')
        .where('loan_role.account_id', '=', accountId)
        .where(sql<RoleLevel>`app.level_of(loan_role.role)`, '=', roleLevel)
        .select('loan_role.id'),
    );
  };

/** The base of every query of loans. */
export const visibleLoans = (viewer: Viewer, params: ViewerParams) =>
  query.selectFrom('loan').where(visible(viewer, params));

export const loansSeenBy = (actor: Actor) => visibleLoans(viewerOf(actor), actor);

const teamOf = sql<TeamRow[]>`(
  select coalesce(json_agg(json_build_object(
    'id', r.id, 'role', r.role, 'accountId', p.account_id, 'givenName', p.given_name,
    'familyName', p.family_name, 'emailAddress', p.email_address) order by r.created_at, r.id), '[]')
  from loan_role r
  join person p on p.company_id = r.company_id and p.account_id = r.account_id
  where r.company_id = loan.company_id and r.loan_id = loan.id)`;

/**
 * The contact person of a borrower: the first lender of the team who works at the company and has an open account,
 * within what loan members may know. Only employees have details.
 */
const lenderFor = (viewer: Viewer) =>
  viewer === 'party'
    ? sql<LenderRow | null>`(
  select json_build_object('name', c.name, 'logoVersion', c.logo_version, 'officer', (
    select json_build_object('accountId', p.account_id, 'givenName', p.given_name,
      'familyName', p.family_name, 'emailAddress', p.email_address, 'phone', d.phone)
    from loan_role r
    join person p on p.company_id = r.company_id and p.account_id = r.account_id
    join employee_details d on d.company_id = r.company_id and d.account_id = r.account_id
    join account a on a.id = r.account_id and a.closed_at is null
    where r.company_id = loan.company_id and r.loan_id = loan.id and r.role = 'LENDER'
    order by r.created_at, r.id limit 1))
  from company c where c.id = loan.company_id)`
    : sql<LenderRow | null>`null::json`;

export const isPinned = (accountId: string) => sql<boolean>`exists (
  select from loan_pin pin where pin.company_id = loan.company_id
    and pin.account_id = ${accountId} and pin.loan_id = loan.id)`;

/** Evaluated once for a list instead of once per row: all loans that staff see belong to their company. */
export const ownsCompany = (viewer: Viewer, { companyId, accountId }: ViewerParams) =>
  viewer === 'staff'
    ? sql<boolean>`(select exists (select from employee e where e.company_id = ${companyId}
        and e.account_id = ${accountId} and e.level = 'OWNER'))`
    : sql<boolean>`false`;

/** The caller's relation to a loan in the logged role: the input of the policy. */
export const loanStanding = ({ accountId, roleLevel }: ViewerParams) =>
  [
    sql<LoanRole[]>`array(
      select r.role from loan_role r
      where r.company_id = loan.company_id and r.loan_id = loan.id
        and r.account_id = ${accountId} and app.level_of(r.role) = ${roleLevel})`.as('my_roles'),
    sql<boolean>`exists (
      select from employee e where e.company_id = loan.company_id
        and e.account_id = ${accountId} and e.level = 'OWNER')`.as('owns_company'),
  ] as const;

/** Labels of all loan members by role, for callers who may read them. */
export const labelsOn = sql<LabelOnRole[]>`(
  select coalesce(json_agg(json_build_object(
    'roleId', on_role.loan_role_id, 'id', l.id, 'name', l.name, 'color', l.color)
    order by lower(l.name)), '[]')
  from loan_role_label on_role
  join label l on l.company_id = on_role.company_id and l.id = on_role.label_id
  where on_role.company_id = loan.company_id and on_role.loan_id = loan.id)`;
export interface LabelOnRole {
  roleId: string;
  id: string;
  name: string;
  color: string;
}

/**
 * How much of the package is complete. The lender's totals are stored on the loan; others' count only what they may
 * see, so that a number does not reveal hidden elements.
 */
function totalsFor(viewer: Viewer, { accountId }: ViewerParams) {
  if (viewer !== 'party') {
    return [
      sql<number>`loan.files`,
      sql<number>`loan.files_answered`,
      sql<number>`loan.files_approved`,
      sql<number>`loan.files_to_review`,
    ];
  }
  const counts = [
    'true',
    COUNTS_AS_ANSWERED,
    'e.approved_by is not null and not e.expired',
    WAITS_FOR_REVIEW,
  ];
  return counts.map(
    (each) => sql<number>`(
      select count(*) filter (where ${sql.raw(each)})::int from element e
      where e.company_id = loan.company_id and e.loan_id = loan.id and e.storage_type = 'FILE'
        and e.target_id is null and not e.in_trash
        and app.sees_element(${accountId}::uuid, e))`,
  );
}

/** The remaining totals of a package, for one loan: users outside the lender do not learn how much is hidden. */
export function packageExtras(viewer: Viewer, { accountId }: ViewerParams) {
  if (viewer !== 'party') {
    return [
      sql<number>`loan.files_hidden`.as('files_hidden'),
      sql<number>`loan.folders`.as('folders'),
      sql<number>`loan.folders_hidden`.as('folders_hidden'),
      sql<number>`loan.files + loan.folders + loan.links`.as('package_items'),
    ] as const;
  }
  const countVisible = (kind: string) => sql<number>`(
    select count(*) filter (where ${sql.raw(kind)})::int from element e
    where e.company_id = loan.company_id and e.loan_id = loan.id and e.parent_id is not null
      and not e.in_trash and app.sees_element(${accountId}::uuid, e))`;
  return [
    sql<number>`0`.as('files_hidden'),
    countVisible("e.storage_type = 'FOLDER'").as('folders'),
    sql<number>`0`.as('folders_hidden'),
    countVisible('true').as('package_items'),
  ] as const;
}

/** The number of trashed elements; elements inside a trashed folder are not counted separately. */
export const trashCount = (viewer: Viewer, { accountId }: ViewerParams) =>
  viewer === 'party'
    ? sql<number>`(select count(*)::int from element e
        where e.company_id = loan.company_id and e.loan_id = loan.id and e.deleted_at is not null
          and app.sees_element(${accountId}::uuid, e))`
    : sql<number>`loan.trashed`;

/** Uses the marks of loans, which are indexed; the counters are not, so that they are cheap to update. */
const isMarked = (mark: 'TO_REVIEW' | 'TRASH') => sql<boolean>`exists (
  select from loan_mark m
  where m.company_id = loan.company_id and m.mark = ${sql.lit(mark)} and m.loan_id = loan.id)`;

export const hasTrash = (viewer: Viewer, params: ViewerParams) =>
  viewer === 'party' ? sql<boolean>`${trashCount(viewer, params)} > 0` : isMarked('TRASH');

export function hasFilesToReview(viewer: Viewer, params: ViewerParams) {
  if (viewer !== 'party') return isMarked('TO_REVIEW');
  const [, , , waiting] = totalsFor(viewer, params);
  return sql<boolean>`${waiting} > 0`;
}

/**
 * The columns of a list for some loans. The loans are selected first, so that phase and team are looked up for one
 * page only.
 */
export function summariesOf(
  loans: ReturnType<typeof chosenLoans>,
  viewer: Viewer,
  params: ViewerParams,
) {
  const [files, answered, approved, toReview] = totalsFor(viewer, params);
  return query
    .selectFrom(loans.as('loan'))
    .innerJoin('phase', (join) =>
      join
        .onRef('phase.company_id', '=', 'loan.company_id')
        .onRef('phase.id', '=', 'loan.phase_id'),
    )
    .select([
      'loan.company_id',
      'loan.id',
      'loan.short_code',
      'loan.name',
      'loan.loan_type',
      'loan.loan_purpose',
      'loan.amount',
      'loan.color',
      'loan.status',
      'loan.phase_entered_at',
      'loan.close_date',
      files!.as('files'),
      answered!.as('files_answered'),
      approved!.as('files_approved'),
      toReview!.as('files_to_review'),
      'loan.created_at',
      'loan.modified_at',
      'phase.id as phase_id',
      'phase.name as phase_name',
      'phase.display_order as phase_order',
      'phase.category as phase_category',
      'loan.close_order',
      teamOf.as('team'),
      lenderFor(viewer).as('lender'),
    ]);
}

export const chosenLoans = (viewer: Viewer, params: ViewerParams) =>
  visibleLoans(viewer, params).selectAll('loan');

export interface PersonRow {
  accountId: string;
  givenName: string | null;
  familyName: string | null;
  emailAddress: string;
}

export interface TeamRow extends PersonRow {
  id: string;
  role: Schema['loan_role']['role'];
}

export interface LenderRow {
  name: string;
  logoVersion: string | null;
  officer: (PersonRow & { phone: string | null }) | null;
}

export interface SummaryRow {
  company_id: string;
  id: string;
  short_code: string;
  name: string;
  loan_type: LoanType;
  loan_purpose: string | null;
  amount: number | null;
  color: string;
  phase_entered_at: string;
  close_date: string | null;
  files: number;
  files_answered: number;
  files_approved: number;
  files_to_review: number;
  modified_at: string;
  phase_id: string;
  phase_name: string;
  phase_order: number;
  phase_category: PhaseCategory;
  team: TeamRow[];
  lender: LenderRow | null;
  pinned: boolean;
  owns_company: boolean;
}

export interface EntityOnLoan {
  id: string;
  entityId: string;
  name: string;
  sherpaEntityType: EntityKind;
  labels: EntityLabel[];
}

export interface LoanRow {
  company_id: string;
  id: string;
  name: string;
}

/** The columns of a loan that policies need. */
export async function findVisibleLoan(
  reads: Queries,
  actor: Actor,
  id: string,
): Promise<LoanRow | undefined> {
  const [row] = await reads.run(loanById[viewerOf(actor)]({ ...actor, id }));
  return row;
}
const byId = (viewer: Viewer) =>
  prepareQuery((params: ViewerParams & { id: string }) =>
    visibleLoans(viewer, params)
      .select(['loan.company_id', 'loan.id', 'loan.name'])
      .where('loan.id', '=', params.id),
  );
const loanById = { staff: byId('staff'), platform: byId('platform'), party: byId('party') };

/** Locks first and reads afterwards, because a caller who waited may have lost their role meanwhile. */
export async function findStanding(reads: Queries, actor: Actor, id: string, lock?: 'lock') {
  const loans = loansSeenBy(actor).where('loan.id', '=', id);
  if (lock) await reads.run(loans.select('loan.id').forNoKeyUpdate('loan'));
  const [row] = await reads.run(
    loans
      .select(['loan.company_id', 'loan.id', 'loan.name', 'loan.loan_type'])
      .select(loanStanding(actor)),
  );
  return row;
}
export type LoanStanding = NonNullable<Awaited<ReturnType<typeof findStanding>>>;

const insertPin = prepareQuery((pin: { companyId: string; accountId: string; loanId: string }) =>
  query
    .insertInto('loan_pin')
    .values({ company_id: pin.companyId, account_id: pin.accountId, loan_id: pin.loanId })
    .onConflict((conflict) => conflict.doNothing()),
);
const deletePin = prepareQuery((pin: { companyId: string; accountId: string; loanId: string }) =>
  query
    .deleteFrom('loan_pin')
    .where('company_id', '=', pin.companyId)
    .where('account_id', '=', pin.accountId)
    .where('loan_id', '=', pin.loanId),
);

export function savePin(
  tx: Tx,
  loan: Authorized<'pin', LoanRow>,
  accountId: string,
  pinned: boolean,
): void {
  const pin = { companyId: loan.company_id, accountId, loanId: loan.id };
  tx.atCommit(pinned ? insertPin(pin) : deletePin(pin));
}
