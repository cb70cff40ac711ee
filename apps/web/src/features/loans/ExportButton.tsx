import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useAction } from '../../kit/useAction.ts';
import type { LoanFilter } from './useLoanList.ts';

/** The list as it is filtered, all of it, as CSV. */
export function ExportButton({ filter }: { filter: LoanFilter }) {
  const order = useAction('exportLoans');
  return (
    <Button
      variant="default"
      loading={order.isPending}
      leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
      onClick={() =>
        order.mutate(
          { body: filter },
          { onSuccess: ({ downloadUrl }) => window.location.assign(downloadUrl) },
        )
      }
    >
      Export
    </Button>
  );
}
