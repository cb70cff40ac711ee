/** The explorer's pages, loaded together. */
export { ExplorerLoanPage } from './ExplorerLoanPage.tsx';
export { ExplorerLoansPage } from './ExplorerLoansPage.tsx';
export { ExplorerPackagePage } from './ExplorerPackagePage.tsx';
export { ExplorerTrashPage } from './ExplorerTrashPage.tsx';
