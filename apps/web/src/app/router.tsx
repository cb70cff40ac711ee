import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { pipelineCompany } from '../features/identity/roles.ts';
import { CallError } from '../kit/CallError.ts';
import { queryClient } from '../kit/queries.ts';
import { whenRoleChanges } from '../kit/roleChange.ts';
import { signedIn, whenSessionEnds } from '../kit/session.ts';
import { callOptions } from '../kit/useCall.ts';
import { listOf, parseQuery, stringifyQuery } from './addressQuery.ts';
import { ErrorPage, WholeErrorPage } from './ErrorPage.tsx';
import { NotFoundPage, WholeNotFoundPage } from './NotFoundPage.tsx';
import { Root } from './Root.tsx';
import { routes } from './routes.ts';

type Given = Record<string, unknown>;
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

const rootRoute = createRootRoute({
  component: Root,
  errorComponent: WholeErrorPage,
  notFoundComponent: WholeNotFoundPage,
  // Any page can be opened together with the no-access dialog.
  validateSearch: (given: Given) => ({
    ...('no-access-modal' in given ? { 'no-access-modal': String(given['no-access-modal']) } : {}),
    ...(textOf(given['message']) ? { message: textOf(given['message']) } : {}),
    ...(textOf(given['severity']) ? { severity: textOf(given['severity']) } : {}),
  }),
});

interface LoginSearch {
  return?: string;
  logout?: string;
  /** Somebody comes from making their account. */
  confirmed?: string;
  with?: 'code';
}

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.login,
  errorComponent: WholeErrorPage,
  validateSearch: (given: Given): LoginSearch => ({
    ...(textOf(given['return']) ? { return: String(given['return']) } : {}),
    ...('logout' in given ? { logout: '' } : {}),
    ...('confirmed' in given ? { confirmed: '' } : {}),
    ...(given['with'] === 'code' ? { with: 'code' } : {}),
  }),
  component: lazyRouteComponent(() => import('../features/identity/LoginPage.tsx'), 'LoginPage'),
});

const signupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.signup,
  errorComponent: WholeErrorPage,
  validateSearch: (given: Given): { lenderId?: string } =>
    textOf(given['lenderId']) ? { lenderId: String(given['lenderId']) } : {},
  component: lazyRouteComponent(() => import('../features/accounts/SignupPage.tsx'), 'SignupPage'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.forgotPassword,
  errorComponent: WholeErrorPage,
  component: lazyRouteComponent(
    () => import('../features/accounts/ForgotPasswordPage.tsx'),
    'ForgotPasswordPage',
  ),
});

const newPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.newPassword,
  errorComponent: WholeErrorPage,
  component: lazyRouteComponent(
    () => import('../features/accounts/NewPasswordPage.tsx'),
    'NewPasswordPage',
  ),
});

const passwordUpdatedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.passwordUpdated,
  errorComponent: WholeErrorPage,
  component: lazyRouteComponent(
    () => import('../features/accounts/PasswordUpdatedPage.tsx'),
    'PasswordUpdatedPage',
  ),
});

/** Whoever is signed in, or the way to the log-in page and back. */
async function requireUser(address: string) {
  try {
    const user = await queryClient.ensureQueryData(callOptions('getLoggedUser', {}));
    signedIn.set(true);
    return user;
  } catch (failure) {
    if (!(failure instanceof CallError) || failure.status !== 401) throw failure;
    const search = address === routes.home ? {} : { return: address };
    throw redirect({ to: routes.login, search });
  }
}

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  errorComponent: WholeErrorPage,
  beforeLoad: async ({ location }) => ({ user: await requireUser(location.href) }),
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
});

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.home,
  beforeLoad: ({ context }) => {
    if (pipelineCompany(context.user) === null) return;
    throw redirect({ to: routes.loanPhase, params: { phase: 'origination' }, replace: true });
  },
  component: lazyRouteComponent(() => import('../features/loans/MyLoansPage.tsx'), 'MyLoansPage'),
});

const lenderHomeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.lenderHome,
  beforeLoad: () => {
    throw redirect({ to: routes.home, replace: true });
  },
});

const pipelineRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.loanPhase,
  validateSearch: (given: Given): { phase?: string[]; type?: string[] } => ({
    ...(given['phase'] === undefined ? {} : { phase: listOf(given['phase']) }),
    ...(given['type'] === undefined ? {} : { type: listOf(given['type']) }),
  }),
  beforeLoad: ({ context }) => {
    // The phases are a lender's own; everybody else has one list.
    if (pipelineCompany(context.user) === null) {
      throw redirect({ to: routes.home, replace: true });
    }
  },
  component: lazyRouteComponent(() => import('../features/loans/PipelinePage.tsx'), 'PipelinePage'),
});

const loanRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.loan,
  validateSearch: (given: Given): { folder?: string } =>
    textOf(given['folder']) ? { folder: String(given['folder']) } : {},
  component: lazyRouteComponent(() => import('../features/loans/LoanPage.tsx'), 'LoanPage'),
});

const profileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.profile,
  component: lazyRouteComponent(
    () => import('../features/settings/ProfilePage.tsx'),
    'ProfilePage',
  ),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    loginRoute,
    signupRoute,
    forgotPasswordRoute,
    newPasswordRoute,
    passwordUpdatedRoute,
    shellRoute.addChildren([homeRoute, lenderHomeRoute, pipelineRoute, loanRoute, profileRoute]),
  ]),
  parseSearch: parseQuery,
  stringifySearch: stringifyQuery,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

whenSessionEnds(() => {
  // Nothing of the person who was signed in may stay in the page's memory.
  queryClient.clear();
  void router.navigate({ to: routes.login, search: { return: router.state.location.href } });
});

// A document of its own: no part of the page was made for two roles.
whenRoleChanges(() => window.location.assign(routes.home));
