import type { PackageSearch } from '../features/elements/packageFilter.ts';
import type { LoansSearch } from '../features/explorer/loanFilter.ts';
import { listOf } from './addressQuery.ts';
import { textOf, type Given } from './frames.ts';

type LoanView = 'package' | 'entities' | 'details';
const isLoanView = (view: unknown): view is LoanView =>
  view === 'package' || view === 'entities' || view === 'details';
const packageSearch = (given: Given): PackageSearch => ({
  ...(given['type'] === undefined ? {} : { type: listOf(given['type']) }),
  ...(given['status'] === undefined ? {} : { status: listOf(given['status']) }),
  ...(textOf(given['modified']) ? { modified: String(given['modified']) } : {}),
  ...(given['assignee'] === undefined ? {} : { assignee: listOf(given['assignee']) }),
  ...(given['entity'] === undefined ? {} : { entity: listOf(given['entity']) }),
  ...(given['waiting'] === 'me' ? { waiting: 'me' } : {}),
});
export const folderSearch = (given: Given): { folder?: string } =>
  textOf(given['folder']) ? { folder: String(given['folder']) } : {};

/** What the explorer's list of loans is cut down to. */
export const loansSearch = (given: Given): LoansSearch => ({
  ...(given['type'] === undefined ? {} : { type: listOf(given['type']) }),
  ...(textOf(given['stage']) ? { stage: String(given['stage']) } : {}),
  ...(textOf(given['modified']) ? { modified: String(given['modified']) } : {}),
  ...(given['status'] === 'review' ? { status: 'review' } : {}),
});

/** The folder that the explorer shows, and the filters of the package. */
export const explorerSearch = (given: Given): PackageSearch & { folder?: string | undefined } => ({
  ...packageSearch(given),
  ...folderSearch(given),
});

/** What the address of a loan says: a view, a folder, an item, a note, and the filters of the package. */
export const loanSearch = (
  given: Given,
): PackageSearch & {
  folder?: string | undefined;
  item?: string | undefined;
  notes?: string | undefined;
  view?: LoanView;
} => ({
  ...packageSearch(given),
  ...folderSearch(given),
  ...(textOf(given['item']) ? { item: String(given['item']) } : {}),
  ...(textOf(given['notes']) ? { notes: String(given['notes']) } : {}),
  ...(isLoanView(given['view']) ? { view: given['view'] } : {}),
});
