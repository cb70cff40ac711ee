import type { LoanType, PhaseCategory, RoleLevel } from '@cairn/contract';
import { sql, type ExpressionBuilder } from 'kysely';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { prepared, query, type Sendable } from '../../platform/db/query.ts';
import type { Schema } from '../../platform/db/schema.ts';

type Viewer = 'staff' | 'platform' | 'party';
interface ViewerParams {
  companyId: string | null;
  accountId: string;
  roleLevel: RoleLevel;
}

const viewerOf = (actor: Actor): Viewer => {
  if (isPlatformAdmin(actor)) return 'platform';
  return isStaff(actor) ? 'staff' : 'party';
};

/** A company's staff see its loans; everyone else those on which they hold a role of that level. */
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

/** Every query of loans starts here. */
export const visibleLoans = (viewer: Viewer, params: ViewerParams) =>
  query.selectFrom('loan').where(visible(viewer, params));

const closeOrder = sql<string>`app.close_order(loan.close_date)`;
const teamOf = sql<TeamRow[]>`(
  select coalesce(json_agg(json_build_object(
    'id', r.id, 'role', r.role, 'accountId', p.account_id, 'givenName', p.given_name,
    'familyName', p.family_name, 'emailAddress', p.email_address) order by r.created_at, r.id), '[]')
  from loan_role r
  join person p on p.company_id = r.company_id and p.account_id = r.account_id
  where r.company_id = loan.company_id and r.loan_id = loan.id)`;
const isPinned = (accountId: string) => sql<boolean>`exists (
  select from loan_pin pin where pin.company_id = loan.company_id
    and pin.account_id = ${accountId} and pin.loan_id = loan.id)`;

/**
 * How much of the package is there. The lender's totals are kept on the loan; everyone else's count
 * only what they may see, so that a number does not tell of what is hidden.
 */
function totalsFor(viewer: Viewer, { accountId }: ViewerParams) {
  if (viewer !== 'party') {
    return [
      sql<number>`loan.files`,
      sql<number>`loan.files_answered`,
      sql<number>`loan.files_approved`,
    ];
  }
  return ['e.id', 'e.answer_document_id', 'e.approved_by'].map(
    (column) => sql<number>`(
      select count(${sql.ref(column)})::int from element e
      where e.company_id = loan.company_id and e.loan_id = loan.id and e.storage_type = 'FILE'
        and app.sees_element(app.standing_on(e.company_id, e.loan_id, ${accountId}::uuid),
          ${accountId}::uuid, e.storage_type, e.priority_type, e.flags, e.assigned_to))`,
  );
}

/** What a list shows of some loans. They are chosen first: phase and team are looked up for a page. */
function summariesOf(loans: ReturnType<typeof chosenLoans>, viewer: Viewer, params: ViewerParams) {
  const [files, answered, approved] = totalsFor(viewer, params);
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
      'loan.created_at',
      'loan.modified_at',
      'phase.id as phase_id',
      'phase.name as phase_name',
      'phase.display_order as phase_order',
      'phase.category as phase_category',
      closeOrder.as('close_order'),
      teamOf.as('team'),
    ]);
}

const chosenLoans = (viewer: Viewer, params: ViewerParams) =>
  visibleLoans(viewer, params).selectAll('loan');

export interface TeamRow {
  id: string;
  role: Schema['loan_role']['role'];
  accountId: string;
  givenName: string | null;
  familyName: string | null;
  emailAddress: string;
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
  modified_at: string;
  phase_id: string;
  phase_name: string;
  phase_order: number;
  phase_category: PhaseCategory;
  close_order: string;
  team: TeamRow[];
  pinned: boolean;
}

export interface Filter {
  category?: PhaseCategory | undefined;
  phaseId?: string[] | undefined;
  loanType?: LoanType[] | undefined;
}
export interface Cursor {
  closeOrder: string;
  id: string;
}

type ListParams = ViewerParams & {
  category: string;
  phaseIds: string[];
  loanTypes: string[];
  afterOrder: string;
  afterId: string;
  limit: number;
};
type Shape = Record<'category' | 'phases' | 'types' | 'after' | 'pinned', boolean> & {
  viewer: Viewer;
};

/**
 * One prepared statement for each combination of filters: a filter that is not set costs nothing. The
 * page is cut from the index in its order before anything is joined, so that it costs the same however
 * many loans the company has.
 */
function listOf(shape: Shape): (params: ListParams) => Sendable<SummaryRow> {
  return prepared((params: ListParams) => {
    let page = chosenLoans(shape.viewer, params);
    if (shape.pinned) page = page.where(isPinned(params.accountId));
    if (shape.category) {
      page = page.where('loan.phase_category', '=', params.category as PhaseCategory);
    }
    if (shape.phases)
      page = page.where(sql<boolean>`loan.phase_id = any(${params.phaseIds}::uuid[])`);
    if (shape.types)
      page = page.where(sql<boolean>`loan.loan_type = any(${params.loanTypes}::text[])`);
    if (shape.after) {
      page = page.where(
        sql<boolean>`(${closeOrder}, loan.id) > (${params.afterOrder}::date, ${params.afterId}::uuid)`,
      );
    }
    const inOrder = page
      .orderBy(closeOrder)
      .orderBy('loan.id')
      .limit(sql<number>`${params.limit}`);
    return summariesOf(inOrder, shape.viewer, params)
      .select(isPinned(params.accountId).as('pinned'))
      .orderBy(closeOrder)
      .orderBy('loan.id');
  });
}

const lists = new Map<string, ReturnType<typeof listOf>>();

export function loanList(
  actor: Actor,
  filter: Filter,
  page: { pinned: boolean; after?: Cursor | undefined; limit: number },
): Sendable<SummaryRow> {
  const shape: Shape = {
    viewer: viewerOf(actor),
    category: filter.category !== undefined,
    phases: filter.phaseId !== undefined,
    types: filter.loanType !== undefined,
    after: page.after !== undefined,
    pinned: page.pinned,
  };
  const key = JSON.stringify(shape);
  let list = lists.get(key);
  if (!list) {
    list = listOf(shape);
    lists.set(key, list);
  }
  return list({
    companyId: actor.companyId,
    accountId: actor.accountId,
    roleLevel: actor.roleLevel,
    category: filter.category ?? '',
    phaseIds: filter.phaseId ?? [],
    loanTypes: filter.loanType ?? [],
    afterOrder: page.after?.closeOrder ?? '',
    afterId: page.after?.id ?? '',
    limit: page.limit,
  });
}

export async function findLoan(reads: Queries, actor: Actor, id: string) {
  const [row] = await reads.run(
    summariesOf(
      chosenLoans(viewerOf(actor), actor).where('loan.id', '=', id),
      viewerOf(actor),
      actor,
    )
      .innerJoin('company', 'company.id', 'loan.company_id')
      .select('company.name as company_name')
      .select(isPinned(actor.accountId).as('pinned')),
  );
  return row;
}
export type FullLoan = NonNullable<Awaited<ReturnType<typeof findLoan>>>;

export interface LoanRow {
  company_id: string;
  id: string;
  name: string;
}

/** The loan as far as a rule needs it: enough to say whose it is. */
export async function seeLoan(
  reads: Queries,
  actor: Actor,
  id: string,
): Promise<LoanRow | undefined> {
  const [row] = await reads.run(loanById[viewerOf(actor)]({ ...actor, id }));
  return row;
}
const byId = (viewer: Viewer) =>
  prepared((params: ViewerParams & { id: string }) =>
    visibleLoans(viewer, params)
      .select(['loan.company_id', 'loan.id', 'loan.name'])
      .where('loan.id', '=', params.id),
  );
const loanById = { staff: byId('staff'), platform: byId('platform'), party: byId('party') };

const insertPin = prepared((pin: { companyId: string; accountId: string; loanId: string }) =>
  query
    .insertInto('loan_pin')
    .values({ company_id: pin.companyId, account_id: pin.accountId, loan_id: pin.loanId })
    .onConflict((conflict) => conflict.doNothing()),
);
const deletePin = prepared((pin: { companyId: string; accountId: string; loanId: string }) =>
  query
    .deleteFrom('loan_pin')
    .where('company_id', '=', pin.companyId)
    .where('account_id', '=', pin.accountId)
    .where('loan_id', '=', pin.loanId),
);

export function savePin(tx: Tx, loan: LoanRow, accountId: string, pinned: boolean): void {
  const pin = { companyId: loan.company_id, accountId, loanId: loan.id };
  tx.atCommit(pinned ? insertPin(pin) : deletePin(pin));
}
