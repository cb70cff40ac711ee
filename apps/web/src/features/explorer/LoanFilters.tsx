import { LOAN_STATUSES, LOAN_TYPES } from '@cairn/contract/constants';
import { UnstyledButton } from '@mantine/core';
import { useOfficers } from '../../lib/useOfficers.ts';
import { FilterBar, LOAN_STAGE, MODIFIED } from '../../ui/FilterBar.tsx';
import filterMenu from '../../ui/FilterMenu.module.css';
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
  options: Object.entries(LOAN_STATUSES).map(([value, label]) => ({ value, label })),
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
      <UnstyledButton
        className={filterMenu.button ?? ''}
        data-active={search.review !== undefined || undefined}
        aria-pressed={search.review !== undefined}
        onClick={() => onFilter({ review: search.review ? undefined : 'waiting' })}
      >
        To review
      </UnstyledButton>
      <FilterText
        label="Entity"
        value={search.entity}
        onFilter={(entity) => onFilter({ entity })}
      />
    </FilterBar>
  );
}
