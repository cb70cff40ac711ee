import type { Delivery, DeliveryState } from '@cairn/contract';
import { Button } from '@mantine/core';
import {
  IconCheck,
  IconClock,
  IconFlag,
  IconHourglass,
  IconMailCheck,
  IconMailOff,
  IconMailX,
} from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { useNow } from '../../lib/clock.ts';
import { formatModified } from '../../lib/format/dates.ts';
import { personName } from '../../lib/format/names.ts';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/dataTableTypes.ts';
import { RowTitle } from '../../ui/RowTitle.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { newestStopped } from './newestStopped.ts';
import { useTryAddressAgain } from './useTryAddressAgain.ts';
import { channelName, deliveryDetail, deliveryTitle } from './deliveryText.ts';

const CHIPS: Record<DeliveryState, ComponentProps<typeof StatusChip>> = {
  QUEUED: { hue: 'gray', icon: IconHourglass, label: 'Sending' },
  SENT: { hue: 'blue', icon: IconCheck, label: 'Sent' },
  DELAYED: { hue: 'orange', icon: IconClock, label: 'Delayed' },
  DELIVERED: { hue: 'green', icon: IconMailCheck, label: 'Delivered' },
  BOUNCED: { hue: 'red', icon: IconMailX, label: 'Bounced' },
  COMPLAINED: { hue: 'red', icon: IconFlag, label: 'Spam report' },
  STOPPED: { hue: 'gray', icon: IconMailOff, label: 'Not sent' },
};

function SentAt({ delivery }: { delivery: Delivery }) {
  return formatModified(delivery.createdDate, useNow());
}

const COLUMNS: Column<Delivery>[] = [
  {
    id: 'message',
    header: 'Message',
    rowHeader: true,
    phone: 'title',
    cell: (delivery) => (
      <span title={delivery.reason ?? undefined}>
        <RowTitle title={deliveryTitle(delivery)} meta={deliveryDetail(delivery)} />
      </span>
    ),
  },
  {
    id: 'to',
    header: 'To',
    width: 280,
    phone: 'line',
    cell: ({ user, address }) =>
      user ? (
        <RowTitle
          start={<Avatar person={user} size={24} />}
          title={personName(user)}
          meta={address}
        />
      ) : (
        address
      ),
  },
  {
    id: 'channel',
    header: 'Channel',
    width: 88,
    hideBelow: 'sm',
    phone: 'line',
    cell: channelName,
  },
  {
    id: 'state',
    header: 'State',
    width: 132,
    phone: 'end',
    cell: ({ state }) => <StatusChip {...CHIPS[state]} />,
  },
  {
    id: 'sent',
    header: 'Sent',
    width: 112,
    align: 'right',
    phone: 'line',
    cell: (delivery) => <SentAt delivery={delivery} />,
  },
];

interface DeliveryTableProps {
  loanId: string;
  rows: readonly Delivery[] | undefined;
  maySendAgain: boolean;
  empty: ReactNode;
  fallback: ReactNode;
}

const idOf = ({ id }: Delivery): string => id;

interface Again {
  /** Ids of the rows that have the button. */
  on: ReadonlySet<string>;
  busyWith: string | undefined;
  onAgain: (id: string, address: string) => void;
}

const againColumn = ({ on, busyWith, onAgain }: Again): Column<Delivery> => ({
  id: 'again',
  header: 'Action',
  headerHidden: true,
  width: 112,
  align: 'right',
  phone: 'full',
  cell: ({ id, address }) =>
    on.has(id) && (
      <Button
        variant="default"
        size="compact-sm"
        loading={busyWith === id}
        aria-label={`Try again: ${address}`}
        onClick={() => onAgain(id, address)}
      >
        Try again
      </Button>
    ),
});

export function DeliveryTable({ loanId, rows, maySendAgain, ...rest }: DeliveryTableProps) {
  const { busyWith, tryAgain } = useTryAddressAgain(loanId);
  const onAgain = useEventCallback((id: string, address: string) => tryAgain(id, address));
  const columns = useMemo(() => {
    const on = newestStopped(maySendAgain ? (rows ?? []) : []);
    return on.size === 0 ? COLUMNS : [...COLUMNS, againColumn({ on, busyWith, onAgain })];
  }, [rows, maySendAgain, busyWith, onAgain]);
  return (
    <DataTable label="Emails and texts" rows={rows} rowId={idOf} columns={columns} {...rest} />
  );
}
