import { RECENT_KEPT, SEARCH_PAGE_SIZE } from '@cairn/contract';
import { search } from '@cairn/contract/search';
import { routes } from '../../platform/handler.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { findVisibleLoan } from '../loans/index.ts';
import { findTopResults, findPage, totalOf } from './find.ts';
import { presentElementFound, presentLoanFound } from './present.ts';
import { recentElements, recentLoans, saveOpened, visibleElementById } from './store.ts';

/** A search never finds more than the pages show to the caller. */
export const searchRoutes = () =>
  routes(search, {
    search: async ({ actor, query: { q, p, d, c, kind, ...filter }, reads }) => {
      const perPage = SEARCH_PAGE_SIZE[d];
      const window = { offset: p * perPage, limit: perPage };
      const result = await findPage(reads, { actor, typed: q, context: c, kind, filter }, window);
      const totalRecords = totalOf(result.counts, kind);
      const totalPages = Math.ceil(totalRecords / perPage);
      return { page: p, perPage, totalRecords, totalPages, device: d, ...result };
    },

    quickSearch: ({ actor, query: { q, d, c, kind, everything, ...filter }, reads }) =>
      findTopResults(
        reads,
        { actor, typed: q, context: c, kind, filter },
        d,
        everything !== undefined,
      ),

    listRecent: async ({ actor, reads }) => {
      const [loans, elements] = await reads.together(recentLoans(actor), recentElements(actor));
      const entries = [
        ...loans.map((row) => ({ at: row.opened_at, found: presentLoanFound(row) })),
        ...elements.map((row) => ({ at: row.opened_at, found: presentElementFound(row) })),
      ];
      return {
        results: entries
          .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
          .slice(0, RECENT_KEPT)
          .map(({ found }) => found),
      };
    },

    addRecent: ({ actor, body: { loanId, elementId }, write }) =>
      write(async (tx) => {
        const loan = await findVisibleLoan(tx, actor, loanId);
        const [element] = elementId
          ? await tx.run(visibleElementById(actor, loanId, elementId))
          : [];
        if (!loan || (elementId && !element)) throw new ApiError('NOT_FOUND');
        await saveOpened(tx, actor, {
          companyId: loan.company_id,
          loanId,
          elementId: elementId ?? null,
        });
        recordEvent(tx, {
          kind: elementId === undefined ? 'loan.opened' : 'element.opened',
          companyId: loan.company_id,
          actorId: actor.accountId,
          loanId,
          accountId: actor.accountId,
          changes: ['recent'],
          detail: { ...(elementId !== undefined && { elementId }) },
        });
        return { id: elementId ?? loanId };
      }),
  });
