import { LOAN_TYPES } from '@cairn/contract/constants';
import { useOfficers } from '../../lib/useOfficers.ts';
import { FilterBar, LOAN_STAGE, MODIFIED } from '../../ui/FilterBar.tsx';
import { FilterText } from '../../ui/FilterText.tsx';
import type { LoansSearch } from './loanFilter.ts';

const TYPE = {
  name: 'type',
  label: 'Type',
  options: Object.entries(LOAN_TYPES).map(([value, label]) => ({ value, label })),
} as const;
const STATUS = {
  name: 'status',
  label: 'Status',
  single: true,
  options: [{ value: 'review', label: 'To review' }],
} as const;

interface LoanFiltersProps {
  search: LoansSearch;
  onFilter: (change: LoansSearch) => void;
}

/** Filters of the explorer's loan lists; the server applies them. */
export function LoanFilters({ search, onFilter }: LoanFiltersProps) {
  const officers = useOfficers();
  return (
    <FilterBar<LoansSearch>
      filters={[
        TYPE,
        STATUS,
        MODIFIED,
        { name: 'assignee', label: 'Assignee', options: officers },
        { ...LOAN_STAGE, single: true },
      ]}
      search={search}
      onFilter={onFilter}
      align="center"
      pb="sm"
    >
      <FilterText
        label="Entity"
        value={search.entity}
        onFilter={(entity) => onFilter({ entity })}
      />
    </FilterBar>
  );
}
