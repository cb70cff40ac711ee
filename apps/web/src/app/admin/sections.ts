/** The administration's own navigation: one entry for each section, a colleague adds a line. */
import type { LoggedUser } from '@cairn/contract';
import type { LinkProps } from '@tanstack/react-router';
import { routes } from '../routes.ts';

/** The operator itself: what belongs to no lender, such as a log-in. */
export const PLATFORM = '00000000-0000-0000-0000-000000000000';

export const isAdministrator = ({ roleLevel }: LoggedUser): boolean => roleLevel === 'ADMIN';

/** A lender's own staff; who of them may also change something is said by each call's abilities. */
export const isStaff = ({ roleLevel, company }: LoggedUser): boolean =>
  roleLevel === 'LENDER' && company !== null;

export const mayAdminister = (user: LoggedUser): boolean => isAdministrator(user) || isStaff(user);

/** Administrators any company's, an owner their own. */
export const readsAudit = (user: LoggedUser): boolean =>
  isAdministrator(user) || (isStaff(user) && user.ownsCompany);

export interface Administered {
  user: LoggedUser;
  /** The company that is administered: one's own, or the one that an administrator has chosen. */
  companyId: string | undefined;
}

export interface AdminSection {
  group: 'Company' | 'Product';
  label: string;
  /** Where it leads; undefined where there is nothing to show for this person or company. */
  link: (administered: Administered) => Pick<LinkProps, 'to' | 'params'> | undefined;
  /** Leads away from the company that was chosen. */
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
    group: 'Product',
    label: 'Template fields',
    link: ({ user }) => (isAdministrator(user) ? { to: routes.adminFields } : undefined),
  },
];

export const GROUPS = ['Product', 'Company'] as const;
