import type { LoanType, RejectionCode } from '@cairn/contract';
import { sql, type RawBuilder } from 'kysely';
import { query } from '../../platform/db/query.ts';

export interface ChartFilter {
  companyId: string;
  /** The company's time zone, which defines where days and months begin. */
  zone: string;
  loanTypes: LoanType[] | undefined;
  phaseIds: string[] | undefined;
}

/** Medians use at most this many rows. With more rows, the latest ones give the same result. */
const SAMPLE = 2000;
export const PAST_COUNTED = 100;
/** The number of periods, each of two weeks. */
const TURNS = 10;

const rows = <Row>(text: RawBuilder<unknown>) =>
  query.selectFrom(sql<Row>`(${text})`.as<'figure'>(sql`figure`)).selectAll();

const ofTypes = ({ loanTypes }: ChartFilter) =>
  loanTypes ? sql`and loan_type = any(${loanTypes}::text[])` : sql``;
const ofPhases = ({ phaseIds }: ChartFilter) =>
  phaseIds ? sql`and phase_id = any(${phaseIds}::uuid[])` : sql``;
const today = ({ zone }: ChartFilter) => sql`(now() at time zone ${zone})::date`;
const ago = (days: number) => sql`now() - make_interval(days => ${sql.lit(days)})`;

/** Loans in each phase: maintained totals, or counted if the figures are limited to some loan types. */
const inPhases = (filter: ChartFilter) =>
  filter.loanTypes
    ? sql`(select phase_id, count(*) as loans, sum(amount) as amount from loan
        where company_id = ${filter.companyId} and phase_category = 'ORIGINATION' ${ofTypes(filter)}
        group by phase_id)`
    : sql`(select phase_id, loans, amount from phase_total where company_id = ${filter.companyId})`;

export const atWork = (filter: ChartFilter) =>
  rows<{ loans: number; amount: number; in_closing: number }>(sql`
    select coalesce(sum(t.loans) filter (where wanted), 0)::int as loans,
      coalesce(sum(t.amount) filter (where wanted), 0) as amount,
      coalesce(sum(t.amount) filter (where p.last), 0) as in_closing
    from (
      select id, row_number() over (order by display_order desc) = 1 as last,
        ${filter.phaseIds ? sql`id = any(${filter.phaseIds}::uuid[])` : sql`true`} as wanted
      from phase where company_id = ${filter.companyId} and category = 'ORIGINATION'
    ) p
    join ${inPhases(filter)} t on t.phase_id = p.id`);

export const pastCloseDate = (filter: ChartFilter) =>
  rows<{ id: string; name: string }>(sql`
    select id, name from loan
    where company_id = ${filter.companyId} and phase_category = 'ORIGINATION'
      and close_order < ${today(filter)} ${ofTypes(filter)} ${ofPhases(filter)}
    order by close_order, id limit ${sql.lit(PAST_COUNTED + 1)}`);

/** Returns all twelve months, including those in which no loan closed. */
export const closedByMonth = (filter: ChartFilter) =>
  rows<{ month: string; loans: number; closed: number }>(sql`
    select to_char(m.month, 'YYYY-MM') as month, coalesce(c.loans, 0)::int as loans,
      coalesce(c.closed, 0) as closed
    from (select date_trunc('month', ${today(filter)}::timestamp) - make_interval(months => n) as month
      from generate_series(11, 0, -1) n) m
    left join (
      select date_trunc('month', closed_at at time zone ${filter.zone}) as month, count(*) as loans,
        sum(amount) as closed
      from loan
      where company_id = ${filter.companyId} and closed_at is not null
        and closed_at >= (date_trunc('month', ${today(filter)}::timestamp) - interval '11 months')
          at time zone ${filter.zone} ${ofTypes(filter)}
      group by 1
    ) c on c.month = m.month
    order by m.month`);

/** Leaves out loans that were imported as closed, because their duration is unknown. */
export const daysToClose = (filter: ChartFilter) =>
  rows<{ now: number | null; before: number | null }>(sql`
    select percentile_cont(0.5) within group (order by days) filter (where recent) as now,
      percentile_cont(0.5) within group (order by days) filter (where not recent) as before
    from (
      select extract(epoch from closed_at - created_at) / 86400 as days,
        closed_at >= ${ago(90)} as recent
      from loan
      where company_id = ${filter.companyId} and closed_at is not null and closed_at >= ${ago(180)}
        and created_at <= closed_at ${ofTypes(filter)}
    ) c`);

const medianStay = (filter: ChartFilter, from: number, to: number) => sql`(
  select percentile_cont(0.5) within group (order by days) as days from (
    select extract(epoch from left_at - entered_at) / 86400 as days from phase_stay
    where company_id = ${filter.companyId} and phase_id = p.id
      and left_at >= ${ago(from)} and left_at < ${ago(to)} ${ofTypes(filter)}
    order by left_at desc limit ${sql.lit(SAMPLE)}) s)`;

export const daysInPhase = (filter: ChartFilter) =>
  rows<{ id: string; name: string; now: number | null; before: number | null }>(sql`
    select p.id, p.name, recent.days as now, earlier.days as before
    from phase p
    cross join lateral ${medianStay(filter, 90, 0)} recent
    cross join lateral ${medianStay(filter, 455, 90)} earlier
    where p.company_id = ${filter.companyId} and p.category = 'ORIGINATION'
      ${filter.phaseIds ? sql`and p.id = any(${filter.phaseIds}::uuid[])` : sql``}
    order by p.display_order`);

const medianTurn = (filter: ChartFilter, kind: 'UPLOADED' | 'ACCEPTED') => sql`(
  select percentile_cont(0.5) within group (order by days) as days from (
    select extract(epoch from at - since) / 86400 as days from document_turn
    where company_id = ${filter.companyId} and kind = ${sql.lit(kind)}
      and at >= t.began and at < t.ended ${ofTypes(filter)} ${ofPhases(filter)}
    order by at desc limit ${sql.lit(SAMPLE)}) s)`;

export const turnaround = (filter: ChartFilter) =>
  rows<{ from: string; upload: number | null; accept: number | null }>(sql`
    select t.day as from, uploaded.days as upload, accepted.days as accept
    from (
      select d.day, d.day::timestamp at time zone ${filter.zone} as began,
        (d.day + 14)::timestamp at time zone ${filter.zone} as ended
      from (select ${today(filter)} + 1 - 14 * n as day
        from generate_series(${sql.lit(TURNS)}, 1, -1) n) d
    ) t
    cross join lateral ${medianTurn(filter, 'UPLOADED')} uploaded
    cross join lateral ${medianTurn(filter, 'ACCEPTED')} accepted
    order by t.day`);

export const acceptedFirstTime = (filter: ChartFilter) =>
  rows<{ now: number | null; before: number | null }>(sql`
    select 100.0 * count(*) filter (where recent and first_time)
        / nullif(count(*) filter (where recent), 0) as now,
      100.0 * count(*) filter (where not recent and first_time)
        / nullif(count(*) filter (where not recent), 0) as before
    from (
      select first_time, at >= ${ago(90)} as recent from document_turn
      where company_id = ${filter.companyId} and kind = 'ACCEPTED' and at >= ${ago(180)}
        ${ofTypes(filter)} ${ofPhases(filter)}
    ) a`);

/** Returns all twelve months, including those without a suggestion. */
export const suggestionsTaken = (filter: ChartFilter) =>
  rows<{ month: string; suggested: number; taken: number }>(sql`
    select to_char(m.month, 'YYYY-MM') as month, coalesce(s.suggested, 0)::int as suggested,
      coalesce(s.taken, 0)::int as taken
    from (select date_trunc('month', ${today(filter)}::timestamp) - make_interval(months => n) as month
      from generate_series(11, 0, -1) n) m
    left join (
      select date_trunc('month', i.filed_at at time zone ${filter.zone}) as month,
        count(*) as suggested, count(*) filter (where i.suggestion_taken) as taken
      from shoebox_item i
      where i.company_id = ${filter.companyId} and i.suggestion_taken is not null
        and i.filed_at >= (date_trunc('month', ${today(filter)}::timestamp) - interval '11 months')
          at time zone ${filter.zone} ${ofItsLoan(filter)}
      group by 1
    ) s on s.month = m.month
    order by m.month`);

const ofItsLoan = (filter: ChartFilter) =>
  filter.loanTypes || filter.phaseIds
    ? sql`and exists (select from loan where loan.company_id = i.company_id and loan.id = i.loan_id
        ${ofTypes(filter)} ${ofPhases(filter)})`
    : sql``;

export const sentBack = (filter: ChartFilter) =>
  rows<{ code: RejectionCode | null; documents: number }>(sql`
    select code, count(*)::int as documents from document_turn
    where company_id = ${filter.companyId} and kind = 'SENT_BACK' and at >= ${ago(180)}
      ${ofTypes(filter)} ${ofPhases(filter)}
    group by code order by count(*) desc, code`);
