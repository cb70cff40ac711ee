import type { LoanSummary, LoanView, PhaseWithTotals } from '@cairn/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { dateFilterLabel } from '../../lib/format/dateFilter.ts';
import { startOfDaysAgo } from '../../lib/format/dates.ts';
import { chooseZone } from '../../lib/format/zone.ts';
import { firstPlace, withMoved, withTotalsMoved } from './boardMoves.ts';
import { filterOf, isFiltered, searchOf, type Shown, isShownBy } from './filters.ts';
import { groupLoans } from './loanGroups.ts';
import { phasesAhead } from './moves.ts';
import type { LoanPage } from './loanPages.ts';
import { between } from '../../lib/useRowSelection.ts';
import { sameShown, shownByView, viewOf } from './views.ts';

const now = new Date('2026-11-16T18:00:00Z');
afterEach(() => chooseZone(null));

const phase = (id: string, over: Partial<PhaseWithTotals> = {}): PhaseWithTotals => ({
  id,
  name: id,
  lenderId: 'c1',
  displayOrder: 1,
  category: 'ORIGINATION',
  releases: null,
  servicing: false,
  loanCount: 3,
  loanAmount: 300,
  ...over,
});

const loan = (id: string, over: Partial<LoanSummary> = {}): LoanSummary =>
  ({
    id,
    name: id,
    amount: 100,
    loanPhase: phase('a'),
    closeDate: '2026-12-01',
    pinned: false,
    lender: null,
    lastModifiedDate: '2026-11-16T10:00:00Z',
    abilities: { move: true },
    ...over,
  }) as LoanSummary;

describe('the date filter [R317]', () => {
  const days = [0, 7, 30, 60, 90, 180] as const;

  it('offers today and 7, 30, 60, 90 and 180 days past', () => {
    expect(days.map(dateFilterLabel)).toEqual([
      'Today',
      'Last 7 days',
      'Last 30 days',
      'Last 60 days',
      'Last 90 days',
      'Last 180 days',
    ]);
  });

  it('begins with the day, where the reader is, also across a change of the clocks', () => {
    chooseZone('America/New_York');
    const starts = days.map((each) => startOfDaysAgo(each, now).toISOString());
    expect(starts).toEqual([
      '2026-11-16T05:00:00.000Z',
      '2026-11-09T05:00:00.000Z',
      '2026-10-17T04:00:00.000Z',
      '2026-09-17T04:00:00.000Z',
      '2026-08-18T04:00:00.000Z',
      '2026-05-20T04:00:00.000Z',
    ]);
    chooseZone('Pacific/Auckland');
    expect(startOfDaysAgo(0, now).toISOString()).toBe('2026-11-16T11:00:00.000Z');
  });
});

describe('what the pipeline shows', () => {
  const [p1, p2, u1] = [1, 2, 3].map((each) => `0199a1b2-0000-7000-8000-00000000000${each}`) as [
    string,
    string,
    string,
  ];
  const shown: Shown = {
    phaseIds: [p2, p1],
    types: ['SBA_7A'],
    modified: 30,
    toReview: true,
    idle: false,
    officerIds: [u1],
    words: 'bakery',
    direction: 'desc',
    layout: 'BOARD',
  };

  it('round-trips through the URL', () => {
    expect(isShownBy(searchOf(shown))).toEqual(shown);
    const broken = { type: ['nonsense'], modified: '8', officer: ['x'], phase: ['y'] };
    expect(isShownBy(broken)).toEqual({
      phaseIds: [],
      types: [],
      modified: null,
      toReview: false,
      idle: false,
      officerIds: [],
      words: '',
      direction: 'asc',
      layout: 'LIST',
    });
  });

  it('is cut to what one call takes', () => {
    const { officerIds, words } = isShownBy({
      officer: Array.from({ length: 150 }, () => u1),
      words: 'b'.repeat(300),
    });
    expect([officerIds.length, words.length]).toEqual([100, 200]);
  });

  it('asks for loans without activity, in the URL too', () => {
    const idle = { ...shown, toReview: false, idle: true };
    expect(isShownBy(searchOf(idle))).toEqual(idle);
    expect(isFiltered({ ...isShownBy({}), idle: true })).toBe(true);
    expect(filterOf(idle, now).unmodifiedSince).toBe(startOfDaysAgo(14, now).toISOString());
  });

  it('is kept in a view; a phase that was removed since is left out', () => {
    const view: LoanView = { id: 'v', name: 'Mine', ...viewOf('origination', shown) };
    expect(sameShown(shownByView(view, [p1, p2]), { ...shown, phaseIds: [p1, p2] })).toBe(true);
    expect(shownByView(view, [p1]).phaseIds).toEqual([p1]);
    expect(sameShown(shownByView(view, [p1]), shown)).toBe(false);
  });

  it('asks for the same all day', () => {
    chooseZone('America/New_York');
    const morning = new Date('2026-11-16T12:00:00Z');
    expect(filterOf(shown, morning)).toEqual(filterOf(shown, now));
  });
});

it('groups what was modified lately by the days of the filter', () => {
  const ago = (id: string, date: string) => loan(id, { lastModifiedDate: date });
  const loans = [
    ago('today', '2026-11-16T01:00:00Z'),
    ago('week', '2026-11-10T00:00:00Z'),
    ago('month', '2026-11-01T00:00:00Z'),
  ];
  expect(groupLoans(loans, now, true, 'modified').map(({ name }) => name)).toEqual([
    'Modified today',
    'Modified in the past 7 days',
    'Modified in the past 30 days',
  ]);
});

it('turns the groups over with the direction, pinned loans first all the same [R255]', () => {
  const loans = [
    loan('pinned', { pinned: true }),
    loan('undated', { closeDate: null }),
    loan('soon'),
    loan('late', { closeDate: '2026-11-01' }),
  ];
  expect(groupLoans(loans, now, false, 'desc').map(({ name }) => name)).toEqual([
    'Pinned',
    'No close date',
    'Closing in the next 30 days',
    'Past close date',
  ]);
});

describe('a card that is moved', () => {
  const [a, b] = [phase('a'), phase('b', { displayOrder: 2 })];
  const page = (...loans: LoanSummary[]): LoanPage[] => [{ pinned: [], loans, nextCursor: null }];
  const ids = (pages: LoanPage[]) => pages.flatMap(({ loans }) => loans.map(({ id }) => id));
  const moving = loan('x', { closeDate: '2026-12-05' });

  it('leaves its column and takes its place by date in the other', () => {
    const from = page(loan('1'), moving);
    const to = page(loan('2', { closeDate: '2026-12-01' }), loan('3', { closeDate: '2026-12-09' }));
    expect(ids(withMoved({ phaseId: ['a'] }, from, moving, b, now))).toEqual(['1']);
    const moved = withMoved({ phaseId: ['b'] }, to, moving, b, now);
    expect(ids(moved)).toEqual(['2', 'x', '3']);
    expect(moved[0]?.loans[1]?.loanPhase.id).toBe('b');
  });

  it('stays in a list of both, with its new phase', () => {
    const [only] = withMoved({ category: 'ORIGINATION' }, page(moving), moving, b, now);
    expect(only?.loans[0]?.loanPhase.id).toBe('b');
  });

  it('leaves a list of loans without activity', () => {
    const filter = { category: 'ORIGINATION', unmodifiedSince: 'x' };
    expect(ids(withMoved(filter, page(loan('1'), moving), moving, b, now))).toEqual(['1']);
  });

  it('comes first where the latest change does', () => {
    const pages = page(loan('2'));
    const moved = withMoved({ phaseId: ['b'], modifiedSince: 'x' }, pages, moving, b, now);
    expect(ids(moved)).toEqual(['x', '2']);
  });

  it('takes its count and its amount along', () => {
    expect(withTotalsMoved([a, b], moving, 'b')).toMatchObject([
      { loanCount: 2, loanAmount: 200 },
      { loanCount: 4, loanAmount: 400 },
    ]);
  });
});

it('goes to the first card of the board, past phases without a loan', () => {
  const cards: Record<string, { id: string }[]> = {
    b: [{ id: 'x' }, { id: 'y' }],
    c: [{ id: 'z' }],
  };
  const columns = [phase('a'), phase('b'), phase('c')];
  expect(firstPlace(columns, (id) => cards[id] ?? [])).toEqual({ phaseId: 'b', loanId: 'x' });
  expect(firstPlace(columns, () => [])).toBeUndefined();
});

it('offers several loans the phases of their stage, of the next one and of the archive', () => {
  const all = (['ARCHIVE', 'LEAD', 'PORTFOLIO', 'ORIGINATION'] as const).map((category) =>
    phase(category, { category }),
  );
  const stages = phasesAhead(all, 'LEAD').map(([category]) => category);
  expect(stages).toEqual(['LEAD', 'ORIGINATION', 'ARCHIVE']);
  expect(phasesAhead(all, 'ARCHIVE').map(([category]) => category)).toEqual(['ARCHIVE']);
});

it('selects from one row to another, either way', () => {
  expect(between(['a', 'b', 'c', 'd'], 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(between(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['b', 'c', 'd']);
  expect(between(['a', 'b'], null, 'b')).toEqual(['b']);
});
