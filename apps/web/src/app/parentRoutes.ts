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

/** The loan that was chosen on the lender's page. */
export const templateSearch = (search: RawSearch): { template?: string } =>
  textOf(search['template']) ? { template: String(search['template']) } : {};

export const rootRoute = createRootRoute({
  component: Root,
  errorComponent: WholeErrorPage,
  notFoundComponent: WholeNotFoundPage,
  validateSearch: readGlobalSearch,
  // The frame of a page stays mounted until the user leaves it.
  search: { middlewares: [retainSearchParams(['mobile', 'expandedPreview'])] },
});

const APPLY = routes.applyNew.replace('$lenderId', '');

/** The logged-in user, or a redirect to the log-in page and back. */
async function requireUser(address: string, rawSearch: RawSearch) {
  try {
    const [user, settings] = await Promise.all([
      queryClient.ensureQueryData(callOptions('getLoggedUser', {})),
      // Asked for beside it, so that no date is shown in one zone and then in another.
      queryClient.ensureQueryData(callOptions('getUserSettings', {})).catch(() => null),
    ]);
    chooseZone(settings?.timezoneId);
    signedIn.set(true);
    return user;
  } catch (failure) {
    if (!(failure instanceof CallError) || failure.status !== 401) throw failure;
    const lenderId = lenderIn(address);
    // The lender's own page comes before any log-in.
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

/** Redirects home, with a message, where the page is not for the user's role. */
export const only =
  (may: (user: LoggedUser) => boolean) =>
  ({ context }: { context: { user: LoggedUser } }) => {
    if (may(context.user)) return;
    throw redirect({ to: routes.home, search: { 'no-access-modal': '' }, replace: true });
  };
