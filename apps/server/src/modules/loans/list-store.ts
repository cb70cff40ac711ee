import type { LoanStatus, LoanType, PhaseCategory, SortDirection } from '@cairn/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { ofAllCompanies } from '../../platform/db/of-all-companies.ts';
import { prepareQuery, query, type Sendable } from '../../platform/db/query.ts';
import { parseWords } from '../../platform/search-words.ts';
import { loansOfOfficers, loansWithEntity, loansWithWords } from './loan-words-store.ts';
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
  loanStatus?: LoanStatus[] | undefined;
  modifiedSince?: string | undefined;
  unmodifiedSince?: string | undefined;
  /** Only loans whose trash has something that the caller sees. */
  trash?: boolean | undefined;
  toReview?: boolean | undefined;
  words?: string | undefined;
  officerId?: string[] | undefined;
  entity?: string | undefined;
  direction?: SortDirection | undefined;
}

/** `closeDate` sorts by close date; `modified` sorts by the last change, newest first. */
export type ListOrder = 'closeDate' | 'modified';
export const orderOf = ({ modifiedSince }: Filter): ListOrder =>
  modifiedSince === undefined ? 'closeDate' : 'modified';

export interface Cursor {
  order: ListOrder;
  /** The close date, or the time of the last change to the microsecond, because several can share a millisecond. */
  place: string;
  id: string;
}

export interface ListRow extends SummaryRow {
  place: string;
  /** Counted only if the filter asks for it. */
  trashed: number;
}

interface PageParams {
  afterPlace: string;
  afterId: string;
  limit: number;
}

type ListParams = ViewerParams & {
  category: string;
  phaseId: string;
  phaseIds: string[];
  loanTypes: string[];
  loanStatuses: string[];
  modifiedSince: string;
  unmodifiedSince: string;
  longestWord: string;
  words: string[];
  officerIds: string[];
  longestEntityWord: string;
  entityWords: string[];
} & PageParams;

interface Shape {
  viewer: Viewer;
  category: boolean;
  /** A single phase, as in a column of the board, is a range of an index; several are a condition. */
  phases: 'any' | 'one' | 'some';
  types: boolean;
  statuses: boolean;
  trash: boolean;
  toReview: boolean;
  idle: boolean;
  words: boolean;
  officers: boolean;
  entity: boolean;
  after: boolean;
  pinned: boolean;
  order: ListOrder;
  descending: boolean;
}

type Loans = ReturnType<typeof chosenLoans>;

/** Adds the filters that are set; the others do not become part of the query. */
function applyFilters(shape: Shape, params: ListParams): Loans {
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
  if (shape.statuses) {
    loans = loans.where(sql<boolean>`loan.status = any(${params.loanStatuses}::text[])`);
  }
  if (shape.order === 'modified') {
    loans = loans.where(sql<boolean>`loan.modified_at >= ${params.modifiedSince}::timestamptz`);
  }
  if (shape.idle) {
    loans = loans.where(sql<boolean>`loan.modified_at < ${params.unmodifiedSince}::timestamptz`);
  }
  if (shape.words) {
    const { longestWord: longest, words: all } = params;
    loans = loans.where(sql<boolean>`loan.id = any(array(${loansWithWords({ longest, all })}))`);
  }
  if (shape.officers) {
    loans = loans.where(sql<boolean>`loan.id = any(array(${loansOfOfficers(params.officerIds)}))`);
  }
  if (shape.entity) {
    const { longestEntityWord: longest, entityWords: all } = params;
    loans = loans.where(sql<boolean>`loan.id = any(array(${loansWithEntity({ longest, all })}))`);
  }
  if (shape.trash) loans = loans.where(hasTrash(shape.viewer, params));
  if (shape.toReview) {
    // Limited to what the caller sees, because finding a loan reveals as much as a count.
    loans = loans.where(hasFilesToReview(shape.viewer, params));
  }
  return loans;
}

const sortedBy = ({ order }: Shape) =>
  order === 'modified' ? 'loan.modified_at' : 'loan.close_order';

function cutPage(loans: Loans, shape: Shape, params: ListParams): Loans {
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
    .$if(shape.viewer === 'platform', (all) => all.where(ofAllCompanies('loan.id')))
    .orderBy(sortedBy(shape), way)
    .orderBy('loan.id', way)
    .limit(sql<number>`${params.limit}`);
}

/**
 * If the wanted loans are several ranges of an index, a page is merged from the first rows of each. There are few
 * ranges (phases of a stage, selected types), so a rare type costs as much as a common one.
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
  if (ranges === undefined) return cutPage(applyFilters(shape, params), shape, params);
  const value =
    ranges === 'type'
      ? sql<{ value: string }>`unnest(${params.loanTypes}::text[])`
      : phasesOf(shape, params);
  const loans = applyFilters(
    ranges === 'type' ? { ...shape, types: false } : { ...shape, phases: 'any' },
    params,
  );
  const inRange =
    ranges === 'type'
      ? sql<boolean>`loan.loan_type = wanted.value`
      : sql<boolean>`loan.phase_id = wanted.value`;
  const heads = query
    .selectFrom(value.as<'wanted'>(sql`wanted (value)`))
    .innerJoinLateral(cutPage(loans.where(inRange), shape, params).as('loan'), (join) =>
      join.onTrue(),
    )
    .selectAll('loan');
  return cutPage(heads, { ...shape, after: false }, params);
}

/**
 * One prepared statement for each combination of filters. The page is read from the index in order before any join,
 * so that it costs the same however many loans the company has.
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

interface Prepared {
  list: ReturnType<typeof listOf>;
  totals: ReturnType<typeof totalsOf>;
}
const prepared = new Map<string, Partial<Prepared>>();

function preparedFor<Kind extends keyof Prepared>(
  shape: Shape,
  kind: Kind,
  prepare: (shape: Shape) => Prepared[Kind],
): Prepared[Kind] {
  const key = JSON.stringify(shape);
  const statements: Partial<Prepared> = prepared.get(key) ?? {};
  prepared.set(key, statements);
  return (statements[kind] ??= prepare(shape));
}

const PHASES = ['any', 'one'] as const;

function shapeOf(actor: Actor, filter: Filter): Shape {
  const order = orderOf(filter);
  return {
    viewer: viewerOf(actor),
    category: filter.category !== undefined,
    phases: PHASES[filter.phaseId?.length ?? 0] ?? 'some',
    types: filter.loanType !== undefined,
    statuses: filter.loanStatus !== undefined,
    trash: filter.trash === true,
    toReview: filter.toReview === true,
    idle: filter.unmodifiedSince !== undefined,
    words: parseWords(filter.words ?? '') !== null,
    officers: filter.officerId !== undefined,
    entity: parseWords(filter.entity ?? '') !== null,
    after: false,
    pinned: false,
    order,
    descending: order === 'modified' || filter.direction === 'desc',
  };
}

function paramsOf(actor: Actor, filter: Filter): Omit<ListParams, keyof PageParams> {
  const words = parseWords(filter.words ?? '')?.names;
  const entity = parseWords(filter.entity ?? '')?.names;
  return {
    companyId: actor.companyId,
    accountId: actor.accountId,
    roleLevel: actor.roleLevel,
    category: filter.category ?? '',
    phaseId: filter.phaseId?.[0] ?? '',
    phaseIds: filter.phaseId ?? [],
    // Without duplicates, because a type that is listed twice would be returned twice.
    loanTypes: [...new Set(filter.loanType)],
    loanStatuses: filter.loanStatus ?? [],
    modifiedSince: filter.modifiedSince ?? '',
    unmodifiedSince: filter.unmodifiedSince ?? '',
    longestWord: words?.longest ?? '',
    words: words?.all ?? [],
    officerIds: filter.officerId ?? [],
    longestEntityWord: entity?.longest ?? '',
    entityWords: entity?.all ?? [],
  };
}

export function loanList(
  actor: Actor,
  filter: Filter,
  page: { pinned: boolean; after?: Cursor | undefined; limit: number },
): Sendable<ListRow> {
  const after = page.after !== undefined;
  const shape = { ...shapeOf(actor, filter), after, pinned: page.pinned };
  return preparedFor(
    shape,
    'list',
    listOf,
  )({
    ...paramsOf(actor, filter),
    afterPlace: page.after?.place ?? '',
    afterId: page.after?.id ?? '',
    limit: page.limit,
  });
}

interface PhaseTotal {
  id: string;
  loanCount: number;
  loanAmount: number;
}

const totalsOf = (shape: Shape) =>
  prepareQuery((params: ListParams) =>
    query
      .selectFrom(applyFilters(shape, params).as('loan'))
      .select(['loan.phase_id as id'])
      .select(sql<number>`count(*)::int`.as('loanCount'))
      .select(sql<number>`coalesce(sum(loan.amount), 0)::float8`.as('loanAmount'))
      .groupBy('loan.phase_id'),
  );

/** How many loans match the filter in each phase. */
export const loanTotals = (actor: Actor, filter: Filter): Sendable<PhaseTotal> =>
  preparedFor(
    shapeOf(actor, filter),
    'totals',
    totalsOf,
  )({ ...paramsOf(actor, filter), afterPlace: '', afterId: '', limit: 0 });
