import type { LoanSummary, PhaseWithTotals } from '@cairn/contract';
import { describe, expect, it } from 'vitest';
import { groupLoans } from './loanGroups.ts';
import { withPin } from './loanPages.ts';
import { cardsOf, phasesOf, sectionOf } from './sections.ts';
import { pipelineSentence, totalsOf } from './summary.ts';

const now = new Date(2026, 10, 16, 12);

const phase: PhaseWithTotals = {
  id: 'p1',
  name: 'Underwriting',
  lenderId: 'c1',
  displayOrder: 1,
  category: 'ORIGINATION',
  releases: null,
  servicing: false,
  loanCount: 8,
  loanAmount: 14_800_000,
};

function loan(id: string, closeDate: string | null, over: Partial<LoanSummary> = {}): LoanSummary {
  return {
    id,
    shortCode: 'lksp-2041',
    name: id,
    loanType: 'SBA_7A',
    loanPurpose: null,
    amount: 1_000_000,
    color: '#FAC014',
    loanPhase: phase,
    phaseEnteredDate: '2026-11-02T10:00:00Z',
    closeDate,
    percentageAnswered: 82,
    percentageApproved: 54,
    packageTotals: {
      totalFiles: 50,
      totalAnsweredFiles: 41,
      totalApprovedFiles: 27,
      totalFilesToReview: 14,
    },
    pinned: false,
    lender: null,
    team: [],
    lastModifiedDate: '2026-11-02T10:00:00Z',
    abilities: { move: true },
    ...over,
  };
}

const ordered = [
  loan('pinned', '2027-01-01', { pinned: true }),
  loan('late', '2026-11-12'),
  loan('soon', '2026-11-16'),
  loan('month', '2026-12-16'),
  loan('later', '2026-12-17'),
  loan('undated', null),
];

describe('groups of the pipeline', () => {
  it('follow the close date, pinned loans first', () => {
    const groups = groupLoans(ordered, now, false);
    expect(groups.map(({ name, loans }) => [name, loans.map(({ id }) => id)])).toEqual([
      ['Pinned', ['pinned']],
      ['Past close date', ['late']],
      ['Closing in the next 30 days', ['soon', 'month']],
      ['Later', ['later']],
      ['No close date', ['undated']],
    ]);
  });

  it('do not call a closed loan late', () => {
    const closed = loan('x', '2026-11-12', { loanPhase: { ...phase, category: 'PORTFOLIO' } });
    expect(groupLoans([closed], now, false).map(({ name }) => name)).toEqual(['Closed']);
  });

  it('count only what cannot grow any more', () => {
    const groups = groupLoans(ordered.slice(0, 4), now, true);
    expect(groups.map(({ complete }) => complete)).toEqual([true, true, false]);
  });
});

describe('the sentence over the pipeline', () => {
  it('says what closes only once the list has been loaded that far', () => {
    const totals = totalsOf([phase, { ...phase, loanCount: 30, loanAmount: 49_400_000 }]);
    expect(pipelineSentence(totals, { loans: ordered.slice(0, 3), hasMore: true }, now)).toBe(
      '38 loans, $64.2M requested.',
    );
    expect(pipelineSentence(totals, { loans: ordered.slice(0, 5), hasMore: true }, now)).toBe(
      '38 loans, $64.2M requested. One closes in the next 14 days.',
    );
  });

  it('counts what is loaded where no totals are kept', () => {
    const some = ordered.slice(1, 4);
    expect(pipelineSentence(null, { loans: some, hasMore: true }, now)).toBe('');
    expect(pipelineSentence(null, { loans: some, hasMore: false }, now)).toBe(
      '3 loans, $3.0M requested. One closes in the next 14 days.',
    );
  });
});

describe('pinning', () => {
  const pages = [
    { pinned: [], loans: [loan('a', '2026-11-20'), loan('b', '2026-12-01')], nextCursor: 'x' },
    { pinned: [], loans: [loan('c', '2026-12-20'), loan('d', null)], nextCursor: null },
  ];

  it('moves a loan to the top', () => {
    const [first, second] = withPin(pages, 'c', true);
    expect(first?.pinned).toMatchObject([{ id: 'c', pinned: true }]);
    expect(second?.loans.map(({ id }) => id)).toEqual(['d']);
  });

  it('gives it back its place by date', () => {
    const [first, second] = withPin(withPin(pages, 'b', true), 'b', false);
    expect(first?.pinned).toEqual([]);
    expect([...(first?.loans ?? []), ...(second?.loans ?? [])].map(({ id }) => id)).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
  });
});

it('finds servicing among the phases of the portfolio [R004]', () => {
  const portfolio = { ...phase, category: 'PORTFOLIO' as const };
  const phases = [
    phase,
    portfolio,
    { ...portfolio, id: 'p2', name: 'Monitoring', servicing: true },
  ];
  const servicing = sectionOf('servicing');
  expect(servicing && phasesOf(servicing, phases).map(({ id }) => id)).toEqual(['p2']);
  expect(sectionOf('toString')).toBeUndefined();
});

it('leaves hidden phases out of the strip, unless the list is cut down to one [R047]', () => {
  const phases = ['a', 'b', 'c'].map((id) => ({ id }));
  expect(cardsOf(phases, ['b', 'gone'], [])).toEqual([{ id: 'a' }, { id: 'c' }]);
  expect(cardsOf(phases, ['b'], ['b'])).toEqual(phases);
  expect(cardsOf(phases, [], [])).toEqual(phases);
});
