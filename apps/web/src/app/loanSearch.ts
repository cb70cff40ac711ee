import type { PackageSearch } from '../features/elements/packageFilter.ts';
import type { LoansSearch } from '../features/explorer/loanFilter.ts';
import type { ShoeboxSearch } from '../features/shoebox/waitingFilter.ts';
import { listOf } from './addressQuery.ts';
import { textOf, type RawSearch } from './parentRoutes.ts';

type LoanView = 'package' | 'entities' | 'details';
const isLoanView = (view: unknown): view is LoanView =>
  view === 'package' || view === 'entities' || view === 'details';

/** Returns those of the named parameters that are present, as lists. */
export const listsIn = <Name extends string>(search: RawSearch, ...names: Name[]) =>
  Object.fromEntries(
    names.filter((name) => search[name] !== undefined).map((name) => [name, listOf(search[name])]),
  ) as { [N in Name]?: string[] };

/** Returns those of the named parameters that are non-empty text. */
export const textsIn = <Name extends string>(search: RawSearch, ...names: Name[]) =>
  Object.fromEntries(
    names.filter((name) => textOf(search[name])).map((name) => [name, search[name]]),
  ) as { [N in Name]?: string };

const packageSearch = (search: RawSearch): PackageSearch => ({
  ...listsIn(search, 'type', 'status', 'assignee', 'entity'),
  ...textsIn(search, 'modified', 'words'),
  ...(search['waiting'] === 'me' && { waiting: 'me' }),
});
const folderSearch = (search: RawSearch): { folder?: string } => textsIn(search, 'folder');

/** The filters of the explorer's lists of loans. */
export const loansSearch = (search: RawSearch): LoansSearch => ({
  ...listsIn(search, 'type', 'status', 'assignee'),
  ...textsIn(search, 'stage', 'modified', 'entity'),
  ...(search['review'] === 'waiting' && { review: 'waiting' }),
});

/** The opened item and the filters of the shoebox. */
export const shoeboxSearch = (
  search: RawSearch,
): ShoeboxSearch & { item?: string | undefined } => ({
  ...textsIn(search, 'item', 'modified', 'entity'),
  ...listsIn(search, 'type', 'status', 'assignee', 'stage'),
});

/** The folder that the explorer shows, and the filters of the package. */
export const explorerSearch = (
  search: RawSearch,
): PackageSearch & { folder?: string | undefined } => ({
  ...packageSearch(search),
  ...folderSearch(search),
});

/**
 * The search parameters of a loan: a view, a folder, an item, a note, a download dialog with its options, the SBA tabs,
 * and the filters of the package.
 */
export const loanSearch = (
  search: RawSearch,
): PackageSearch & {
  folder?: string | undefined;
  item?: string | undefined;
  notes?: string | undefined;
  downloads?: string | undefined;
  options?: string | undefined;
  tabs?: 'sba' | undefined;
  view?: LoanView;
} => ({
  ...packageSearch(search),
  ...textsIn(search, 'folder', 'item', 'notes', 'downloads', 'options'),
  ...(search['tabs'] === 'sba' && { tabs: 'sba' }),
  ...(isLoanView(search['view']) && { view: search['view'] }),
});
