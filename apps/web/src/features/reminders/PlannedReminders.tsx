import type { LoanReminders, RemindedPerson, StoppedAddress } from '@cairn/contract';
import { Box, Button, Group, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useNow } from '../../lib/clock.ts';
import { formatDay } from '../../lib/format/dates.ts';
import { routes } from '../../lib/routes.ts';
import { useCall } from '../../lib/useCall.ts';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import { Banner } from '../../ui/Banner.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { findStopped } from '../deliveries/deliveryText.ts';
import { plannedColumns, plannedId, type PlannedRow } from './plannedColumns.tsx';
import { sendSoon } from './sendSoon.ts';
import type { ReminderActions } from './useReminders.ts';
import { dayHeading, remindersByDay } from './reminderText.ts';

const FixEmailDialog = lazy(() => import('./FixEmailDialog.tsx'));
const SnoozeDialog = lazy(() => import('./SnoozeDialog.tsx'));

interface PlannedProps {
  loanId: string;
  reminders: LoanReminders;
  /** The company whose reminder settings the user can open, if any. */
  settingsOf: string | undefined;
  actions: ReminderActions;
}

const stoppedEmail = ({ email, user }: RemindedPerson, stopped: readonly StoppedAddress[]) =>
  email ? findStopped(user, stopped).find(({ channel }) => channel === 'EMAIL') : undefined;

/** The planned reminders sorted by day, each with its person. */
function rowsOf(
  { next, people, paused }: LoanReminders,
  stopped: readonly StoppedAddress[],
): PlannedRow[] {
  const byId = new Map(people.map((person) => [person.user.id, person]));
  const userIds = new Set<string>();
  return remindersByDay(next).flatMap(([, reminders]) =>
    reminders.flatMap((reminder) => {
      const person = byId.get(reminder.userId);
      if (!person) return [];
      const isNext = !userIds.has(reminder.userId);
      userIds.add(reminder.userId);
      const isHeld = paused || person.paused;
      return [{ reminder, person, isNext, isHeld, stopped: stoppedEmail(person, stopped) }];
    }),
  );
}

function SettingsLink({ companyId }: { companyId: string }) {
  return (
    <Button
      variant="default"
      renderRoot={(root) => <Link {...root} to={routes.editCompany} params={{ companyId }} />}
    >
      Reminder settings
    </Button>
  );
}

function Nothing({ reminders, settingsOf }: Pick<PlannedProps, 'reminders' | 'settingsOf'>) {
  const { policy, onHold } = reminders;
  if (onHold) {
    return (
      <EmptyState title="No reminders for this loan">
        It’s on hold, closed or archived, so nothing is requested from the borrower.
      </EmptyState>
    );
  }
  if (!policy.enabled) {
    return (
      <EmptyState
        title="Reminders are off"
        action={settingsOf !== undefined && <SettingsLink companyId={settingsOf} />}
      >
        An owner of the company can turn them on. You can still remind a person yourself.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No reminders in the next two weeks">
      They go out for open requests with a due date.
    </EmptyState>
  );
}

/** Headings above the first reminder of each day, by row id. */
function headingsOf(rows: readonly PlannedRow[], now: Date): Map<string, ReactNode> {
  const headings = new Map<string, ReactNode>();
  let last = '';
  for (const row of rows) {
    const { day } = row.reminder;
    if (day !== last) headings.set(plannedId(row), `${dayHeading(day, now)}, ${formatDay(day)}`);
    last = day;
  }
  return headings;
}

export function PlannedReminders({ loanId, reminders, settingsOf, actions }: PlannedProps) {
  const [snoozing, setSnoozing] = useState<RemindedPerson | null>(null);
  const now = useNow();
  const [fixing, setFixing] = useState<RemindedPerson | null>(null);
  const { data: delivery } = useCall('listStoppedAddresses', { params: { id: loanId } });
  const stopped = delivery?.stopped;
  const rows = useMemo(() => rowsOf(reminders, stopped ?? []), [reminders, stopped]);
  const toFix = fixing && stoppedEmail(fixing, stopped ?? []);
  const headings = useMemo(() => headingsOf(rows, now), [rows, now]);
  const { manage } = reminders.abilities;
  const onSnooze = useEventCallback(actions.snooze);
  const onResume = useEventCallback((person: RemindedPerson) => actions.pause(false, person));
  const columns = useMemo(
    () =>
      plannedColumns(
        manage
          ? {
              onSend: (row) => sendSoon(loanId, row),
              onChooseDay: setSnoozing,
              onSnooze,
              onResume,
              onFix: setFixing,
            }
          : undefined,
      ),
    [manage, loanId, onSnooze, onResume],
  );
  const { paused } = reminders;
  return (
    <section aria-labelledby="going-out-next">
      <Group justify="space-between" align="flex-end" mb="md">
        <div>
          <Text
            component="h2"
            id="going-out-next"
            size="title"
            fw={600}
            lts="var(--tracking-title)"
          >
            Going out next
          </Text>
          <Text size="table" c="var(--ink-2)">
            The next two weeks. An upload cancels a reminder before it goes out.
          </Text>
        </div>
        {manage && reminders.policy.enabled && !paused && (
          <Button
            variant="default"
            leftSection={<IconPlayerPause size={16} stroke={1.7} aria-hidden />}
            loading={actions.busy}
            onClick={() => actions.pause(true)}
          >
            Pause all
          </Button>
        )}
      </Group>
      {paused && (
        <Box mb="md">
          <Banner
            hue="orange"
            icon={IconPlayerPause}
            action={
              manage && (
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconPlayerPlay size={14} stroke={1.7} aria-hidden />}
                  loading={actions.busy}
                  onClick={() => actions.pause(false)}
                >
                  Resume all
                </Button>
              )
            }
          >
            Reminders about this loan are paused.
          </Banner>
        </Box>
      )}
      <DataTable
        label="Going out next"
        rows={rows}
        rowId={plannedId}
        columns={columns}
        headings={headings}
        empty={<Nothing reminders={reminders} settingsOf={settingsOf} />}
      />
      <Suspense fallback={null}>
        {fixing && toFix && (
          <FixEmailDialog
            loanId={loanId}
            person={fixing}
            stopped={toFix}
            mayTryAgain={delivery!.abilities.sendAgain}
            onClose={() => setFixing(null)}
          />
        )}
        {snoozing && (
          <SnoozeDialog loanId={loanId} person={snoozing} onClose={() => setSnoozing(null)} />
        )}
      </Suspense>
    </section>
  );
}
