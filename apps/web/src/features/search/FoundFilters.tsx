import { pipelineCompany } from '../../lib/roles.ts';
import { useOfficers } from '../../lib/useOfficers.ts';
import { useUser } from '../../lib/useUser.ts';
import { FilterBar, LOAN_STAGE, MODIFIED } from '../../ui/FilterBar.tsx';
import type { FoundSearch } from './foundFilter.ts';

interface FoundFiltersProps {
  search: FoundSearch;
  onFilter: (change: FoundSearch) => void;
}

/** Stages and officers are a lender's; the kinds of results are tabs of their own. */
export default function FoundFilters(props: FoundFiltersProps) {
  const officers = useOfficers();
  const isLender = pipelineCompany(useUser()) !== null;
  const ofLoan = [{ name: 'assignee', label: 'Assignee', options: officers }, LOAN_STAGE] as const;
  return (
    <FilterBar<FoundSearch> filters={[MODIFIED, ...(isLender ? ofLoan : [])]} mt="sm" {...props} />
  );
}
