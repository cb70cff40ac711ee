/** The navigation of the administration. A new section needs one more entry. */
import type { LinkProps } from '@tanstack/react-router';
import { type Administered, isAdministrator, readsAudit } from '../../lib/roles.ts';
import { routes } from '../../lib/routes.ts';

export interface AdminSection {
  group: 'Company' | 'Product';
  label: string;
  /** The target of the section; undefined if there is nothing to show for this user or company. */
  link: (administered: Administered) => Pick<LinkProps, 'to' | 'params'> | undefined;
  /** The link does not keep the chosen company. */
  leaves?: true;
}

export const SECTIONS: AdminSection[] = [
  {
    group: 'Product',
    label: 'Companies',
    link: ({ user }) => (isAdministrator(user) ? { to: routes.admin } : undefined),
    leaves: true,
  },
  {
    group: 'Company',
    label: 'Labels',
    link: ({ user }) => (isAdministrator(user) ? { to: routes.adminLabels } : undefined),
  },
  {
    group: 'Company',
    label: 'Audit log',
    link: ({ user }) => (readsAudit(user) ? { to: routes.adminAudit } : undefined),
  },
  {
    group: 'Product',
    label: 'Maintenance Window',
    link: ({ user }) => (isAdministrator(user) ? { to: routes.adminMaintenance } : undefined),
  },
  {
    group: 'Product',
    label: 'Status',
    link: ({ user }) => (isAdministrator(user) ? { to: routes.adminStatus } : undefined),
  },
  {
    group: 'Product',
    label: 'Learning Center',
    link: ({ user }) => (isAdministrator(user) ? { to: routes.adminArticles } : undefined),
  },
  {
    group: 'Company',
    label: 'Phases and roles',
    link: ({ companyId }) => (companyId === undefined ? undefined : { to: routes.admin }),
  },
  {
    group: 'Company',
    label: 'Profile',
    link: ({ companyId }) =>
      companyId === undefined ? undefined : { to: routes.editCompany, params: { companyId } },
  },
  {
    group: 'Company',
    label: 'People',
    link: ({ user, companyId }) =>
      companyId || isAdministrator(user) ? { to: routes.adminPeople } : undefined,
  },
  {
    group: 'Company',
    label: 'Borrower portal',
    link: ({ user, companyId }) =>
      companyId || isAdministrator(user) ? { to: routes.adminPortal } : undefined,
  },
  {
    group: 'Company',
    label: 'Email texts',
    link: ({ user, companyId }) =>
      companyId || isAdministrator(user) ? { to: routes.adminEmails } : undefined,
  },
  {
    group: 'Product',
    label: 'Template fields',
    link: ({ user }) => (isAdministrator(user) ? { to: routes.adminFields } : undefined),
  },
];

export const GROUPS = ['Product', 'Company'] as const;
