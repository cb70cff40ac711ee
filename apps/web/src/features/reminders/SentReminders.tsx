import type { ReminderDeliveryState, SentReminder } from '@cairn/contract';
import { Text } from '@mantine/core';
import {
  IconBell,
  IconCheck,
  IconCircleMinus,
  IconClock,
  IconFlag,
  IconHourglass,
  IconMailCheck,
  IconMailOff,
  IconMailX,
} from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { formatModified } from '../../lib/format/dates.ts';
import { personName } from '../../lib/format/names.ts';
import { useNow } from '../../lib/clock.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/dataTableTypes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RowTitle } from '../../ui/RowTitle.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { deliveryOf, sentTitle } from './reminderText.ts';

const CHIPS: Record<ReminderDeliveryState | 'BELL', ComponentProps<typeof StatusChip>> = {
  DELIVERED: { hue: 'green', icon: IconMailCheck, label: 'Delivered' },
  SENT: { hue: 'green', icon: IconCheck, label: 'Sent' },
  DELAYED: {
    hue: 'orange',
    icon: IconClock,
    label: 'Delayed',
    title: 'The recipient’s provider hasn’t accepted it yet. We’ll try again.',
  },
  BOUNCED: {
    hue: 'red',
    icon: IconMailX,
    label: 'Bounced',
    title: 'The recipient’s provider did not accept it',
  },
  COMPLAINED: {
    hue: 'red',
    icon: IconFlag,
    label: 'Spam report',
    title: 'The recipient reported it as spam',
  },
  STOPPED: {
    hue: 'red',
    icon: IconMailOff,
    label: 'Not sent',
    title: 'An earlier email or text to this address bounced',
  },
  WAITING: {
    hue: 'blue',
    icon: IconHourglass,
    label: 'Waiting',
    title: 'Goes out after quiet hours, or as soon as a sending limit allows',
  },
  NOT_NEEDED: {
    hue: 'gray',
    icon: IconCircleMinus,
    label: 'Not needed',
    title: 'The documents came in, or the request ended, before it went out',
  },
  DROPPED: {
    hue: 'red',
    icon: IconMailOff,
    label: 'Not sent',
    title: 'A sending limit was reached',
  },
  BELL: {
    hue: 'gray',
    icon: IconBell,
    label: 'Bell only',
    title: 'This person turned off emails and texts about requests',
  },
};

function SentAt({ reminder }: { reminder: SentReminder }) {
  return formatModified(reminder.createdDate, useNow());
}

const COLUMNS: Column<SentReminder>[] = [
  {
    id: 'reminder',
    header: 'Documents',
    rowHeader: true,
    phone: 'title',
    cell: (reminder) => (
      <RowTitle
        title={sentTitle(reminder)}
        meta={reminder.sentBy ? `Sent by ${personName(reminder.sentBy)}` : 'Sent automatically'}
      />
    ),
  },
  {
    id: 'to',
    header: 'To',
    width: 200,
    phone: 'line',
    cell: ({ user }) =>
      user ? (
        <RowTitle start={<Avatar person={user} size={24} />} title={personName(user)} />
      ) : (
        'Former member'
      ),
  },
  {
    id: 'state',
    header: 'State',
    width: 132,
    phone: 'end',
    cell: (reminder) => <StatusChip {...CHIPS[deliveryOf(reminder) ?? 'BELL']} />,
  },
  {
    id: 'sent',
    header: 'Sent',
    width: 120,
    align: 'right',
    phone: 'line',
    cell: (reminder) => <SentAt reminder={reminder} />,
  },
];

const idOf = ({ id }: SentReminder): string => id;

export function SentReminders({ sent }: { sent: readonly SentReminder[] }) {
  return (
    <section aria-labelledby="sent-reminders">
      <Text
        component="h2"
        id="sent-reminders"
        size="section"
        fw={600}
        mb="sm"
        lts="var(--tracking-section)"
      >
        Sent
      </Text>
      <DataTable
        label="Sent reminders"
        rows={sent}
        rowId={idOf}
        columns={COLUMNS}
        empty={<EmptyState title="No reminders sent yet" />}
      />
    </section>
  );
}
