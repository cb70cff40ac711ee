import type { LoanType, PhaseCategory, SortDirection } from '@cairn/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { prepareQuery, query, type Sendable } from '../../platform/db/query.ts';
import {
  chosenLoans,
  hasFilesToReview,
  hasTrash,
  isPinned,
  ownsCompany,
  summariesOf,
  trashCount,
  viewerOf,
  type SummaryRow,
  type Viewer,
  type ViewerParams,
} from './store.ts';

export interface Filter {
  category?: PhaseCategory | undefined;
  phaseId?: string[] | undefined;
  loanType?: LoanType[] | undefined;
  modifiedSince?: string | undefined;
  unmodifiedSince?: string | undefined;
  /** Only loans with something in the trash that the caller sees. */
  trash?: boolean | undefined;
  toReview?: boolean | undefined;
  direction?: SortDirection | undefined;
}

/** A list comes by close date; one of what was modified lately, with the latest change first. */
export type ListOrder = 'closeDate' | 'modified';
export const orderOf = ({ modifiedSince }: Filter): ListOrder =>
  modifiedSince === undefined ? 'closeDate' : 'modified';

export interface Cursor {
  order: ListOrder;
  /** The close date, or the change to the microsecond: a millisecond holds several. */
  place: string;
  id: string;
}

export interface ListRow extends SummaryRow {
  place: string;
  /** Counted where it was asked for. */
  trashed: number;
}

type ListParams = ViewerParams & {
  category: string;
  phaseId: string;
  phaseIds: string[];
  loanTypes: string[];
  modifiedSince: string;
  unmodifiedSince: string;
  afterPlace: string;
  afterId: string;
  limit: number;
};

interface Shape {
  viewer: Viewer;
  category: boolean;
  /** One phase, as a column of the board has it, is a range of an index; several are a condition. */
  phases: 'any' | 'one' | 'some';
  types: boolean;
  trash: boolean;
  toReview: boolean;
  idle: boolean;
  after: boolean;
  pinned: boolean;
  order: ListOrder;
  descending: boolean;
}

type Loans = ReturnType<typeof chosenLoans>;

/** The filters that are set; one that is not costs nothing. */
function matching(shape: Shape, params: ListParams): Loans {
  let loans = chosenLoans(shape.viewer, params);
  if (shape.pinned) loans = loans.where(isPinned(params.accountId));
  if (shape.category) {
    loans = loans.where('loan.phase_category', '=', params.category as PhaseCategory);
  }
  if (shape.phases === 'one') loans = loans.where('loan.phase_id', '=', params.phaseId);
  if (shape.phases === 'some') {
    loans = loans.where(sql<boolean>`loan.phase_id = any(${params.phaseIds}::uuid[])`);
  }
  if (shape.types) {
    loans = loans.where(sql<boolean>`loan.loan_type = any(${params.loanTypes}::text[])`);
  }
  if (shape.order === 'modified') {
    loans = loans.where(sql<boolean>`loan.modified_at >= ${params.modifiedSince}::timestamptz`);
  }
  if (shape.idle) {
    loans = loans.where(sql<boolean>`loan.modified_at < ${params.unmodifiedSince}::timestamptz`);
  }
  if (shape.trash) loans = loans.where(hasTrash(shape.viewer, params));
  if (shape.toReview) {
    // Of what the caller sees: a loan that is found tells no less than a number.
    loans = loans.where(hasFilesToReview(shape.viewer, params));
  }
  return loans;
}

const sortedBy = ({ order }: Shape) =>
  order === 'modified' ? 'loan.modified_at' : 'loan.close_order';

function cut(loans: Loans, shape: Shape, params: ListParams): Loans {
  const way = shape.descending ? 'desc' : 'asc';
  const [place, type] =
    shape.order === 'modified' ? ['modified_at', 'timestamptz'] : ['close_order', 'date'];
  const beyond = sql.raw(`(loan.${place}, loan.id) ${shape.descending ? '<' : '>'}`);
  const page = shape.after
    ? loans.where(
        sql<boolean>`${beyond} (${params.afterPlace}::${sql.raw(type)}, ${params.afterId}::uuid)`,
      )
    : loans;
  return page
    .orderBy(sortedBy(shape), way)
    .orderBy('loan.id', way)
    .limit(sql<number>`${params.limit}`);
}

/**
 * Where the wanted loans are several ranges of an index, a page is the best of the heads of each. The
 * ranges are few (phases of a stage, types asked for), so that a rare type costs what a common one does.
 */
function rangesOf({ viewer, pinned, category, phases, types, order }: Shape) {
  if (viewer !== 'staff' || pinned || !category) return undefined;
  if (order === 'modified') return phases === 'one' ? undefined : 'phase';
  return types && phases !== 'one' ? 'type' : undefined;
}

const phasesOf = ({ phases }: Shape, { companyId, category, phaseIds }: ListParams) => {
  const ids = phases === 'some' ? sql`and id = any(${phaseIds}::uuid[])` : sql``;
  return sql<{ value: string }>`(select id from phase
    where company_id = ${companyId} and category = ${category} ${ids})`;
};

function pageOf(shape: Shape, params: ListParams): Loans {
  const ranges = rangesOf(shape);
  if (ranges === undefined) return cut(matching(shape, params), shape, params);
  const wanted =
    ranges === 'type'
      ? sql<{ value: string }>`unnest(${params.loanTypes}::text[])`
      : phasesOf(shape, params);
  const loans = matching(
    ranges === 'type' ? { ...shape, types: false } : { ...shape, phases: 'any' },
    params,
  );
  const inRange =
    ranges === 'type'
      ? sql<boolean>`loan.loan_type = wanted.value`
      : sql<boolean>`loan.phase_id = wanted.value`;
  const heads = query
    .selectFrom(wanted.as<'wanted'>(sql`wanted (value)`))
    .innerJoinLateral(cut(loans.where(inRange), shape, params).as('loan'), (join) => join.onTrue())
    .selectAll('loan');
  return cut(heads, { ...shape, after: false }, params);
}

/**
 * One prepared statement for each combination of filters. The page is cut from the index in its order
 * before anything is joined, so that it costs the same however many loans the company has.
 */
function listOf(shape: Shape): (params: ListParams) => Sendable<ListRow> {
  return prepareQuery((params: ListParams) => {
    const way = shape.descending ? 'desc' : 'asc';
    return summariesOf(pageOf(shape, params), shape.viewer, params)
      .select(isPinned(params.accountId).as('pinned'))
      .select(ownsCompany(shape.viewer, params).as('owns_company'))
      .select((shape.trash ? trashCount(shape.viewer, params) : sql<number>`0`).as('trashed'))
      .select(sql<string>`${sql.ref(sortedBy(shape))}::text`.as('place'))
      .orderBy(sortedBy(shape), way)
      .orderBy('loan.id', way);
  });
}

const lists = new Map<string, ReturnType<typeof listOf>>();

const PHASES = ['any', 'one'] as const;

export function loanList(
  actor: Actor,
  filter: Filter,
  page: { pinned: boolean; after?: Cursor | undefined; limit: number },
): Sendable<ListRow> {
  const phaseIds = filter.phaseId ?? [];
  const order = orderOf(filter);
  const shape: Shape = {
    viewer: viewerOf(actor),
    category: filter.category !== undefined,
    phases: PHASES[phaseIds.length] ?? 'some',
    types: filter.loanType !== undefined,
    trash: filter.trash === true,
    toReview: filter.toReview === true,
    idle: filter.unmodifiedSince !== undefined,
    after: page.after !== undefined,
    pinned: page.pinned,
    order,
    descending: order === 'modified' || filter.direction === 'desc',
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
    phaseId: phaseIds[0] ?? '',
    phaseIds,
    // Named twice, a type would come twice.
    loanTypes: [...new Set(filter.loanType)],
    modifiedSince: filter.modifiedSince ?? '',
    unmodifiedSince: filter.unmodifiedSince ?? '',
    afterPlace: page.after?.place ?? '',
    afterId: page.after?.id ?? '',
    limit: page.limit,
  });
}
