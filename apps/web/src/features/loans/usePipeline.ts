import type { PhaseWithTotals } from '@cairn/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useNow } from '../../lib/clock.ts';
import { callOptions, useCall } from '../../lib/useCall.ts';
import { pipelineCompany } from '../../lib/roles.ts';
import { filterOf, isNarrowed, searchOf, type Shown, isShownBy } from './filters.ts';
import { phasesOf, type Section } from './sections.ts';
import type { LoanFilter } from './useLoanList.ts';
import { useUser } from '../../lib/useUser.ts';

const route = getRouteApi('/shell/loans/phases/$phase');

function usePhases(section: Section) {
  const user = useUser();
  const companyId = pipelineCompany(user)?.id ?? '';
  const query = useCall('listPhases', { params: { companyId } });
  const { data } = query;
  return { companyId, query, all: data?.phases, own: data && phasesOf(section, data.phases) };
}

/** The phases with the totals of the loans that match the filters. */
function useTotals(phases: PhaseWithTotals[] | undefined, section: Section, shown: Shown) {
  const now = useNow();
  const isNeeded = isNarrowed(shown);
  const { direction: _direction, ...filter } = filterOf(shown, now);
  const query = { category: section.category, ...filter };
  const { data, isPlaceholderData } = useQuery({
    ...callOptions('countLoansByPhase', { query }, { enabled: isNeeded }),
    // The previous totals stay visible until the new ones are loaded.
    placeholderData: keepPreviousData,
  });
  const left = isNeeded ? data?.phases : undefined;
  const withTotals = useMemo(() => {
    if (!isNeeded) return phases;
    const totals = left && new Map(left.map((each) => [each.id, each]));
    return phases?.map((phase) => ({
      ...phase,
      ...(totals ? NONE : UNKNOWN),
      ...totals?.get(phase.id),
    }));
  }, [left, phases, isNeeded]);
  return { phases: withTotals, isCounting: isNeeded && (!left || isPlaceholderData) };
}
const NONE = { loanCount: 0, loanAmount: 0 };
const UNKNOWN = { loanCount: null, loanAmount: null };

export interface Pipeline {
  section: Section;
  companyId: string;
  phasesQuery: { isLoadingError: boolean; refetch: () => Promise<unknown> };
  /** The phases of all stages, because a loan can move to any of them. */
  allPhases: PhaseWithTotals[] | undefined;
  /** The phases of this page. */
  phases: PhaseWithTotals[] | undefined;
  /** The phases of this page that the phase filter includes. */
  shownPhases: PhaseWithTotals[] | undefined;
  shown: Shown;
  show: (changed: Partial<Shown>) => void;
  /** True while the totals of the filtered loans are loading. */
  isCounting: boolean;
  /** The query for all shown loans; null if no phase is shown. */
  filter: LoanFilter | null;
}

export function usePipeline(section: Section): Pipeline {
  const { companyId, query, all, own } = usePhases(section);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const shown = useMemo(() => isShownBy(search), [search]);
  const { phases, isCounting } = useTotals(own, section, shown);
  const now = useNow();
  const filteredPhases = phases?.filter(({ id }) => shown.phaseIds.includes(id));
  const shownPhases = filteredPhases?.length ? filteredPhases : phases;
  // The servicing page shows only a part of its category, so it must name its phases. If there are none, there is
  // nothing to request.
  const partOf = section.servicing === true;
  const phaseId = partOf ? (shownPhases?.map(({ id }) => id) ?? []) : shown.phaseIds;
  const filter = {
    category: section.category,
    ...(phaseId.length > 0 ? { phaseId } : {}),
    ...filterOf(shown, now),
  };
  return {
    section,
    companyId,
    phasesQuery: query,
    allPhases: all,
    phases,
    shownPhases,
    shown,
    isCounting,
    show: (changed) =>
      void navigate({ search: () => searchOf({ ...shown, ...changed }), replace: true }),
    filter: partOf && phaseId.length === 0 ? null : filter,
  };
}
