import type { LoggedUser, PhaseCategory } from '@cairn/contract';
import {
  type Icon,
  IconArchive,
  IconArrowsRight,
  IconBriefcase,
  IconSeedling,
  IconStack2,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { pipelineCompany } from '../../features/identity/roles.ts';
import { hint } from '../../kit/hint.ts';
import { useCall } from '../../kit/useCall.ts';
import { routes } from '../routes.ts';
import classes from './Navigation.module.css';

interface Section {
  phase: string;
  category: PhaseCategory;
  label: string;
  icon: Icon;
}

const PIPELINE: Section[] = [
  { phase: 'lead', category: 'LEAD', label: 'Leads', icon: IconSeedling },
  { phase: 'origination', category: 'ORIGINATION', label: 'Origination', icon: IconArrowsRight },
  { phase: 'portfolio', category: 'PORTFOLIO', label: 'Portfolio', icon: IconBriefcase },
  { phase: 'archive', category: 'ARCHIVE', label: 'Archive', icon: IconArchive },
];

interface EntryProps {
  icon: Icon;
  label: string;
  count?: number | undefined;
}

function Entry({ icon: EntryIcon, label, count }: EntryProps) {
  return (
    <>
      <EntryIcon size={17} stroke={1.7} aria-hidden />
      <span className={classes.label}>{label}</span>
      {count !== undefined && (
        <span className={classes.count}>{count.toLocaleString('en-US')}</span>
      )}
    </>
  );
}

function PipelineLinks({ companyId, rail }: { companyId: string; rail: boolean }) {
  const { data } = useCall('listPhases', { params: { companyId } });
  const countOf = (category: PhaseCategory) =>
    data?.phases
      .filter((phase) => phase.category === category)
      .reduce((sum, phase) => sum + (phase.loanCount ?? 0), 0);
  return PIPELINE.map(({ phase, category, label, icon }) => (
    <Link
      key={phase}
      to={routes.loanPhase}
      params={{ phase }}
      className={classes.link}
      {...(rail ? hint(label, 'right') : {})}
    >
      <Entry icon={icon} label={label} count={countOf(category)} />
    </Link>
  ));
}

export function Navigation({ user, rail }: { user: LoggedUser; rail: boolean }) {
  const company = pipelineCompany(user);
  return (
    <nav className={classes.nav} aria-label="Main" data-rail={rail || undefined}>
      {company ? (
        <>
          <p className={classes.heading}>Pipeline</p>
          <PipelineLinks companyId={company.id} rail={rail} />
        </>
      ) : (
        <Link
          to={routes.home}
          className={classes.link}
          activeOptions={{ exact: true }}
          {...(rail ? hint('My Loans', 'right') : {})}
        >
          <Entry icon={IconStack2} label="My Loans" />
        </Link>
      )}
    </nav>
  );
}
