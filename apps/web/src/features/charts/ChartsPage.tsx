import { Box, Group } from '@mantine/core';
import type { LoanType } from '@cairn/contract';
import { LOAN_TYPES } from '@cairn/contract/constants';
import { getRouteApi } from '@tanstack/react-router';
import { isAdministrator } from '../../lib/roles.ts';
import { CompanySelect } from '../companies/CompanySelect.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ExportButton } from '../../ui/ExportButton.tsx';
import { FilterMenuButton } from '../../ui/FilterMenuButton.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { useCall } from '../../lib/useCall.ts';
import { DaysInPhase, SentBack } from './Bars.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import classes from './Charts.module.css';
import { Suggestions } from './Suggestions.tsx';
import { Tiles } from './Tiles.tsx';
import { Turnaround } from './Turnaround.tsx';
import { Volume } from './Volume.tsx';
import { useUser } from '../../lib/useUser.ts';

const route = getRouteApi('/shell/charts');

const TYPES = Object.entries(LOAN_TYPES).map(([value, label]) => ({ value, label }));
const isType = (value: string): value is LoanType => Object.hasOwn(LOAN_TYPES, value);

interface Filter {
  companyId: string;
  loanType?: LoanType[];
  phaseId?: string[];
}

function useCharts() {
  const user = useUser();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const companyId = user.company?.id ?? search.companyId;
  const types = (search.type ?? []).filter(isType);
  const phases = search.phase ?? [];
  const show = (changed: typeof search) =>
    void navigate({ search: (old) => ({ ...old, ...changed }), replace: true });
  const filter: Filter | undefined =
    companyId === undefined
      ? undefined
      : {
          companyId,
          ...(types.length > 0 && { loanType: types }),
          ...(phases.length > 0 && { phaseId: phases }),
        };
  return { user, companyId, types, phases, filter, show };
}

/** An empty filter is left out of the URL. */
const chosenOrAll = (values: string[]): string[] | undefined =>
  values.length > 0 ? values : undefined;

function Tools({ filter, show, types, phases }: ReturnType<typeof useCharts> & { filter: Filter }) {
  const { data } = useCall('listPhases', { params: { companyId: filter.companyId } });
  const stages = (data?.phases ?? [])
    .filter(({ category }) => category === 'ORIGINATION')
    .toSorted((one, other) => one.displayOrder - other.displayOrder)
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Group gap="xs">
      <FilterMenuButton
        label="Loan Type"
        options={TYPES}
        chosen={types}
        onChange={(type) => show({ type: chosenOrAll(type) })}
      />
      {stages.length > 0 && (
        <FilterMenuButton
          label="Loan Stage"
          options={stages}
          chosen={phases}
          onChange={(phase) => show({ phase: chosenOrAll(phase) })}
        />
      )}
      <ExportButton call="exportCharts" body={filter} />
    </Group>
  );
}

function Figures({ filter }: { filter: Filter }) {
  const query = useCall('getCharts', { query: filter });
  const charts = query.data;
  if (!charts) {
    return (
      <QueryFallback
        query={query}
        loading="Loading the charts"
        failed="The charts could not be loaded"
      />
    );
  }
  return (
    <>
      <Tiles charts={charts} />
      <div className={classes.cards}>
        <Volume months={charts.volume} />
        <DaysInPhase phases={charts.daysInPhase} />
        <Turnaround turns={charts.turnaround} />
        <SentBack reasons={charts.sentBack} />
        <Suggestions months={charts.suggestions} />
      </div>
    </>
  );
}

/** The part of the page's lead that names the active filters. */
function shownOf(types: LoanType[], staged: boolean): string {
  const which = types.length > 0 ? types.map((type) => LOAN_TYPES[type]).join(', ') : 'All loans';
  return staged
    ? `${which}, in the selected stages; closed volume covers all stages`
    : `${which}, last 12 months`;
}

/** A company's charts, computed from its domain events [R028]. */
export function ChartsPage() {
  const charts = useCharts();
  const { user, companyId, types, phases, filter, show } = charts;
  return (
    <Page>
      <PageHeader title="Charts" lead={shownOf(types, phases.length > 0)}>
        {filter && <Tools {...charts} filter={filter} />}
      </PageHeader>
      {isAdministrator(user) && (
        <Box mb="s20">
          <CompanySelect
            label="Company"
            value={companyId ?? ''}
            onChange={(id) => show({ companyId: id })}
          />
        </Box>
      )}
      {filter ? (
        <Figures filter={filter} />
      ) : (
        <EmptyState title="Choose a company">Each company has its own charts.</EmptyState>
      )}
    </Page>
  );
}
