import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { routes } from '../lib/routes.ts';
import { shellRoute } from './parentRoutes.ts';
import { explorerSearch, loansSearch } from './loanSearch.ts';

const explorerPages = () => import('../features/explorer/pages.ts');
export const explorerRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: routes.explorerLoans,
    validateSearch: loansSearch,
    component: lazyRouteComponent(explorerPages, 'ExplorerLoansPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: routes.explorerLoan,
    component: lazyRouteComponent(explorerPages, 'ExplorerLoanPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: routes.explorerPackage,
    validateSearch: explorerSearch,
    component: lazyRouteComponent(explorerPages, 'ExplorerPackagePage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: routes.explorerTrash,
    validateSearch: loansSearch,
    component: lazyRouteComponent(explorerPages, 'ExplorerTrashPage'),
  }),
] as const;
