import type { PlannedReminder, RemindedPerson, StoppedAddress } from '@cairn/contract';
import { Button, Group, Text } from '@mantine/core';
import { IconClock, IconMailX, IconPlayerPause } from '@tabler/icons-react';
import { personName } from '../../lib/format/names.ts';
import { useStore } from '../../lib/store.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import type { Column } from '../../ui/dataTableTypes.ts';
import { LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import { RowTitle } from '../../ui/RowTitle.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { stoppedSentence } from '../deliveries/deliveryText.ts';
import { leavingSoon } from './sendSoon.ts';
import type { SnoozeChoice } from './SnoozeMenu.tsx';
import {
  channelWords,
  reminderTitle,
  snoozedWords,
  timeFor,
  titlesInLine,
} from './reminderText.ts';

const menu = menuLoadedBy<SnoozeChoice>(() => import('./SnoozeMenu.tsx'));

export interface PlannedRow {
  reminder: PlannedReminder;
  person: RemindedPerson;
  /** Whether this is the person's next reminder, which can be sent now or snoozed. */
  isNext: boolean;
  isHeld: boolean;
  /** Set if email to the person's address does not arrive. */
  stopped: StoppedAddress | undefined;
}

export interface PlannedEdits {
  onSend: (row: PlannedRow) => void;
  onSnooze: (person: RemindedPerson, until: string | null) => void;
  onChooseDay: (person: RemindedPerson) => void;
  onResume: (person: RemindedPerson) => void;
  onFix: (person: RemindedPerson) => void;
}

export const plannedId = ({ reminder }: PlannedRow): string => `${reminder.day} ${reminder.userId}`;

function Actions({ row, edits }: { row: PlannedRow; edits: PlannedEdits }) {
  const { person, isNext, stopped } = row;
  const isLeaving = useStore(leavingSoon).has(person.user.id);
  const name = personName(person.user);
  if (!isNext) return null;
  if (person.paused) {
    return (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Resume reminders to ${name}`}
        onClick={() => edits.onResume(person)}
      >
        Resume
      </Button>
    );
  }
  if (stopped) {
    return (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Fix the email to ${name}`}
        onClick={() => edits.onFix(person)}
      >
        Fix email
      </Button>
    );
  }
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <LazyMenu
        menu={menu}
        label={`Snooze reminders to ${name}`}
        body={{
          isSnoozed: person.snoozedUntil !== null,
          onSnooze: (until) => edits.onSnooze(person, until),
          onChooseDay: () => edits.onChooseDay(person),
        }}
      >
        <IconClock size={16} stroke={1.7} aria-hidden />
      </LazyMenu>
      {!person.remindedToday && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Send now to ${name}`}
          disabled={isLeaving}
          onClick={() => edits.onSend(row)}
        >
          Send now
        </Button>
      )}
    </Group>
  );
}

function HeldChip({ person, isHeld, stopped }: PlannedRow) {
  if (isHeld) return <StatusChip hue="gray" icon={IconPlayerPause} label="Paused" />;
  if (stopped) {
    const label = stopped.cause === 'COMPLAINED' ? 'Spam report' : 'Email bounced';
    return <StatusChip hue="red" icon={IconMailX} label={label} title={stoppedSentence(stopped)} />;
  }
  if (person.snoozedUntil === null) return null;
  return <StatusChip hue="gray" icon={IconClock} label={snoozedWords(person.snoozedUntil)} />;
}

/** Without `edits`, the table is read-only. */
export const plannedColumns = (edits: PlannedEdits | undefined): Column<PlannedRow>[] => [
  {
    id: 'reminder',
    header: 'Reminder',
    rowHeader: true,
    phone: 'title',
    cell: ({ reminder, person, isHeld, stopped }) => (
      <RowTitle
        start={<Avatar person={person.user} />}
        title={
          <Text component="span" inherit fw={500} {...((isHeld || stopped) && { c: 'dimmed' })}>
            {reminderTitle(reminder)}
          </Text>
        }
        meta={`${channelWords(person)} to ${personName(person.user)} · ${titlesInLine(
          reminder.requests.map(({ title }) => title),
          reminder.requests.length,
        )}`}
      />
    ),
  },
  {
    id: 'time',
    header: 'Time',
    width: 124,
    phone: 'line',
    cell: ({ reminder, person }) => timeFor(reminder.sendAt, person.timezoneId),
  },
  {
    id: 'state',
    header: 'State',
    headerHidden: true,
    width: 200,
    phone: 'line',
    cell: (row) => <HeldChip {...row} />,
  },
  ...(edits
    ? [
        {
          id: 'actions',
          header: 'Actions',
          headerHidden: true,
          width: 156,
          align: 'right' as const,
          phone: 'full' as const,
          cell: (row: PlannedRow) => <Actions row={row} edits={edits} />,
        },
      ]
    : []),
];
