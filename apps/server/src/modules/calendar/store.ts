import type { CalendarEntry } from '@cairn/contract';
import { MAX_CALENDAR_DAY } from '@cairn/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { query } from '../../platform/db/query.ts';
import { hasUnusableAnswer } from '../../platform/db/unusable-answers.ts';
import { visibleElement } from '../elements/index.ts';
import { viewerOf, visibleLoans } from '../loans/index.ts';

interface Within {
  from: string;
  to: string;
  /** Null for the loans on which the caller has a role, in any company. */
  companyId: string | null;
}

/** The condition for the date column of a source: on one day, or within a range. */
type On = (column: string) => RawBuilder<boolean>;

export interface FoundRow {
  day: string;
  kind: CalendarEntry['kind'];
  id: string;
  loan_id: string;
  loan_name: string;
  color: string;
  closed: boolean;
  total: number;
}

/** Written as literals, because plans are made for any parameter value and a partial index needs a constant. */
const STAGES = (['LEAD', 'ORIGINATION', 'PORTFOLIO'] as const).map((stage) => sql.lit(stage));
const NO = sql.lit(false);

/** Archived loans have no dates. */
const loansOf = (actor: Actor, { companyId }: Within) => {
  const loans = visibleLoans(viewerOf(actor), actor)
    .where('loan.phase_category', 'in', STAGES)
    .select(['loan.company_id', 'loan.id', 'loan.name', 'loan.color', 'loan.phase_category'])
    .select('loan.close_order');
  return companyId === null ? loans : loans.where('loan.company_id', '=', companyId);
};

const selectClosings = (actor: Actor, within: Within, on: On) =>
  query
    .selectFrom(loansOf(actor, within).as('loan'))
    .where(on('loan.close_order'))
    .select([
      'loan.close_order as day',
      sql.lit('CLOSE').as('kind'),
      'loan.id',
      'loan.id as loan_id',
      'loan.name as loan_name',
      'loan.color',
      sql<boolean>`loan.phase_category = 'PORTFOLIO'`.as('closed'),
      sql<string>`''`.as('title'),
    ])
    .orderBy('loan.id');

const documents = (actor: Actor, within: Within) =>
  query
    .selectFrom('element')
    .where(visibleElement(actor))
    .where('element.in_trash', '=', NO)
    .where('element.target_id', 'is', null)
    .innerJoin(loansOf(actor, within).as('loan'), (join) =>
      join
        .onRef('loan.company_id', '=', 'element.company_id')
        .onRef('loan.id', '=', 'element.loan_id'),
    )
    // Repeated for the element, because the index begins with the company.
    .where((eb) =>
      within.companyId === null ? eb.lit(true) : eb('element.company_id', '=', within.companyId),
    )
    .orderBy('element.id');

const shownOf = (kind: 'DUE' | 'EXPIRES', day: 'due_date' | 'expiration_date') =>
  [
    `element.${day} as day`,
    sql.lit(kind).as('kind'),
    'element.id',
    'element.loan_id',
    'loan.name as loan_name',
    'loan.color',
    sql<boolean>`false`.as('closed'),
    'element.title',
  ] as const;

/** Someone still has to act on it. Same condition as the partial index of due dates. */
const OPEN = sql<boolean>`not (element.answered and element.rejected_by is null
  and (element.approved_by is not null or element.answer_value is not null))`;
/** Still due from the borrower. A file in review is not. */
const WANTED = sql<boolean>`(not element.answered or element.rejected_by is not null
  or ${hasUnusableAnswer('element')})`;

const due = (actor: Actor, within: Within, on: On) => {
  const asLender = actor.roleLevel === 'LENDER' || actor.roleLevel === 'ADMIN';
  const all = documents(actor, within)
    .where(on('element.due_date'))
    .where(OPEN)
    .select(shownOf('DUE', 'due_date'));
  return asLender ? all : all.where(WANTED);
};

const selectExpirations = (actor: Actor, within: Within, on: On) =>
  documents(actor, within)
    .where(on('element.expiration_date'))
    .where(
      sql<boolean>`(element.answer_document_id is not null or element.answer_value is not null)`,
    )
    .select(shownOf('EXPIRES', 'expiration_date'));

/**
 * For a company, reads each day with the index, at most as many rows of each kind as are counted. So a day on which ten
 * thousand documents are due costs the same as one with a hundred. People outside the company have few loans, which are
 * read once for all days.
 */
function entriesOf(actor: Actor, within: Within) {
  const { from, to, companyId } = within;
  const most = sql<number>`${sql.lit(MAX_CALENDAR_DAY + 1)}`;
  if (companyId === null || viewerOf(actor) === 'party') {
    const on: On = (column) =>
      sql<boolean>`${sql.ref(column)} between ${from}::date and ${to}::date`;
    return sql`(${selectClosings(actor, within, on)} union all ${due(actor, within, on)}
      union all ${selectExpirations(actor, within, on)}) entry`;
  }
  const on: On = (column) => sql<boolean>`${sql.ref(column)} = one.day`;
  return sql`(select ${from}::date + n as day
      from generate_series(0, ${to}::date - ${from}::date) n) one
    cross join lateral (${selectClosings(actor, within, on).limit(most)}
      union all ${due(actor, within, on).limit(most)}
      union all ${selectExpirations(actor, within, on).limit(most)}) entry`;
}

/** The first entries of each day, and the number of all. */
export const foundOnDays = (actor: Actor, within: Within, most: number) =>
  query
    .selectFrom(
      sql<FoundRow & { place: number }>`(
        select entry.*, count(*) over (partition by entry.day)::int as total,
          row_number() over (partition by entry.day order by
            array_position(array['CLOSE', 'DUE', 'EXPIRES'], entry.kind),
            entry.loan_name, entry.title, entry.id)::int as place
        from ${entriesOf(actor, within)})`.as<'found'>(sql`found`),
    )
    .select([
      'found.day',
      'found.kind',
      'found.id',
      'found.loan_id',
      'found.loan_name',
      'found.color',
      'found.closed',
      'found.total',
    ])
    .where('found.place', '<=', most)
    .orderBy('found.day')
    .orderBy('found.place');
