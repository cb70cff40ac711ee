import type { LoggedUser, PhaseCategory } from '@cairn/contract';
import {
  type Icon,
  IconArchive,
  IconArrowsRight,
  IconBriefcase,
  IconCalendar,
  IconChartBar,
  IconFileText,
  IconFolders,
  IconHome,
  IconInbox,
  IconMessage2,
  IconRoute,
  IconSchool,
  IconSettings,
  IconSeedling,
  IconStack2,
  IconTags,
  IconTemplate,
  IconTool,
} from '@tabler/icons-react';
import { isLenderStaff, pipelineCompany, isAdministrator, mayAdminister } from '../../lib/roles.ts';
import { routes } from '../../lib/routes.ts';

/**
 * The nine specified names, exactly [R034], and "Home", "Messages", "Shoebox", "Explorer", "Calendar", "Charts",
 * "Applications", "Templates" and "Admin", which the application adds.
 */
export type SectionName =
  | 'Home'
  | 'Messages'
  | 'Shoebox'
  | 'Admin'
  | 'Explorer'
  | 'Calendar'
  | 'Charts'
  | 'Applications'
  | 'Leads'
  | 'Origination'
  | 'My Loans'
  | 'Portfolio'
  | 'Archive'
  | 'Templates'
  | 'Labels'
  | 'Onboarding'
  | 'Learning Center'
  | 'Maintenance Window';

export interface Section {
  name: SectionName;
  icon: Icon;
  /** The target path. A section whose path is not in routes.ts is not shown. */
  path: string;
  group: '' | 'Pipeline' | 'Library' | 'Administration';
  for: (user: LoggedUser) => boolean;
  /** Shows the number of loans of this stage beside the name. */
  category?: PhaseCategory;
  /** Shows the number of unread messages in amber. */
  counts?: 'messages';
  /** Includes the section in the tab bar of a small screen. */
  tab?: true;
}

const hasPipeline = (user: LoggedUser): boolean => pipelineCompany(user) !== null;
const everybody = (): boolean => true;

/** The navigation as data, from which the sidebar, the tab bar, the menu and the palette are rendered. */
export const SECTIONS: readonly Section[] = [
  { name: 'Home', icon: IconHome, path: '/lender', group: '', for: hasPipeline, tab: true },
  {
    name: 'My Loans',
    icon: IconStack2,
    path: '/applicant',
    group: '',
    for: (user) => !hasPipeline(user),
    tab: true,
  },
  {
    name: 'Messages',
    icon: IconMessage2,
    path: routes.communications,
    group: '',
    for: (user) => !isAdministrator(user),
    counts: 'messages',
    tab: true,
  },
  {
    name: 'Shoebox',
    icon: IconInbox,
    path: routes.shoebox,
    group: '',
    for: hasPipeline,
  },
  {
    name: 'Shoebox',
    icon: IconInbox,
    path: routes.ownShoebox,
    group: '',
    for: (user) => !hasPipeline(user) && !isAdministrator(user),
  },
  {
    name: 'Explorer',
    icon: IconFolders,
    path: routes.explorerLoans,
    group: '',
    for: hasPipeline,
  },
  {
    name: 'Calendar',
    icon: IconCalendar,
    path: routes.calendar,
    group: '',
    for: everybody,
    tab: true,
  },
  {
    name: 'Charts',
    icon: IconChartBar,
    path: routes.charts,
    group: '',
    for: mayAdminister,
  },
  {
    name: 'Applications',
    icon: IconFileText,
    path: routes.lenderApplications,
    group: 'Pipeline',
    for: hasPipeline,
  },
  {
    name: 'Leads',
    icon: IconSeedling,
    path: '/loans/phases/lead',
    group: 'Pipeline',
    for: hasPipeline,
    category: 'LEAD',
    tab: true,
  },
  {
    name: 'Origination',
    icon: IconArrowsRight,
    path: '/loans/phases/origination',
    group: 'Pipeline',
    for: hasPipeline,
    category: 'ORIGINATION',
    tab: true,
  },
  {
    name: 'My Loans',
    icon: IconStack2,
    path: '/loans/phases/mine',
    group: 'Pipeline',
    for: hasPipeline,
  },
  {
    name: 'Portfolio',
    icon: IconBriefcase,
    path: '/loans/phases/portfolio',
    group: 'Pipeline',
    for: hasPipeline,
    category: 'PORTFOLIO',
    tab: true,
  },
  {
    name: 'Archive',
    icon: IconArchive,
    path: '/loans/phases/archive',
    group: 'Pipeline',
    for: hasPipeline,
    category: 'ARCHIVE',
  },
  {
    name: 'Templates',
    icon: IconTemplate,
    path: routes.templates,
    group: 'Library',
    for: isLenderStaff,
  },
  {
    name: 'Learning Center',
    icon: IconSchool,
    path: routes.learningCenter,
    group: 'Library',
    for: everybody,
  },
  {
    name: 'Onboarding',
    icon: IconRoute,
    path: '/portal',
    group: 'Library',
    for: ({ roleLevel }) => roleLevel === 'BORROWER' || roleLevel === 'APPLICANT',
  },
  {
    name: 'Admin',
    icon: IconSettings,
    path: '/admin',
    group: 'Administration',
    for: mayAdminister,
    tab: true,
  },
  {
    name: 'Labels',
    icon: IconTags,
    path: '/admin/labels',
    group: 'Administration',
    for: isAdministrator,
  },
  {
    name: 'Maintenance Window',
    icon: IconTool,
    path: '/admin/maintenance',
    group: 'Administration',
    for: isAdministrator,
  },
];

const PHASES = /^\/loans\/phases\/[a-z]+$/;
const knownPaths = new Set<string>(Object.values(routes));

/** Whether the path has a route. Sections without one are left out. */
export const hasScreen = (path: string): boolean =>
  knownPaths.has(PHASES.test(path) ? routes.loanPhase : path);

export const sectionsFor = (user: LoggedUser): Section[] =>
  SECTIONS.filter((section) => hasScreen(section.path) && section.for(user));

/**
 * Sections that the tab bar of a lender leaves out, because it has room only for the pipeline. They are in the menu.
 */
const IN_MENU: readonly SectionName[] = ['Admin', 'Messages', 'Calendar'];
export const tabsFor = (user: LoggedUser): Section[] =>
  sectionsFor(user).filter(
    ({ name, tab }) => tab && !(hasPipeline(user) && IN_MENU.includes(name)),
  );
