import type { LoanType } from '@cairn/contract';
import { LOAN_TYPES } from '@cairn/contract/constants';
import { getRouteApi, notFound } from '@tanstack/react-router';
import { useMemo } from 'react';
import { pipelineCompany } from '../identity/roles.ts';
import { useNow } from '../../kit/clock.ts';
import { FilterMenu } from '../../kit/FilterMenu.tsx';
import { useCall } from '../../kit/useCall.ts';
import { LoanListView } from './LoanListView.tsx';
import classes from './PipelinePage.module.css';
import { PhaseStrip } from './PhaseStrip.tsx';
import { phasesOf, type Section, sectionOf } from './sections.ts';
import { pipelineSentence, totalsOf } from './summary.ts';
import { useLoanList } from './useLoanList.ts';

const route = getRouteApi('/shell/loans/phases/$phase');
const TYPES = Object.entries(LOAN_TYPES).map(([value, label]) => ({ value, label }));
const isLoanType = (value: string): value is LoanType => Object.hasOwn(LOAN_TYPES, value);

/** The filters live in the address: a filtered list can be shared, and Back undoes a filter. */
function useFilters() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (name: 'phase' | 'type') => (values: string[]) =>
    void navigate({
      search: (now) => ({ ...now, [name]: values.length > 0 ? values : undefined }),
      replace: true,
    });
  return {
    phaseIds: search.phase ?? [],
    types: (search.type ?? []).filter(isLoanType),
    setPhases: set('phase'),
    setTypes: set('type'),
  };
}

function usePhases(section: Section) {
  const { user } = route.useRouteContext();
  const companyId = pipelineCompany(user)?.id ?? '';
  const { data } = useCall('listPhases', { params: { companyId } });
  return useMemo(() => data && phasesOf(section, data.phases), [data, section]);
}

function usePipeline(section: Section) {
  const phases = usePhases(section);
  const filters = useFilters();
  const known = phases?.filter(({ id }) => filters.phaseIds.includes(id));
  const shownPhases = known?.length ? known : phases;
  // A page that is part of a category has to name its phases; with none there is nothing to ask.
  const partOf = section.named !== undefined;
  const phaseId = partOf ? (shownPhases?.map(({ id }) => id) ?? []) : filters.phaseIds;
  const list = useLoanList(
    {
      category: section.category,
      ...(phaseId.length > 0 ? { phaseId } : {}),
      ...(filters.types.length > 0 ? { loanType: filters.types } : {}),
    },
    !partOf || phaseId.length > 0,
  );
  return { phases, filters, list, shownPhases };
}

function Pipeline({ section }: { section: Section }) {
  const { phases, filters, list, shownPhases } = usePipeline(section);
  const now = useNow();
  const filtered = filters.phaseIds.length > 0 || filters.types.length > 0;
  const kept = shownPhases && filters.types.length === 0 ? totalsOf(shownPhases) : null;
  const loaded = list.loans ? { loans: list.loans, hasMore: list.hasMore } : null;
  const stages = phases?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{section.title}</h1>
        <p className={classes.sentence}>{pipelineSentence(kept, loaded, now)}</p>
      </header>
      {phases?.length !== 1 && (
        <PhaseStrip phases={phases} chosen={filters.phaseIds} onChoose={filters.setPhases} />
      )}
      <fieldset className={classes.filters} aria-label="Filters">
        {stages.length > 1 && (
          <FilterMenu
            label="Loan Stage"
            options={stages}
            chosen={filters.phaseIds}
            onChange={filters.setPhases}
          />
        )}
        <FilterMenu
          label="Loan Type"
          options={TYPES}
          chosen={filters.types}
          onChange={filters.setTypes}
        />
      </fieldset>
      <LoanListView
        list={list}
        label={section.title}
        nothing={section.named !== undefined && phases?.length === 0}
        empty={
          filtered
            ? { title: 'No loan matches', text: 'Take a filter away to see more.' }
            : { title: 'Nothing here yet', text: section.empty }
        }
      />
    </div>
  );
}

export function PipelinePage() {
  const { phase } = route.useParams();
  const section = sectionOf(phase);
  if (!section) throw notFound();
  return <Pipeline key={phase} section={section} />;
}
