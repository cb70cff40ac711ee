/** History for the demo's charts: past phases of its loans, and past answers to its requests. */
import { randomUUID } from 'node:crypto';
import type { LoanType, RejectionCode } from '@cairn/contract';
import type { Phase } from '@cairn/testing/factories/test-data';
import type pg from 'pg';
import { TYPES, type DemoLoan } from './demo-data.ts';

const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

/** Typical number of days of a loan in each phase, in order. */
const USUAL: Record<string, number> = {
  Application: 5,
  'Document collection': 21,
  Underwriting: 12,
  'Credit approval': 6,
  Commitment: 4,
  Closing: 10,
};
const isWorkedOn = ({ phase }: DemoLoan): boolean => phase in USUAL;
const hasClosed = ({ phase }: DemoLoan): boolean => phase === 'Funded' || phase === 'Servicing';

/** Phases got shorter over the year, and their duration varies between loans. */
const stayOf = (phase: string, endedAgo: number, number: number): number =>
  USUAL[phase]! * Math.min(1.2, 0.8 + endedAgo / 300) + ((number * 5) % 5) - 2;

/** How many days ago a loan was created, which is the sum of the days in all of its phases so far. */
export function openedAgo(plan: DemoLoan, number: number): number {
  const stays = staysOf(plan, number);
  return stays[0]?.enteredAgo ?? plan.inPhase;
}

interface Stay {
  phase: string;
  enteredAgo: number;
  leftAgo: number;
}

/** Computes the loan's stays in its phases, from the last one that it left back to the first. */
function staysOf(plan: DemoLoan, number: number): Stay[] {
  if (!isWorkedOn(plan) && !hasClosed(plan)) return [];
  const phases = Object.keys(USUAL);
  const passed = hasClosed(plan) ? phases : phases.slice(0, phases.indexOf(plan.phase));
  let leftAgo = hasClosed(plan) ? -plan.closesIn : plan.inPhase;
  const stays: Stay[] = [];
  for (const phase of passed.toReversed()) {
    const enteredAgo = leftAgo + Math.max(1, stayOf(phase, leftAgo, number));
    stays.unshift({ phase, enteredAgo, leftAgo });
    leftAgo = enteredAgo;
  }
  return stays;
}

export async function rememberStays(
  client: pg.Client,
  phases: ReadonlyMap<string, Phase>,
  plans: readonly DemoLoan[],
): Promise<void> {
  const rows = plans.flatMap((plan, number) =>
    staysOf(plan, number).map(({ phase, enteredAgo, leftAgo }) => ({
      company_id: phases.get(phase)!.companyId,
      id: randomUUID(),
      phase_id: phases.get(phase)!.id,
      loan_type: plan.type,
      entered_at: daysAgo(enteredAgo),
      left_at: daysAgo(leftAgo),
    })),
  );
  await put(client, 'phase_stay', rows);
}

const REASONS: readonly RejectionCode[] = [
  'INCOMPLETE',
  'NOT_SIGNED',
  'INCOMPLETE',
  'OUT_OF_DATE',
  'NOT_SIGNED',
  'INCOMPLETE',
  'WRONG_DOCUMENT',
  'UNREADABLE',
  'DOES_NOT_MATCH',
];
const DAYS = 180;
const A_DAY = 6;

/**
 * Adds a few documents per day for half a year: borrowers and lender got faster, and one document in five was first
 * rejected.
 */
export async function rememberDocuments(client: pg.Client, phase: Phase): Promise<void> {
  const rows = Array.from({ length: DAYS * A_DAY }, (_, number) => {
    const ago = DAYS - number / A_DAY;
    const away = ((number * 7) % 9) - 4;
    const shared = {
      company_id: phase.companyId,
      element_id: randomUUID(),
      loan_type: TYPES[(number * 5) % TYPES.length]! satisfies LoanType,
      phase_id: phase.id,
    };
    const turn = (kind: string, took: number | null, more: object = {}) => ({
      ...shared,
      kind,
      id: randomUUID(),
      at: daysAgo(ago),
      since: took === null ? null : daysAgo(ago + Math.max(0.1, took)),
      first_time: null,
      code: null,
      ...more,
    });
    const sentBack = number % 5 === 3 || number % 47 === 0;
    return [
      turn('UPLOADED', 3.4 + (2.6 * ago) / DAYS + away * 0.4),
      turn('ACCEPTED', 1.2 + (1.9 * ago) / DAYS + away * 0.2, { first_time: !sentBack }),
      ...(sentBack
        ? [turn('SENT_BACK', null, { code: REASONS[Math.floor(number / 5) % REASONS.length]! })]
        : []),
    ];
  }).flat();
  await put(client, 'document_turn', rows);
}

async function put(client: pg.Client, table: string, rows: readonly object[]): Promise<void> {
  await client.query(
    `insert into cairn.${table} select (jsonb_populate_record(null::cairn.${table}, row)).*
     from jsonb_array_elements($1) row`,
    [JSON.stringify(rows)],
  );
}
