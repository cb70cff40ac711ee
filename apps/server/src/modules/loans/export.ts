/** Exports the filtered list of loans as CSV. */
import { Readable } from 'node:stream';
import { LOAN_TYPES } from '@cairn/contract';
import { loanFilter } from '@cairn/contract/loans';
import { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import { csvLines, writeCsv } from '../../platform/csv.ts';
import type { Queries } from '../../platform/db/db.ts';
import { fullName } from '../../platform/full-name.ts';
import { orders } from '../../platform/signed-downloads.ts';
import { loanList, orderOf, type Cursor, type Filter, type ListRow } from './list-store.ts';
import { presentSummary } from './present.ts';

/** Rows in memory at a time. */
const ROWS_AT_ONCE = 200;

export const loanOrders = orders('loan export', { filter: z.strictObject(loanFilter) });

const HEADS = [
  'Loan',
  'Code',
  'Type',
  'Purpose',
  'Amount',
  'Stage',
  'Phase',
  'Phase since (UTC)',
  'Close date',
  'Answered %',
  'Approved %',
  'Progress %',
  'Team',
  'Modified (UTC)',
];

function cellsOf(row: ListRow, actor: Actor): string[] {
  const loan = presentSummary(row, actor);
  const { percentageAnswered: answered, percentageApproved: approved } = loan;
  const team = loan.team.map(
    ({ user }) => fullName(user.givenName, user.familyName) || user.emailAddress,
  );
  return [
    loan.name,
    loan.shortCode.toUpperCase(),
    LOAN_TYPES[loan.loanType],
    loan.loanPurpose ?? '',
    loan.amount === null ? '' : loan.amount.toFixed(2),
    loan.loanPhase.category,
    loan.loanPhase.name,
    loan.phaseEnteredDate,
    loan.closeDate ?? '',
    String(answered),
    String(approved),
    String(Math.round((answered + approved) / 2)),
    [...new Set(team)].join('; '),
    loan.lastModifiedDate,
  ];
}

/** Yields lines a page at a time, as fast as the client reads. */
async function* linesOf(reads: Queries, actor: Actor, filter: Filter) {
  yield writeCsv([HEADS]);
  let after: Cursor | undefined;
  do {
    const page = { pinned: false, after, limit: ROWS_AT_ONCE };
    const rows = await reads.run(loanList(actor, filter, page));
    if (rows.length > 0) yield csvLines(rows.map((row) => cellsOf(row, actor)));
    const last = rows.length === ROWS_AT_ONCE ? rows.at(-1) : undefined;
    after = last && { order: orderOf(filter), place: last.place, id: last.id };
  } while (after);
}

export const loansAsCsv = (reads: Queries, actor: Actor, filter: Filter): Readable =>
  Readable.from(linesOf(reads, actor, filter), { objectMode: false });
