import type { Found } from '@cairn/contract';
import { DOCUMENT_KINDS } from '@cairn/contract/document-kinds';
import { pipelineCompany } from '../../lib/roles.ts';
import { useOfficers } from '../../lib/useOfficers.ts';
import { useUser } from '../../lib/useUser.ts';
import { FilterBar, LOAN_STAGE, MODIFIED } from '../../ui/FilterBar.tsx';
import type { FoundSearch } from './foundFilter.ts';

interface FoundFiltersProps {
  search: FoundSearch;
  /** The loan filter offers the loans of these results. */
  results: readonly Found[];
  onFilter: (change: FoundSearch) => void;
}

const byLabel = (one: { label: string }, other: { label: string }): number =>
  one.label.localeCompare(other.label);

const TYPE = {
  name: 'type',
  label: 'Document type',
  options: Object.entries(DOCUMENT_KINDS)
    .map(([value, label]) => ({ value, label }))
    .toSorted(byLabel),
} as const;

/**
 * The loans of the results. While the loan filter is active, all results are of selected loans, so these stay in the
 * list.
 */
function loansOf(results: readonly Found[]) {
  const names = new Map(
    results.map((result) => [
      result.loanId,
      result.kind === 'LOAN' ? result.title : result.loanName,
    ]),
  );
  return [...names].map(([value, label]) => ({ value, label })).toSorted(byLabel);
}

/** Only lenders filter by stage, assignee and uploader. The kinds of results are tabs, not filters. */
export default function FoundFilters({ results, ...props }: FoundFiltersProps) {
  const officers = useOfficers();
  const isLender = pipelineCompany(useUser()) !== null;
  const loan = { name: 'loan', label: 'Loan', options: loansOf(results) } as const;
  const ofLender = [
    { name: 'uploader', label: 'Uploaded by', options: officers },
    { name: 'assignee', label: 'Assignee', options: officers },
    LOAN_STAGE,
  ] as const;
  return (
    <FilterBar<FoundSearch>
      filters={[loan, TYPE, MODIFIED, ...(isLender ? ofLender : [])]}
      mt="sm"
      {...props}
    />
  );
}
