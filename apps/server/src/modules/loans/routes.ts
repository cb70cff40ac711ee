import { loans } from '@cairn/contract/loans';
import type { Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/call.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { grant } from '../../platform/grant.ts';
import { record } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { findLoan } from './full-loan-store.ts';
import { loanList, orderOf } from './list-store.ts';
import { loanPolicy } from './policy.ts';
import { presentLoan, presentSummary } from './present.ts';
import { findStanding, savePin, seeLoan, type LoanRow, type LoanStanding } from './store.ts';

/** Pinned loans are a person's handful; more than this and the pin means nothing. */
const PINNED_MOST = 100;

export const loanRoutes = () =>
  routes(loans, {
    viewLoans: async ({ actor, query: { cursor, limit, ...filter }, reads }) => {
      const after = cursor === undefined ? undefined : readCursor(cursor, orderOf(filter));
      // One more than asked for tells whether there is another page.
      const page = loanList(actor, filter, { pinned: false, after, limit: limit + 1 });
      const [rows, pinned] = after
        ? [await reads.run(page), []]
        : await reads.together(page, loanList(actor, filter, { pinned: true, limit: PINNED_MOST }));
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return {
        pinned: pinned.map((row) => presentSummary(row, actor)),
        // Left out here rather than by the query, which walks the index in order and stops early.
        loans: shown.filter((row) => !row.pinned).map((row) => presentSummary(row, actor)),
        nextCursor: last ? writeCursor(last) : null,
      };
    },

    viewLoansWithTrash: async ({ actor, query: { cursor, limit }, reads }) => {
      const after = cursor === undefined ? undefined : readCursor(cursor, 'closeDate');
      const page = { pinned: false, after, limit: limit + 1 };
      const rows = await reads.run(loanList(actor, { trash: true }, page));
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return {
        loans: shown.map((row) => ({ ...presentSummary(row, actor), totalTrashed: row.trashed })),
        nextCursor: last ? writeCursor(last) : null,
      };
    },

    getLoan: async ({ actor, params, reads }) => {
      const loan = await findLoan(reads, actor, params.id);
      if (!loan) throw new Refusal('LOAN_NOT_FOUND');
      return presentLoan(loan, actor);
    },

    pinLoan: ({ actor, params, write }) => write((tx) => setPin(tx, actor, params.id, true)),
    unpinLoan: ({ actor, params, write }) => write((tx) => setPin(tx, actor, params.id, false)),
  });

async function setPin(tx: Tx, actor: Actor, id: string, pinned: boolean) {
  const loan = grant(loanPolicy, 'pin', actor, await loanSeenBy(tx, actor, id));
  savePin(tx, loan, actor.accountId, pinned);
  record(tx, {
    kind: pinned ? 'loan.pinned' : 'loan.unpinned',
    companyId: loan.company_id,
    actorId: actor.accountId,
    loanId: loan.id,
    accountId: actor.accountId,
    changes: ['loanList', 'loan'],
  });
  return { id: loan.id, pinned };
}

/** What the caller may not see is answered like what does not exist. */
export async function loanSeenBy(reads: Queries, actor: Actor, id: string): Promise<LoanRow> {
  const loan = await seeLoan(reads, actor, id);
  if (!loan) throw new Refusal('LOAN_NOT_FOUND');
  return loan;
}

/** The same, with how the caller stands to it. `lock` holds the loan: what is added comes one by one. */
export async function loanWithStanding(
  reads: Queries,
  actor: Actor,
  id: string,
  lock?: 'lock',
): Promise<LoanStanding> {
  const loan = await findStanding(reads, actor, id, lock);
  if (!loan) throw new Refusal('LOAN_NOT_FOUND');
  return loan;
}
