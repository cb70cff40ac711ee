import { Link, Outlet } from '@tanstack/react-router';
import { type Administered, isAdministrator } from '../../lib/roles.ts';
import navigation from '../shell/Navigation.module.css';
import classes from './AdminLayout.module.css';
import { GROUPS, SECTIONS } from './sections.ts';
import { useAdministered } from '../../features/companies/useAdministered.ts';

function sectionsOf(administered: Administered) {
  return GROUPS.map((group) => ({
    group,
    entries: SECTIONS.filter((section) => section.group === group).flatMap((section) => {
      const link = section.link(administered);
      return link ? [{ label: section.label, link, leaves: section.leaves === true }] : [];
    }),
  })).filter(({ entries }) => entries.length > 0);
}

function AdminNavigation({ administered }: { administered: Administered }) {
  const { user, companyId } = administered;
  // The company that an administrator chose is kept in the links to the other sections.
  const search = isAdministrator(user) && companyId ? { companyId } : {};
  return (
    <nav className={classes.nav} aria-label="Administration">
      {sectionsOf(administered).map(({ group, entries }) => (
        <div key={group} className={navigation.group}>
          <p className={navigation.heading}>{group}</p>
          {entries.map(({ label, link, leaves }) => (
            <Link
              key={label}
              {...link}
              search={leaves ? {} : search}
              className={navigation.link ?? ''}
              activeOptions={{ exact: true, includeSearch: leaves }}
            >
              {label}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}

/** The layout of every administration page: the sections on the left, the page beside them. */
export function AdminLayout() {
  const administered = useAdministered();
  return (
    <div className={classes.layout}>
      <AdminNavigation administered={administered} />
      <div className={classes.page}>
        <Outlet />
      </div>
    </div>
  );
}
