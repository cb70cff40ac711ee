/** Public pages: no log-in needed. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { WholeErrorPage } from './ErrorPage.tsx';
import { rootRoute, textOf, type RawSearch } from './parentRoutes.ts';
import { routes } from '../lib/routes.ts';

interface LoginSearch {
  return?: string;
  logout?: string;
  /** The session ended while the user was working. */
  expired?: string;
  /** The user has just created their account. */
  confirmed?: string;
  with?: 'code';
}

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.login,
  errorComponent: WholeErrorPage,
  validateSearch: (search: RawSearch): LoginSearch => ({
    ...(textOf(search['return']) ? { return: String(search['return']) } : {}),
    ...('logout' in search ? { logout: '' } : {}),
    ...('expired' in search ? { expired: '' } : {}),
    ...('confirmed' in search ? { confirmed: '' } : {}),
    ...(search['with'] === 'code' ? { with: 'code' } : {}),
  }),
  component: lazyRouteComponent(() => import('../features/auth/LoginPage.tsx'), 'LoginPage'),
});

const signupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.signup,
  errorComponent: WholeErrorPage,
  validateSearch: (search: RawSearch): { lenderId?: string; return?: string } => ({
    ...(textOf(search['lenderId']) ? { lenderId: String(search['lenderId']) } : {}),
    ...(textOf(search['return']) ? { return: String(search['return']) } : {}),
  }),
  component: lazyRouteComponent(() => import('../features/auth/SignupPage.tsx'), 'SignupPage'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.forgotPassword,
  errorComponent: WholeErrorPage,
  component: lazyRouteComponent(
    () => import('../features/auth/ForgotPasswordPage.tsx'),
    'ForgotPasswordPage',
  ),
});

const newPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.newPassword,
  errorComponent: WholeErrorPage,
  component: lazyRouteComponent(
    () => import('../features/auth/NewPasswordPage.tsx'),
    'NewPasswordPage',
  ),
});

const passwordUpdatedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.passwordUpdated,
  errorComponent: WholeErrorPage,
  component: lazyRouteComponent(
    () => import('../features/auth/PasswordUpdatedPage.tsx'),
    'PasswordUpdatedPage',
  ),
});

const loanRoleVerificationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.loanRoleVerification,
  errorComponent: WholeErrorPage,
  validateSearch: (search: RawSearch): { id?: string; token?: string } => ({
    ...(textOf(search['id']) ? { id: String(search['id']) } : {}),
    ...(textOf(search['token']) ? { token: String(search['token']) } : {}),
  }),
  component: lazyRouteComponent(
    () => import('../features/invitations/InvitationPage.tsx'),
    'InvitationPage',
  ),
});

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.landing,
  errorComponent: WholeErrorPage,
  component: lazyRouteComponent(() => import('../features/home/LandingPage.tsx'), 'LandingPage'),
});

const unsubscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.unsubscribe,
  errorComponent: WholeErrorPage,
  validateSearch: (search: RawSearch): { token?: string } => ({
    ...(textOf(search['token']) ? { token: String(search['token']) } : {}),
  }),
  component: lazyRouteComponent(
    () => import('../features/notifications/UnsubscribePage.tsx'),
    'UnsubscribePage',
  ),
});

const anonymousRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.anonymous,
  errorComponent: WholeErrorPage,
  validateSearch: (search: RawSearch): { lenderUniqueCode?: string } => ({
    ...(textOf(search['lenderUniqueCode'])
      ? { lenderUniqueCode: String(search['lenderUniqueCode']) }
      : {}),
  }),
  component: lazyRouteComponent(
    () => import('../features/home/AnonymousPage.tsx'),
    'AnonymousPage',
  ),
});

export const openRoutes = [
  loginRoute,
  signupRoute,
  forgotPasswordRoute,
  newPasswordRoute,
  passwordUpdatedRoute,
  loanRoleVerificationRoute,
  landingRoute,
  anonymousRoute,
  unsubscribeRoute,
] as const;
