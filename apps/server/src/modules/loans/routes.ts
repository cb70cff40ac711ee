import { loans } from '@cairn/contract/loans';
import type { Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/handler.ts';
import type { Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { findLoan } from './full-loan-store.ts';
import { loanList, orderOf } from './list-store.ts';
import { loanPolicy } from './policy.ts';
import { presentLoan, presentSummary } from './present.ts';
import { savePin } from './store.ts';
import { loanSeenBy } from './find-loan.ts';

/** Pins mark a handful of loans; with more than this they would not help. */
const MAX_PINNED = 100;

export const loanRoutes = () =>
  routes(loans, {
    viewLoans: async ({ actor, query: { cursor, limit, ...filter }, reads }) => {
      const after = cursor === undefined ? undefined : readCursor(cursor, orderOf(filter));
      // One row more than the page shows whether there is a next page.
      const page = loanList(actor, filter, { pinned: false, after, limit: limit + 1 });
      const [rows, pinned] = after
        ? [await reads.run(page), []]
        : await reads.together(page, loanList(actor, filter, { pinned: true, limit: MAX_PINNED }));
      const pageRows = rows.slice(0, limit);
      const last = rows.length > limit ? pageRows.at(-1) : undefined;
      return {
        pinned: pinned.map((row) => presentSummary(row, actor)),
        // Filtered here instead of in the query, which reads the index in order and stops early.
        loans: pageRows.filter((row) => !row.pinned).map((row) => presentSummary(row, actor)),
        nextCursor: last ? writeCursor(last) : null,
      };
    },

    viewLoansWithTrash: async ({ actor, query: { cursor, limit, ...filter }, reads }) => {
      const after = cursor === undefined ? undefined : readCursor(cursor, orderOf(filter));
      const page = { pinned: false, after, limit: limit + 1 };
      const rows = await reads.run(loanList(actor, { ...filter, trash: true }, page));
      const pageRows = rows.slice(0, limit);
      const last = rows.length > limit ? pageRows.at(-1) : undefined;
      return {
        loans: pageRows.map((row) => ({
          ...presentSummary(row, actor),
          totalTrashed: row.trashed,
        })),
        nextCursor: last ? writeCursor(last) : null,
      };
    },

    getLoan: async ({ actor, params, reads }) => {
      const loan = await findLoan(reads, actor, params.id);
      if (!loan) throw new ApiError('LOAN_NOT_FOUND');
      return presentLoan(loan, actor);
    },

    pinLoan: ({ actor, params, write }) => write((tx) => setPin(tx, actor, params.id, true)),
    unpinLoan: ({ actor, params, write }) => write((tx) => setPin(tx, actor, params.id, false)),
  });

async function setPin(tx: Tx, actor: Actor, id: string, pinned: boolean) {
  const loan = authorize(loanPolicy, 'pin', actor, await loanSeenBy(tx, actor, id));
  savePin(tx, loan, actor.accountId, pinned);
  recordEvent(tx, {
    kind: pinned ? 'loan.pinned' : 'loan.unpinned',
    companyId: loan.company_id,
    actorId: actor.accountId,
    loanId: loan.id,
    accountId: actor.accountId,
    changes: ['loanList', 'loan'],
  });
  return { id: loan.id, pinned };
}
