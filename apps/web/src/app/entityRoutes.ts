import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { routes } from '../lib/routes.ts';
import { shellRoute } from './parentRoutes.ts';

const entityPages = () => import('../features/entities/pages.ts');
type EntityPage = Exclude<keyof Awaited<ReturnType<typeof entityPages>>, 'EntitiesView'>;
const entityRoute = <const Path extends string>(path: Path, page: EntityPage) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    component: lazyRouteComponent(entityPages, page),
  });

export const entityRoutes = [
  entityRoute(routes.companyCreate, 'CompanyCreatePage'),
  entityRoute(routes.companyEdit, 'EntityEditPage'),
  entityRoute(routes.trustCreate, 'TrustCreatePage'),
  entityRoute(routes.trustEdit, 'EntityEditPage'),
  entityRoute(routes.assetCreate, 'AssetCreatePage'),
  entityRoute(routes.assetEdit, 'EntityEditPage'),
  entityRoute(routes.personCreate, 'PersonCreatePage'),
  entityRoute(routes.personEdit, 'EntityEditPage'),
  entityRoute(routes.applicantCreate, 'ApplicantCreatePage'),
  entityRoute(routes.entityCreate, 'EntityCreatePage'),
  entityRoute(routes.entityBulkCreate, 'BulkCreatePage'),
  entityRoute(routes.entityBulkUpdate, 'BulkUpdatePage'),
] as const;
