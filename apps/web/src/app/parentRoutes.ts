/** Parent routes: the root, and the shell for logged-in users. */
import type { LoggedUser } from '@cairn/contract';
import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { chooseZone } from '../lib/format/zone.ts';
import { CallError } from '../lib/CallError.ts';
import { queryClient } from '../lib/queries.ts';
import { signedIn } from '../lib/session.ts';
import { callOptions } from '../lib/useCall.ts';
import { WholeErrorPage } from './ErrorPage.tsx';
import { readGlobalSearch } from './globalSearch.ts';
import { WholeNotFoundPage } from '../ui/NotFoundPage.tsx';
import { Root } from './Root.tsx';
import { lenderIn, routes } from '../lib/routes.ts';

export type RawSearch = Record<string, unknown>;
export const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** The template of the loan that the borrower chose on the lender's landing page. */
export const templateSearch = (search: RawSearch): { template?: string } =>
  textOf(search['template']) ? { template: String(search['template']) } : {};

export const rootRoute = createRootRoute({
  component: Root,
  errorComponent: WholeErrorPage,
  notFoundComponent: WholeNotFoundPage,
  validateSearch: readGlobalSearch,
  // Navigations keep the parameters that hide the shell, so that the layout stays the same until the user leaves it.
  search: { middlewares: [retainSearchParams(['mobile', 'expandedPreview'])] },
});

const APPLY = routes.applyNew.replace('$lenderId', '');

/** Returns the logged-in user, or redirects to the log-in page, from which the user returns to the address. */
async function requireUser(address: string, rawSearch: RawSearch) {
  try {
    const [user, settings] = await Promise.all([
      queryClient.ensureQueryData(callOptions('getLoggedUser', {})),
      // Loaded together with the user, so that dates are not shown in one time zone first and then in another.
      queryClient.ensureQueryData(callOptions('getUserSettings', {})).catch(() => null),
    ]);
    chooseZone(settings?.timezoneId);
    signedIn.set(true);
    return user;
  } catch (failure) {
    if (!(failure instanceof CallError) || failure.status !== 401) throw failure;
    const lenderId = lenderIn(address);
    // A visitor who wants to apply sees the lender's landing page before logging in.
    if (lenderId && address.startsWith(APPLY)) {
      const search = templateSearch(rawSearch);
      throw redirect({ to: routes.portal, params: { lenderId }, search, replace: true });
    }
    const search = address === routes.home ? {} : { return: address };
    throw redirect({ to: routes.login, search });
  }
}

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  errorComponent: WholeErrorPage,
  beforeLoad: async ({ location }) => ({ user: await requireUser(location.href, location.search) }),
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
});

/** Redirects home with a message if the page is not available to the user's role. */
export const only =
  (may: (user: LoggedUser) => boolean) =>
  ({ context }: { context: { user: LoggedUser } }) => {
    if (may(context.user)) return;
    throw redirect({ to: routes.home, search: { 'no-access-modal': '' }, replace: true });
  };
