import type { Charts, RejectionCode } from '@cairn/contract';
import { PAST_COUNTED } from './store.ts';

interface Compared {
  now: number | null;
  before: number | null;
}

export interface Figures {
  working: { loans: number; amount: number; in_closing: number };
  past: { id: string; name: string }[];
  months: { month: string; loans: number; closed: number }[];
  toClose: Compared;
  phases: ({ id: string; name: string } & Compared)[];
  turns: { from: string; upload: number | null; accept: number | null }[];
  accepted: Compared;
  suggestions: { month: string; suggested: number; taken: number }[];
  reasons: { code: RejectionCode | null; documents: number }[];
}

/** Rounded to tenths of a day. */
const tenths = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 10) / 10;
const whole = (value: number | null): number | null => (value === null ? null : Math.round(value));

const roundComparison = ({ now, before }: Compared, round: typeof whole): Compared => ({
  now: round(now),
  before: round(before),
});

export const presentCharts = (figures: Figures): Charts => ({
  activeLoans: figures.working.loans,
  requested: figures.working.amount,
  daysToClose: roundComparison(figures.toClose, whole),
  acceptedFirstTime: roundComparison(figures.accepted, whole),
  pastCloseDate: {
    total: Math.min(figures.past.length, PAST_COUNTED),
    more: figures.past.length > PAST_COUNTED,
    longest: figures.past[0] ?? null,
  },
  volume: figures.months.map(({ month, loans, closed }, index) => ({
    month,
    loans,
    closed,
    inClosing: index === figures.months.length - 1 ? figures.working.in_closing : 0,
  })),
  daysInPhase: figures.phases.map((phase) => ({
    id: phase.id,
    name: phase.name,
    ...roundComparison(phase, tenths),
  })),
  turnaround: figures.turns.map(({ from, upload, accept }) => ({
    from,
    upload: tenths(upload),
    accept: tenths(accept),
  })),
  sentBack: figures.reasons,
  suggestions: figures.suggestions,
});
