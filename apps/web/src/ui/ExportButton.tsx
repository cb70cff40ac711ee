import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Reply, Request } from '../lib/client.ts';
import { useAction } from '../lib/useAction.ts';

/** Calls that reply with a download URL, which is valid for one minute. */
type ExportCall = 'exportAudit' | 'exportCharts' | 'exportLoans' | 'exportSourcesUses';

interface ExportButtonProps<Name extends ExportCall> {
  call: Name;
  /** The current filters: all matching rows are exported. */
  body: Request<Name>['body'];
  children?: string;
  onOrdered?: (reply: Reply<Name>) => void;
}

export function ExportButton<Name extends ExportCall>({
  call,
  body,
  children = 'Export',
  onOrdered,
}: ExportButtonProps<Name>) {
  const order = useAction<ExportCall>(call);
  return (
    <Button
      variant="default"
      loading={order.isPending}
      leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
      onClick={() =>
        order.mutate({ body } as Request<ExportCall>, {
          onSuccess: (reply) => {
            window.location.assign(reply.downloadUrl);
            onOrdered?.(reply as Reply<Name>);
          },
        })
      }
    >
      {children}
    </Button>
  );
}
