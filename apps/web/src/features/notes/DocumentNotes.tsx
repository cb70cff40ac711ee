import { Text } from '@mantine/core';
import { NoteList } from './NoteList.tsx';

/** The notes about one document, shown beside it. */
export default function DocumentNotes({
  loanId,
  elementId,
}: {
  loanId: string;
  elementId: string;
}) {
  return (
    <section aria-label="Notes">
      <Text component="h3" size="meta" mb="xs" fw={600}>
        Notes
      </Text>
      <NoteList key={elementId} loanId={loanId} elementId={elementId} />
    </section>
  );
}
