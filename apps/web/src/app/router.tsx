import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { isLenderStaff, pipelineCompany, isAdministrator, mayAdminister } from '../lib/roles.ts';
import { queryClient } from '../lib/queries.ts';
import type { PipelineSearch } from '../features/loans/filters.ts';
import type { MessagesSearch } from '../features/messages/search.ts';
import { whenRoleChanges } from '../lib/roleChange.ts';
import { whenSessionEnds } from '../lib/session.ts';
import { listOf, parseQuery, stringifyQuery } from './addressQuery.ts';
import { adminRoutes } from './admin/adminRoutes.ts';
import { applicationRoutes } from './applicationRoutes.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { entityRoutes } from './entityRoutes.ts';
import { explorerRoutes } from './explorerRoutes.ts';
import { LoanOrRequest } from './LoanOrRequest.tsx';
import { explorerSearch, listsIn, loanSearch, shoeboxSearch, textsIn } from './loanSearch.ts';
import { readerSearch, searchRoute } from './searchRoutes.ts';
import { only, rootRoute, shellRoute, textOf, type RawSearch } from './parentRoutes.ts';
import { homeOf } from './home.ts';
import { NotFoundPage } from '../ui/NotFoundPage.tsx';
import { openRoutes } from './openRoutes.ts';
import { articleRoutes } from './articleRoutes.ts';
import { portalLandingRoute, portalRoutes } from './portalRoutes.ts';
import { routes } from '../lib/routes.ts';

/** Redirects "/" to the start page of the user's role and keeps the search parameters. */
const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.home,
  beforeLoad: ({ context, search }) => {
    throw redirect({ to: homeOf(context.user), search, replace: true });
  },
});

const lenderHomeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.lenderHome,
  beforeLoad: ({ context, search }) => {
    if (homeOf(context.user) === routes.lenderHome) return;
    throw redirect({ to: routes.home, search, replace: true });
  },
  component: lazyRouteComponent(() => import('../features/home/LenderHome.tsx'), 'LenderHome'),
});

const applicantHomeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.applicantHome,
  beforeLoad: ({ context, search }) => {
    // This list is for users without a pipeline. Administrators open it from the navigation.
    if (homeOf(context.user) !== routes.lenderHome) return;
    throw redirect({ to: routes.home, search, replace: true });
  },
  component: lazyRouteComponent(
    () => import('../features/home/ApplicantHome.tsx'),
    'ApplicantHome',
  ),
});

const pipelineRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.loanPhase,
  validateSearch: (search: RawSearch): PipelineSearch => ({
    ...listsIn(search, 'phase', 'type', 'officer'),
    ...textsIn(search, 'modified', 'words'),
    ...(search['status'] === 'review' || search['status'] === 'idle'
      ? { status: search['status'] }
      : {}),
    ...(search['order'] === 'desc' ? { order: 'desc' } : {}),
    ...(search['layout'] === 'board' ? { layout: 'board' } : {}),
  }),
  beforeLoad: ({ context }) => {
    // Only users of a lender company have phases; all other users have a single list of loans.
    if (pipelineCompany(context.user) === null) {
      throw redirect({ to: routes.home, replace: true });
    }
  },
  component: lazyRouteComponent(() => import('../features/loans/PipelinePage.tsx'), 'PipelinePage'),
});

const loanRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.loan,
  validateSearch: loanSearch,
  component: LoanOrRequest,
});

/** The tasks to list: the user's own, or everyone's if the URL says so. */
const tasksSearch = (search: RawSearch): { for?: 'everyone' } =>
  search['for'] === 'everyone' ? { for: 'everyone' } : {};
const taskPages = () => import('../features/tasks/pages.ts');
const loanTasksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.loanTasks,
  validateSearch: tasksSearch,
  component: lazyRouteComponent(taskPages, 'TasksPage'),
});
const loanTasksOfTypeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.loanTasksOfType,
  validateSearch: tasksSearch,
  component: lazyRouteComponent(taskPages, 'TasksOfTypePage'),
});

/** The open conversation, the filter of the list, whether a new conversation is being written, and to whom. */
const messagesSearch = (search: RawSearch): MessagesSearch => ({
  ...(textOf(search['thread']) ? { thread: String(search['thread']) } : {}),
  ...(search['show'] === 'unread' || search['show'] === 'important'
    ? { show: search['show'] }
    : {}),
  ...(search['new'] === undefined ? {} : { new: '' }),
  ...(textOf(search['to']) ? { to: String(search['to']) } : {}),
});
/** Administrators have no messages. */
const correspondents = only((user) => !isAdministrator(user));
const messagePages = () => import('../features/messages/pages.ts');
const communicationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.communications,
  beforeLoad: correspondents,
  validateSearch: messagesSearch,
  component: lazyRouteComponent(messagePages, 'CommunicationsPage'),
});
const loanMessagesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.loanMessages,
  beforeLoad: correspondents,
  validateSearch: messagesSearch,
  component: lazyRouteComponent(messagePages, 'LoanMessagesPage'),
});

/** For lenders only, because borrowers only receive the reminders. */
const loanRemindersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.loanReminders,
  beforeLoad: only(isLenderStaff),
  component: lazyRouteComponent(
    () => import('../features/reminders/RemindersPage.tsx'),
    'RemindersPage',
  ),
});

/**
 * For employees of lenders only: the operator has no permissible purpose for anyone's credit report, and borrowers
 * never see a report.
 */
const loanCreditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.loanCredit,
  beforeLoad: only((user) => isLenderStaff(user) && !isAdministrator(user)),
  component: lazyRouteComponent(() => import('../features/credit/CreditPage.tsx'), 'CreditPage'),
});

const loanSourcesUsesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.loanSourcesUses,
  beforeLoad: only(isLenderStaff),
  component: lazyRouteComponent(
    () => import('../features/sources-uses/SourcesUsesPage.tsx'),
    'SourcesUsesPage',
  ),
});

const sharedFilesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.sharedFiles,
  validateSearch: (search: RawSearch): { failed?: '' } =>
    'failed' in search ? { failed: '' } : {},
  component: lazyRouteComponent(
    () => import('../features/shared-files/SharedFilesPage.tsx'),
    'SharedFilesPage',
  ),
});
const deepLinkRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.deepLink,
  validateSearch: (search: RawSearch): { token?: string } =>
    textOf(search['token']) ? { token: String(search['token']).slice(0, 400) } : {},
  component: lazyRouteComponent(
    () => import('../features/deep-links/DeepLinkPage.tsx'),
    'DeepLinkPage',
  ),
});
const receiptRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.receipt,
  component: lazyRouteComponent(
    () => import('../features/elements/ReceiptPage.tsx'),
    'ReceiptPage',
  ),
});
/** For employees and administrators only, because the page lists email addresses and phone numbers of people. */
const loanDeliveriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.loanDeliveries,
  beforeLoad: only(mayAdminister),
  component: lazyRouteComponent(
    () => import('../features/loan-overview/LoanDeliveriesPage.tsx'),
    'LoanDeliveriesPage',
  ),
});

const packagePage = <Path extends string>(
  path: Path,
  name: keyof typeof import('../features/elements/pages.tsx'),
) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    validateSearch: explorerSearch,
    component: lazyRouteComponent(() => import('../features/elements/pages.tsx'), name),
  });
const requestFilesRoute = packagePage(routes.requestFiles, 'RequestFilesPage');
const loanTrashRoute = packagePage(routes.loanTrash, 'TrashPage');

const shoeboxPage = <Path extends string>(
  path: Path,
  name: keyof typeof import('../features/shoebox/pages.ts'),
) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    validateSearch: shoeboxSearch,
    component: lazyRouteComponent(() => import('../features/shoebox/pages.ts'), name),
  });
const shoeboxRoutes = [
  shoeboxPage(routes.loanShoebox, 'LoanShoeboxPage'),
  shoeboxPage(routes.loanShoeboxOf, 'LoanShoeboxOfPage'),
  shoeboxPage(routes.shoebox, 'ShoeboxPage'),
  shoeboxPage(routes.shoeboxOf, 'ShoeboxOfPage'),
  shoeboxPage(routes.ownShoebox, 'OwnShoeboxPage'),
  shoeboxPage(routes.shoeboxTrash, 'ShoeboxTrashPage'),
] as const;

const annotatorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.annotator,
  validateSearch: readerSearch,
  component: lazyRouteComponent(
    () => import('../features/annotator/AnnotatorPage.tsx'),
    'AnnotatorPage',
  ),
});

/** The review queue of one loan or of all loans. */
const reviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.review,
  beforeLoad: only(isLenderStaff),
  validateSearch: (search: RawSearch): { loanId?: string } =>
    textOf(search['loanId']) ? { loanId: String(search['loanId']) } : {},
  component: lazyRouteComponent(() => import('../features/review/ReviewPage.tsx'), 'ReviewPage'),
});

const createLoanRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.loanCreate,
  beforeLoad: only((user) => pipelineCompany(user) !== null),
  component: lazyRouteComponent(
    () => import('../features/loans/CreateLoanPage.tsx'),
    'CreateLoanPage',
  ),
});
const applyTemplateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.applyTemplate,
  component: lazyRouteComponent(
    () => import('../features/needs-list/ApplyTemplatePage.tsx'),
    'ApplyTemplatePage',
  ),
});

/**
 * The parameters name where the page was opened: a step of a loan application, or a request that the license answers.
 */
const driversLicenseRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.driversLicense,
  validateSearch: (search: RawSearch): { lenderId?: string; request?: string } => ({
    ...(textOf(search['lenderId']) ? { lenderId: String(search['lenderId']) } : {}),
    ...(textOf(search['request']) ? { request: String(search['request']) } : {}),
  }),
  component: lazyRouteComponent(
    () => import('../features/drivers-licenses/LicensePage.tsx'),
    'LicensePage',
  ),
});
const partyPages = () => import('../features/loan-members/pages.ts');
const partyRoute = <const Path extends string>(
  path: Path,
  page: keyof Awaited<ReturnType<typeof partyPages>>,
) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    component: lazyRouteComponent(partyPages, page),
  });

const partyRoutes = [
  partyRoute(routes.lenderCreate, 'LenderCreatePage'),
  partyRoute(routes.lenderEdit, 'LenderEditPage'),
  partyRoute(routes.keyContactCreate, 'KeyContactCreatePage'),
  partyRoute(routes.keyContactEdit, 'KeyContactEditPage'),
] as const;

/** Templates of a lender: employees can read them, and the owner of the company can change them. */
const templatePage = <Path extends string>(
  path: Path,
  name: keyof typeof import('../features/templates/pages.tsx'),
) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    validateSearch: (search: RawSearch): { companyId?: string } =>
      textOf(search['companyId']) ? { companyId: String(search['companyId']) } : {},
    beforeLoad: only(isLenderStaff),
    component: lazyRouteComponent(() => import('../features/templates/pages.tsx'), name),
  });

const templateRoutes = [
  templatePage(routes.loanTemplates, 'LoanTemplatesPage'),
  templatePage(routes.loanTemplateCreate, 'NewLoanTemplatePage'),
  templatePage(routes.loanTemplate, 'LoanTemplatePage'),
  templatePage(routes.loanTemplateEdit, 'LoanTemplateBuilder'),
  templatePage(routes.templates, 'AllTemplatesPage'),
  templatePage(routes.templateCreate, 'NewAnyTemplatePage'),
  templatePage(routes.template, 'AnyTemplatePage'),
  templatePage(routes.templateEdit, 'AnyTemplateBuilder'),
] as const;

const calendarRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.calendar,
  validateSearch: (search: RawSearch): { day?: string; companyId?: string } => ({
    ...(textOf(search['day']) ? { day: String(search['day']) } : {}),
    ...(textOf(search['companyId']) ? { companyId: String(search['companyId']) } : {}),
  }),
  component: lazyRouteComponent(
    () => import('../features/calendar/CalendarPage.tsx'),
    'CalendarPage',
  ),
});

/** Charts of a company, for its employees. */
const chartsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.charts,
  validateSearch: (
    search: RawSearch,
  ): { type?: string[] | undefined; phase?: string[] | undefined; companyId?: string } => ({
    ...(search['type'] === undefined ? {} : { type: listOf(search['type']) }),
    ...(search['phase'] === undefined ? {} : { phase: listOf(search['phase']) }),
    ...(textOf(search['companyId']) ? { companyId: String(search['companyId']) } : {}),
  }),
  beforeLoad: only(mayAdminister),
  component: lazyRouteComponent(() => import('../features/charts/ChartsPage.tsx'), 'ChartsPage'),
});

const editLoanRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.editLoan,
  component: lazyRouteComponent(() => import('../features/loans/EditLoanPage.tsx'), 'EditLoanPage'),
});

const profileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.profile,
  component: lazyRouteComponent(() => import('../features/users/ProfilePage.tsx'), 'ProfilePage'),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...openRoutes,
    portalLandingRoute,
    shellRoute.addChildren([
      homeRoute,
      lenderHomeRoute,
      applicantHomeRoute,
      pipelineRoute,
      loanRoute,
      loanTasksRoute,
      loanTasksOfTypeRoute,
      communicationsRoute,
      loanMessagesRoute,
      loanCreditRoute,
      loanSourcesUsesRoute,
      loanRemindersRoute,
      loanDeliveriesRoute,
      deepLinkRoute,
      receiptRoute,
      sharedFilesRoute,
      createLoanRoute,
      applyTemplateRoute,
      requestFilesRoute,
      loanTrashRoute,
      ...explorerRoutes,
      ...shoeboxRoutes,
      annotatorRoute,
      reviewRoute,
      searchRoute,
      ...applicationRoutes,
      ...portalRoutes,
      ...entityRoutes,
      driversLicenseRoute,
      ...partyRoutes,
      editLoanRoute,
      profileRoute,
      calendarRoute,
      chartsRoute,
      ...templateRoutes,
      ...articleRoutes,
      adminRoutes,
    ]),
  ]),
  parseSearch: parseQuery,
  stringifySearch: stringifyQuery,
  defaultErrorComponent: ErrorPage,
  // Errors that a route catches are reported like unhandled errors.
  defaultOnCatch: reportError,
  defaultNotFoundComponent: NotFoundPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

// Loads a new document, so that no data of the previous user stays in memory. The log-in page says that the session has
// ended [R258].
whenSessionEnds(() => {
  queryClient.clear();
  const search = stringifyQuery({ expired: '', return: router.state.location.href });
  window.location.assign(`${routes.login}${search}`);
});

// Loads a new document, because the mounted page was built for one role only.
whenRoleChanges(() => window.location.assign(routes.home));
