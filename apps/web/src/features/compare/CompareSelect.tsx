import { Select } from '@mantine/core';
import { useNow } from '../../lib/clock.ts';
import { formatModified } from '../../lib/format/dates.ts';
import { useCall } from '../../lib/useCall.ts';
import { useUser } from '../../lib/useUser.ts';
import { isLenderStaff } from '../../lib/roles.ts';
import {
  type ComparableFile,
  comparableFiles,
  type Compared,
  filesOfOtherLoans,
  otherLoansQuery,
} from './comparableFiles.ts';

interface CompareSelectProps {
  compared: Compared;
  value: string | null;
  onChoose: (documentId: string | null) => void;
}

const group = (name: string, files: readonly ComparableFile[]) => ({
  group: name,
  items: files.map(({ documentId, label }) => ({ value: documentId, label })),
});

/**
 * Selects the document to compare with: earlier versions of the answer, the same document of other years, also from the
 * entity's other loans, and the other files of the loan.
 */
export default function CompareSelect({ compared, value, onChoose }: CompareSelectProps) {
  const { loanId, elementId, documentId } = compared;
  const now = useNow();
  const answers = useCall('listAnswers', { params: { id: loanId, elementId } });
  const elements = useCall('listElements', { params: { id: loanId } });
  const otherLoans = elements.data && otherLoansQuery(elements.data.elements, compared);
  const isLender = isLenderStaff(useUser());
  const existing = useCall(
    'findExistingDocuments',
    { params: { id: loanId }, query: otherLoans ?? {} },
    // If this call fails, the select only has fewer options, so no error is shown.
    { enabled: isLender && Boolean(otherLoans), onFailure: () => true },
  );
  const elsewhere = filesOfOtherLoans(existing.data?.matches ?? [], compared);
  const versions = (answers.data?.past ?? []).flatMap(({ document, answeredDate }) =>
    document && document.id !== documentId && document.contentState === 'READY'
      ? [{ documentId: document.id, label: `Version of ${formatModified(answeredDate, now)}` }]
      : [],
  );
  const earlier = [...new Map(versions.map((each) => [each.documentId, each])).values()];
  const earlierIds = new Set(earlier.map((each) => each.documentId));
  const { otherYears, others } = comparableFiles(
    (elements.data?.elements ?? []).filter(
      ({ answer }) => !earlierIds.has(answer?.document?.id ?? ''),
    ),
    compared,
  );
  const data = [
    group('Earlier versions', earlier),
    group('Other years', [...otherYears, ...elsewhere]),
    group('This loan', others),
  ].filter(({ items }) => items.length > 0);
  const isLoading = answers.isPending || elements.isPending;
  return (
    <Select
      aria-label="Compare with"
      placeholder={isLoading ? 'Loading files…' : 'Compare with…'}
      nothingFoundMessage="No other files to compare with"
      searchable
      clearable
      limit={100}
      data={data}
      value={value}
      onChange={onChoose}
    />
  );
}
