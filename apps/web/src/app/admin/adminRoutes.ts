import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { isAdministrator, mayAdminister, readsAudit } from '../../lib/roles.ts';
import { only, shellRoute, textOf, type RawSearch } from '../parentRoutes.ts';
import { routes } from '../../lib/routes.ts';

/** The parent route of every page under /admin. A new page needs a route below it and an entry in sections.ts. */
const adminRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: 'admin',
  validateSearch: (search: RawSearch): { companyId?: string } =>
    textOf(search['companyId']) ? { companyId: String(search['companyId']) } : {},
  beforeLoad: only(mayAdminister),
  component: lazyRouteComponent(() => import('./AdminLayout.tsx'), 'AdminLayout'),
});

const adminFieldsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: routes.adminFields,
  beforeLoad: only(isAdministrator),
  component: lazyRouteComponent(
    () => import('../../features/custom-fields/FieldsPage.tsx'),
    'FieldsPage',
  ),
});

const adminLabelsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: routes.adminLabels,
  beforeLoad: only(isAdministrator),
  component: lazyRouteComponent(() => import('../../features/labels/LabelsPage.tsx'), 'LabelsPage'),
});

const adminMaintenanceRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: routes.adminMaintenance,
  beforeLoad: only(isAdministrator),
  component: lazyRouteComponent(
    () => import('../../features/maintenance/MaintenanceWindowPage.tsx'),
    'MaintenanceWindowPage',
  ),
});

const adminStatusRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: routes.adminStatus,
  beforeLoad: only(isAdministrator),
  component: lazyRouteComponent(() => import('../../features/status/StatusPage.tsx'), 'StatusPage'),
});

interface AuditSearch {
  person?: string | undefined;
  loan?: string | undefined;
  kind?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}
const auditSearch = ['person', 'loan', 'kind', 'from', 'to'] as const;

const adminAuditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: routes.adminAudit,
  beforeLoad: only(readsAudit),
  validateSearch: (search: RawSearch): AuditSearch =>
    Object.fromEntries(
      auditSearch.flatMap((name) => (textOf(search[name]) ? [[name, textOf(search[name])]] : [])),
    ),
  component: lazyRouteComponent(() => import('../../features/audit/AuditPage.tsx'), 'AuditPage'),
});

const articlePages = () => import('../../features/learning-center/adminPages.ts');
const articlePage = <const Path extends string>(
  path: Path,
  page: keyof Awaited<ReturnType<typeof articlePages>>,
) =>
  createRoute({
    getParentRoute: () => adminRoute,
    path,
    beforeLoad: only(isAdministrator),
    component: lazyRouteComponent(articlePages, page),
  });
const articleRoutes = [
  articlePage(routes.adminArticles, 'ArticlesPage'),
  articlePage(routes.adminArticleCreate, 'CreateArticlePage'),
  articlePage(routes.adminArticleEdit, 'EditArticlePage'),
] as const;

const adminPeopleRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: routes.adminPeople,
  component: lazyRouteComponent(
    () => import('../../features/employees/EmployeesPage.tsx'),
    'EmployeesPage',
  ),
});

const adminPortalRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: routes.adminPortal,
  component: lazyRouteComponent(
    () => import('../../features/portal/PortalSettingsPage.tsx'),
    'PortalSettingsPage',
  ),
});

const adminEmailsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: routes.adminEmails,
  component: lazyRouteComponent(
    () => import('../../features/email-texts/EmailTextsPage.tsx'),
    'EmailTextsPage',
  ),
});

const adminLenderCreateRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: routes.adminLenderCreate,
  component: lazyRouteComponent(
    () => import('../../features/employees/AddLenderPage.tsx'),
    'AddLenderPage',
  ),
});

const adminLenderEditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: routes.adminLenderEdit,
  component: lazyRouteComponent(
    () => import('../../features/employees/EditLenderPage.tsx'),
    'EditLenderPage',
  ),
});

const adminCompanyCreateRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: routes.adminCompanyCreate,
  beforeLoad: only(isAdministrator),
  component: lazyRouteComponent(
    () => import('../../features/companies/CreateCompanyPage.tsx'),
    'CreateCompanyPage',
  ),
});

const companyAdminRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: routes.admin,
  component: lazyRouteComponent(
    () => import('../../features/companies/AdminPage.tsx'),
    'AdminPage',
  ),
});

const editCompanyRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: routes.editCompany,
  component: lazyRouteComponent(
    () => import('../../features/companies/CompanyEditPage.tsx'),
    'CompanyEditPage',
  ),
});

export const adminRoutes = adminRoute.addChildren([
  adminLabelsRoute,
  adminMaintenanceRoute,
  adminStatusRoute,
  adminAuditRoute,
  companyAdminRoute,
  editCompanyRoute,
  adminPeopleRoute,
  adminEmailsRoute,
  adminPortalRoute,
  adminLenderCreateRoute,
  adminLenderEditRoute,
  adminCompanyCreateRoute,
  adminFieldsRoute,
  ...articleRoutes,
]);
