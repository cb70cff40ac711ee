/** Aims of the calls about the shoebox. */
import type { shoebox } from '@cairn/contract/shoebox';
import { LOAN, NOTHING, type Aim, type Aimed } from './aims.ts';
import type { Target } from './targets.ts';
import type { Scope } from './world.ts';

/**
 * On a loan that the caller sees, `hidden` is another person's file, and `assigned-elsewhere` is in a colleague's own
 * shoebox.
 */
export const ITEM: readonly Scope[] = [
  'own',
  'hidden',
  'assigned-elsewhere',
  'same-company',
  'other-company',
  'missing',
];
const itemIds = ({ shoeboxItemId }: Target): Aimed => ({ body: { ids: [shoeboxItemId] } });

export const SHOEBOX_AIMS: Record<keyof typeof shoebox, Aim> = {
  listLenderShoebox: { scopes: NOTHING, at: () => ({}) },
  listLoanShoebox: {
    scopes: LOAN,
    at: ({ loan }) => ({ query: { loanId: loan.id, suggest: '' } }),
  },
  findExistingDocuments: {
    scopes: LOAN,
    at: ({ loan }) => ({ params: { id: loan.id }, query: { title: 'Commercial lease' } }),
  },
  getShoeboxItem: { scopes: ITEM, at: ({ shoeboxItemId }) => ({ params: { id: shoeboxItemId } }) },
  // `assigned-elsewhere`: assigned to another borrower of the loan.
  createShoeboxItem: {
    scopes: [...LOAN, 'assigned-elsewhere'],
    at: ({ loan, ownDocumentId, partyId }, scope) => ({
      body: {
        documentId: ownDocumentId,
        loanId: loan.id,
        ...(scope === 'assigned-elsewhere' && { userId: partyId }),
      },
    }),
  },
  // Files the item, for which the request's policy applies too; renames it on a colleague's loan, where it does not;
  // `led-elsewhere` moves it from the caller's own shoebox to a loan on which they do not lend.
  updateShoeboxItems: {
    scopes: [...ITEM, 'assigned', 'led-elsewhere'],
    at: ({ shoeboxItemId: id, element, loan }, scope) => {
      const filed = { id, elementId: element.id, replace: true };
      const others: Partial<Record<Scope, object>> = {
        'same-company': { id, title: 'Renamed' },
        'led-elsewhere': { id, loanId: loan.id },
      };
      return { body: { items: [others[scope] ?? filed] } };
    },
  },
  // The item is not filed: a permitted caller gets a conflict.
  unfileShoeboxItems: {
    scopes: ITEM,
    at: ({ shoeboxItemId: id, element }) => ({ body: { items: [{ id, elementId: element.id }] } }),
  },
  removeShoeboxItems: { scopes: ITEM, at: itemIds },
  trashShoeboxItems: { scopes: ITEM, at: itemIds },
  restoreShoeboxItems: { scopes: ITEM, at: itemIds },
};
