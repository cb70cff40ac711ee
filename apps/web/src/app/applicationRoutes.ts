/** Routes of loan applications, for borrowers and for lenders. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { mayApply } from '../features/loan-applications/mayApply.ts';
import { isLenderStaff, pipelineCompany, isAdministrator } from '../lib/roles.ts';
import { only, shellRoute, templateSearch, type RawSearch } from './parentRoutes.ts';
import { routes } from '../lib/routes.ts';

/** Administrators of the platform do not apply for loans. */
const applicants = only((user) => !isAdministrator(user));
const applicationPages = () => import('../features/loan-applications/pages.ts');
const applicationRoute = <const Path extends string>(
  path: Path,
  page: keyof Awaited<ReturnType<typeof applicationPages>>,
) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    beforeLoad: applicants,
    component: lazyRouteComponent(applicationPages, page),
  });
const lenderApplicationPages = () => import('../features/loan-applications/lenderPages.ts');
export const applicationRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: routes.applyNew,
    validateSearch: templateSearch,
    beforeLoad: only(mayApply),
    component: lazyRouteComponent(applicationPages, 'NewApplicationPage'),
  }),
  applicationRoute(routes.applications, 'ApplicationsPage'),
  applicationRoute(routes.application, 'ApplicationPage'),
  applicationRoute(routes.applicationStep, 'ApplicationStepPage'),
  applicationRoute(routes.applicationPhone, 'VerifyPhonePage'),
  createRoute({
    getParentRoute: () => shellRoute,
    path: routes.loanApplication,
    beforeLoad: only(isLenderStaff),
    component: lazyRouteComponent(lenderApplicationPages, 'LoanApplicationPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: routes.lenderApplications,
    validateSearch: (search: RawSearch): { list?: 'rejected' | 'all' } =>
      search['list'] === 'rejected' || search['list'] === 'all' ? { list: search['list'] } : {},
    beforeLoad: only((user) => pipelineCompany(user) !== null),
    component: lazyRouteComponent(lenderApplicationPages, 'LenderApplicationsPage'),
  }),
] as const;
