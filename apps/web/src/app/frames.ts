/** What pages hang in: the root, and the shell for whoever is signed in. */
import type { LoggedUser } from '@cairn/contract';
import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { chooseZone } from '../format/zone.ts';
import { CallError } from '../kit/CallError.ts';
import { queryClient } from '../kit/queries.ts';
import { signedIn } from '../kit/session.ts';
import { callOptions } from '../kit/useCall.ts';
import { WholeErrorPage } from './ErrorPage.tsx';
import { readGlobalSearch } from './globalSearch.ts';
import { WholeNotFoundPage } from './NotFoundPage.tsx';
import { Root } from './Root.tsx';
import { routes } from './routes.ts';

export type Given = Record<string, unknown>;
export const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

export const rootRoute = createRootRoute({
  component: Root,
  errorComponent: WholeErrorPage,
  notFoundComponent: WholeNotFoundPage,
  validateSearch: readGlobalSearch,
  // The frame that a page is shown in stays until somebody leaves it.
  search: { middlewares: [retainSearchParams(['mobile', 'expandedPreview'])] },
});

/** Whoever is signed in, or the way to the log-in page and back. */
async function requireUser(address: string) {
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
    const search = address === routes.home ? {} : { return: address };
    throw redirect({ to: routes.login, search });
  }
}

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  errorComponent: WholeErrorPage,
  beforeLoad: async ({ location }) => ({ user: await requireUser(location.href) }),
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
});

/** Whoever comes to a page that is not theirs is told so, at home. */
export const only =
  (may: (user: LoggedUser) => boolean) =>
  ({ context }: { context: { user: LoggedUser } }) => {
    if (may(context.user)) return;
    throw redirect({ to: routes.home, search: { 'no-access-modal': '' }, replace: true });
  };
