/** Routes of a lender's pages for borrowers. Only the landing page is public. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { isAdministrator, isLenderStaff } from '../lib/roles.ts';
import { routes } from '../lib/routes.ts';
import { WholeErrorPage } from './ErrorPage.tsx';
import { only, rootRoute, shellRoute, templateSearch } from './parentRoutes.ts';

export const portalLandingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.portal,
  validateSearch: templateSearch,
  errorComponent: WholeErrorPage,
  component: lazyRouteComponent(
    () => import('../features/portal/PortalLandingPage.tsx'),
    'PortalLandingPage',
  ),
});

const borrowers = only((user) => !isAdministrator(user) && !isLenderStaff(user));
const portalPages = () => import('../features/portal/pages.ts');
const portalRoute = <const Path extends string>(
  path: Path,
  page: keyof Awaited<ReturnType<typeof portalPages>>,
) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    beforeLoad: borrowers,
    component: lazyRouteComponent(portalPages, page),
  });

export const portalRoutes = [
  portalRoute(routes.portals, 'PortalListPage'),
  portalRoute(routes.portalContact, 'PortalContactPage'),
  portalRoute(routes.portalTasks, 'PortalTasksPage'),
  portalRoute(routes.portalExit, 'PortalExitPage'),
] as const;
