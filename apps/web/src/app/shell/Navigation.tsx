import type { LoggedUser, PhaseCategory } from '@cairn/contract';
import { Link, useLocation } from '@tanstack/react-router';
import { pipelineCompany } from '../../lib/roles.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { hint } from '../../lib/hint.ts';
import { UnreadCount } from '../../ui/UnreadCount.tsx';
import { useCall } from '../../lib/useCall.ts';
import classes from './Navigation.module.css';
import { type Section, sectionsFor } from './sections.ts';

/** The loan counts of the stages. Every write keeps the totals current, and the event stream triggers a refetch. */
function useCounts(user: LoggedUser): (category: PhaseCategory | undefined) => number | undefined {
  const companyId = pipelineCompany(user)?.id ?? '';
  const { data } = useCall('listPhases', { params: { companyId } }, { enabled: companyId !== '' });
  return (category) => category && data?.categories?.[category].loanCount;
}

interface EntryProps {
  section: Section;
  count: number | undefined;
  rail: boolean;
  /** Marks the entry as current only on its exact path, because another entry matches the current page more closely. */
  exact: boolean;
}

function Entry({ section, count, rail, exact }: EntryProps) {
  const { name, icon: EntryIcon, path, counts } = section;
  return (
    <Link
      to={path}
      className={classes.link ?? ''}
      // The pages under /admin have their own navigation and are a single section here.
      activeOptions={{ includeSearch: false, exact }}
      {...(rail ? hint(name, 'right') : {})}
    >
      <EntryIcon size={17} stroke={1.7} aria-hidden />
      <span className={classes.label}>{name}</span>
      {counts && <UnreadCount className={classes.unread} />}
      {count !== undefined && <span className={classes.count}>{formatCount(count)}</span>}
    </Link>
  );
}

export function Navigation({ user, rail }: { user: LoggedUser; rail: boolean }) {
  const countOf = useCounts(user);
  const all = sectionsFor(user);
  const groups = Map.groupBy(all, ({ group }) => group);
  const currentPath = useLocation({ select: ({ pathname }) => pathname });
  const isAround = ({ path }: Section): boolean =>
    all.some((each) => each.path.startsWith(`${path}/`) && currentPath.startsWith(each.path));
  return (
    <nav className={classes.nav} aria-label="Main" data-rail={rail || undefined}>
      {[...groups].map(([group, sections]) => (
        <div key={group} className={classes.group}>
          {group && <p className={classes.heading}>{group}</p>}
          {sections.map((section) => (
            <Entry
              key={section.name}
              section={section}
              count={countOf(section.category)}
              rail={rail}
              exact={isAround(section)}
            />
          ))}
        </div>
      ))}
    </nav>
  );
}
