import type { PhaseWithTotals } from '@cairn/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useNow } from '../../lib/clock.ts';
import { useCall } from '../../lib/useCall.ts';
import { pipelineCompany } from '../../lib/roles.ts';
import { filterOf, searchOf, type Shown, isShownBy } from './filters.ts';
import { phasesOf, type Section } from './sections.ts';
import type { LoanFilter } from './useLoanList.ts';
import { useUser } from '../../lib/useUser.ts';

const route = getRouteApi('/shell/loans/phases/$phase');

function usePhases(section: Section) {
  const user = useUser();
  const companyId = pipelineCompany(user)?.id ?? '';
  const { data } = useCall('listPhases', { params: { companyId } });
  return { companyId, all: data?.phases, own: data && phasesOf(section, data.phases) };
}

export interface Pipeline {
  section: Section;
  companyId: string;
  /** Of every stage; what a loan may be moved to is among them. */
  allPhases: PhaseWithTotals[] | undefined;
  /** Of this page. */
  phases: PhaseWithTotals[] | undefined;
  /** Those of them that the filter leaves. */
  shownPhases: PhaseWithTotals[] | undefined;
  shown: Shown;
  show: (changed: Partial<Shown>) => void;
  /** What a list of all of it is asked for; nothing where there is nothing to ask. */
  filter: LoanFilter | null;
}

export function usePipeline(section: Section): Pipeline {
  const { companyId, all, own: phases } = usePhases(section);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const shown = useMemo(() => isShownBy(search), [search]);
  const now = useNow();
  const known = phases?.filter(({ id }) => shown.phaseIds.includes(id));
  const shownPhases = known?.length ? known : phases;
  // A page that is part of a category has to name its phases; with none there is nothing to ask.
  const partOf = section.named !== undefined;
  const phaseId = partOf ? (shownPhases?.map(({ id }) => id) ?? []) : shown.phaseIds;
  const filter = {
    category: section.category,
    ...(phaseId.length > 0 ? { phaseId } : {}),
    ...filterOf(shown, now),
  };
  return {
    section,
    companyId,
    allPhases: all,
    phases,
    shownPhases,
    shown,
    show: (changed) =>
      void navigate({ search: () => searchOf({ ...shown, ...changed }), replace: true }),
    filter: partOf && phaseId.length === 0 ? null : filter,
  };
}
