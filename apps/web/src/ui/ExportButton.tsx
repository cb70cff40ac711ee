import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Request } from '../lib/client.ts';
import { useAction } from '../lib/useAction.ts';

/** Each answers with an address that hands the file out for a minute. */
type ExportCall = 'exportAudit' | 'exportCharts' | 'exportLoans';

interface ExportButtonProps<Name extends ExportCall> {
  call: Name;
  /** The current filters: all matching rows are exported. */
  body: Request<Name>['body'];
  children?: string;
}

export function ExportButton<Name extends ExportCall>({
  call,
  body,
  children = 'Export',
}: ExportButtonProps<Name>) {
  const order = useAction<ExportCall>(call);
  return (
    <Button
      variant="default"
      loading={order.isPending}
      leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
      onClick={() =>
        order.mutate({ body } as Request<ExportCall>, {
          onSuccess: ({ downloadUrl }) => window.location.assign(downloadUrl),
        })
      }
    >
      {children}
    </Button>
  );
}
