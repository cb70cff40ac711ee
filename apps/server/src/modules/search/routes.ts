import { type Found, RECENT_KEPT, SEARCH_PAGE_SIZE } from '@cairn/contract';
import { search } from '@cairn/contract/search';
import type { Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/handler.ts';
import type { Reads } from '../../platform/db/db.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { seeLoan } from '../loans/index.ts';
import { presentElementFound, presentLoanFound } from './present.ts';
import {
  findElements,
  findLoans,
  recentElements,
  recentLoans,
  saveOpened,
  seeElement,
} from './store.ts';
import { patternsOf } from './words.ts';

/** Searches what the caller may see; a search never finds more than the pages show. */
export const searchRoutes = () =>
  routes(search, {
    search: async ({ actor, query: { q, p, d, c }, reads }) => {
      const found = await find(reads, actor, q, c);
      const perPage = SEARCH_PAGE_SIZE[d];
      return {
        page: p,
        perPage,
        totalRecords: found.length,
        totalPages: Math.ceil(found.length / perPage),
        results: found.slice(p * perPage, (p + 1) * perPage),
        device: d,
      };
    },

    quickSearch: async ({ actor, query: { q, d, c }, reads }) => ({
      results: bestOf(await find(reads, actor, q, c), SEARCH_PAGE_SIZE[d]),
    }),

    listRecent: async ({ actor, reads }) => {
      const [loans, elements] = await reads.together(recentLoans(actor), recentElements(actor));
      const opened = [
        ...loans.map((row) => ({ at: row.opened_at, found: presentLoanFound(row) })),
        ...elements.map((row) => ({ at: row.opened_at, found: presentElementFound(row) })),
      ];
      return {
        results: opened
          .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
          .slice(0, RECENT_KEPT)
          .map(({ found }) => found),
      };
    },

    addRecent: ({ actor, body: { loanId, elementId }, write }) =>
      write(async (tx) => {
        const loan = await seeLoan(tx, actor, loanId);
        const [element] = elementId ? await tx.run(seeElement(actor, loanId, elementId)) : [];
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

/** Results of the open loan come first, loans before documents. */
async function find(
  reads: Reads,
  actor: Actor,
  typed: string,
  context: string | undefined,
): Promise<Found[]> {
  const patterns = patternsOf(typed);
  if (!patterns) return [];
  const [loans, elements] = await reads.together(
    findLoans(actor, patterns),
    findElements(actor, patterns),
  );
  const found = [...loans.map(presentLoanFound), ...elements.map(presentElementFound)];
  const here = (one: Found): boolean => one.loanId === context;
  return [...found.filter(here), ...found.filter((one) => !here(one))];
}

/** A box with room for a few shows some of each kind: fifteen loans must not hide every document. */
function bestOf(found: Found[], most: number): Found[] {
  const share = Math.ceil((most * 2) / 3);
  const loans = found.filter(({ kind }) => kind === 'LOAN');
  const documents = found.filter(({ kind }) => kind === 'DOCUMENT');
  const fewLoans = loans.slice(0, Math.max(share, most - documents.length));
  const kept = new Set([...fewLoans, ...documents.slice(0, most - fewLoans.length)]);
  return found.filter((one) => kept.has(one));
}
