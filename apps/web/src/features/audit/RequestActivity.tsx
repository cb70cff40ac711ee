import { Text } from '@mantine/core';
import { useCall } from '../../lib/useCall.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { ActivityList } from './ActivityList.tsx';

const LATEST = 50;

/** Who uploaded, decided, changed and downloaded the files of one request. */
export default function RequestActivity({
  loanId,
  elementId,
}: {
  loanId: string;
  elementId: string;
}) {
  const { data } = useCall('listLoanActivity', {
    params: { id: loanId },
    query: { elementId, limit: LATEST },
  });
  return (
    <section aria-label="Activity">
      <Text component="h3" size="meta" mb="xs" fw={600}>
        Activity
      </Text>
      {data ? (
        <ActivityList entries={data.happened} />
      ) : (
        <RowsSkeleton label="Loading activity" rows={3} />
      )}
    </section>
  );
}
