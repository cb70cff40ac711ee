/**
 * Routes of the learning center. `?help=` contains the URL of the page that a user needs help with and redirects to the
 * article about that page.
 */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { routes } from '../lib/routes.ts';
import { type RawSearch, shellRoute, textOf } from './parentRoutes.ts';

const pages = () => import('../features/learning-center/pages.ts');
const learningPage = <const Path extends string>(
  path: Path,
  page: keyof Awaited<ReturnType<typeof pages>>,
) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    component: lazyRouteComponent(pages, page),
  });

const learningCenterRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.learningCenter,
  validateSearch: (search: RawSearch): { help?: string } =>
    textOf(search['help']) ? { help: String(search['help']) } : {},
  beforeLoad: async ({ context, search }) => {
    if (search.help === undefined) return;
    const { articleFor } = await import('../features/learning-center/helpArticles.ts');
    const slug = articleFor(search.help, context.user);
    const to = slug
      ? { to: routes.learningEntry, params: { slug } }
      : { to: routes.learningCenter, search: {} };
    throw redirect({ ...to, replace: true });
  },
  component: lazyRouteComponent(pages, 'LearningCenterPage'),
});

export const articleRoutes = [
  learningCenterRoute,
  learningPage(routes.learningEntry, 'EntryPage'),
  learningPage(routes.learningCategory, 'CategoryPage'),
] as const;
