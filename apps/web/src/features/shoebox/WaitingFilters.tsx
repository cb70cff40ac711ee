import { FILE_KINDS } from '@cairn/contract/file-kinds';
import type { WaitingFileStatus } from '@cairn/contract/shoebox-terms';
import { useOfficers } from '../../lib/useOfficers.ts';
import { FilterBar, type FilterLayout, LOAN_STAGE, MODIFIED } from '../../ui/FilterBar.tsx';
import { FilterText } from '../../ui/FilterText.tsx';
import type { ShoeboxSearch } from './waitingFilter.ts';

const STATUSES: Record<WaitingFileStatus, string> = {
  NEW: 'New',
  CHECKING: 'Checking file',
  BLOCKED: 'Can’t be used',
};

const OF_FILE = [
  {
    name: 'type',
    label: 'Type',
    options: Object.entries(FILE_KINDS).map(([value, { label }]) => ({ value, label })),
  },
  {
    name: 'status',
    label: 'Status',
    options: Object.entries(STATUSES).map(([value, label]) => ({ value, label })),
  },
  MODIFIED,
] as const;

interface WaitingFiltersProps extends FilterLayout {
  search: ShoeboxSearch;
  onFilter: (change: ShoeboxSearch) => void;
}

/** Filters by properties of the file only, for the shoebox of one loan and for users without the lender's filters. */
export function FileFilters({ search, ...props }: WaitingFiltersProps) {
  return <FilterBar<ShoeboxSearch> filters={OF_FILE} search={search} {...props} />;
}

/** Also filters by properties of the loan, for lists that cover several loans. */
export function WaitingFilters({ search, onFilter }: WaitingFiltersProps) {
  const assignee = { name: 'assignee', label: 'Assignee', options: useOfficers() } as const;
  return (
    <FilterBar<ShoeboxSearch>
      filters={[...OF_FILE, assignee, LOAN_STAGE]}
      search={search}
      onFilter={onFilter}
      align="center"
      pb="md"
    >
      <FilterText
        label="Entity"
        value={search.entity}
        onFilter={(entity) => onFilter({ entity })}
      />
    </FilterBar>
  );
}
