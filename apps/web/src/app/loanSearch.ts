import type { PackageSearch } from '../features/elements/packageFilter.ts';
import type { LoansSearch } from '../features/explorer/loanFilter.ts';
import type { ShoeboxSearch } from '../features/shoebox/waitingFilter.ts';
import { listOf } from './addressQuery.ts';
import { textOf, type Given } from './parentRoutes.ts';

type LoanView = 'package' | 'entities' | 'details';
const isLoanView = (view: unknown): view is LoanView =>
  view === 'package' || view === 'entities' || view === 'details';

/** The parameters that are there, read as lists. */
export const listsIn = <Name extends string>(given: Given, ...names: Name[]) =>
  Object.fromEntries(
    names.filter((name) => given[name] !== undefined).map((name) => [name, listOf(given[name])]),
  ) as { [N in Name]?: string[] };

/** The parameters that are there and have a text. */
export const textsIn = <Name extends string>(given: Given, ...names: Name[]) =>
  Object.fromEntries(
    names.filter((name) => textOf(given[name])).map((name) => [name, given[name]]),
  ) as { [N in Name]?: string };

const packageSearch = (given: Given): PackageSearch => ({
  ...listsIn(given, 'type', 'status', 'assignee', 'entity'),
  ...textsIn(given, 'modified', 'words'),
  ...(given['waiting'] === 'me' && { waiting: 'me' }),
});
const folderSearch = (given: Given): { folder?: string } => textsIn(given, 'folder');

/** What the explorer's lists of loans are cut down to. */
export const loansSearch = (given: Given): LoansSearch => ({
  ...listsIn(given, 'type', 'assignee'),
  ...textsIn(given, 'stage', 'modified', 'status', 'entity'),
});

/** The item that is looked at, and what the shoebox is cut down to. */
export const shoeboxSearch = (given: Given): ShoeboxSearch & { item?: string | undefined } => ({
  ...textsIn(given, 'item', 'modified', 'entity'),
  ...listsIn(given, 'type', 'status', 'assignee', 'stage'),
});

/** The folder that the explorer shows, and the filters of the package. */
export const explorerSearch = (given: Given): PackageSearch & { folder?: string | undefined } => ({
  ...packageSearch(given),
  ...folderSearch(given),
});

/** What the address of a loan says: a view, a folder, an item, a note, a list of downloads, and the filters of the package. */
export const loanSearch = (
  given: Given,
): PackageSearch & {
  folder?: string | undefined;
  item?: string | undefined;
  notes?: string | undefined;
  downloads?: string | undefined;
  options?: string | undefined;
  tabs?: 'sba' | undefined;
  view?: LoanView;
} => ({
  ...packageSearch(given),
  ...textsIn(given, 'folder', 'item', 'notes', 'downloads', 'options'),
  ...(given['tabs'] === 'sba' && { tabs: 'sba' }),
  ...(isLoanView(given['view']) && { view: given['view'] }),
});
