import type { LoanReminders, RemindedPerson, StoppedAddress } from '@cairn/contract';
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { personName } from '../../lib/format/names.ts';
import { isAdministrator } from '../../lib/roles.ts';
import { routes } from '../../lib/routes.ts';
import { useUser } from '../../lib/useUser.ts';
import { useCall } from '../../lib/useCall.ts';
import { Card } from '../../ui/Card.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { StoppedNotice } from '../deliveries/StoppedNotice.tsx';
import { findStopped } from '../deliveries/deliveryText.ts';
import type { ReminderActions } from './useReminders.ts';
import { channelWords, openWords, snoozedWords } from './reminderText.ts';

const SendDialog = lazy(() => import('./SendDialog.tsx'));

function stateWords(person: RemindedPerson): string {
  const state = person.snoozedUntil === null ? null : snoozedWords(person.snoozedUntil);
  return [openWords(person), channelWords(person), state].filter(Boolean).join(' · ');
}

interface RowProps {
  loanId: string;
  person: RemindedPerson;
  mayManage: boolean;
  maySend: boolean;
  /** The person's addresses that email or texts do not reach, and whether the user may try them again. */
  stopped: readonly StoppedAddress[];
  mayTryAgain: boolean;
  onPause: (paused: boolean) => void;
  onSend: () => void;
}

function PersonRow(props: RowProps) {
  const { loanId, person, mayManage, maySend, stopped, mayTryAgain, onPause, onSend } = props;
  const { user } = person;
  const name = personName(user);
  const mayWrite = !isAdministrator(useUser());
  return (
    <li>
      <Box component="fieldset" m={0} p={0} miw={0} bd={0} disabled={!mayManage}>
        <Switch label={name} checked={!person.paused} onChange={(on) => onPause(!on)} />
      </Box>
      <Text size="meta" c="var(--ink-2)">
        {person.paused ? `Paused · ${stateWords(person)}` : stateWords(person)}
      </Text>
      {stopped.map((each) => (
        <StoppedNotice
          key={each.deliveryId}
          loanId={loanId}
          stopped={each}
          phone={each.phone}
          mayTryAgain={mayTryAgain}
          onCorrect={undefined}
        />
      ))}
      <Group gap="xs" mt="xs">
        {mayManage && person.remindedToday && (
          <Text size="meta" c="dimmed">
            Reminded today
          </Text>
        )}
        {maySend && !person.remindedToday && person.open > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Remind now: ${name}`}
            onClick={onSend}
          >
            Remind now
          </Button>
        )}
        {mayWrite && (
          <Button
            size="compact-sm"
            variant="subtle"
            renderRoot={(root) => (
              <Link
                {...root}
                to={routes.loanMessages}
                params={{ loanId }}
                search={{ new: '', to: user.id }}
              />
            )}
          >
            Write to {user.givenName ?? name}
          </Button>
        )}
      </Group>
    </li>
  );
}

interface PeopleProps {
  loanId: string;
  reminders: LoanReminders;
  actions: ReminderActions;
}

/** The people who get reminders about the loan, each with a switch. */
export function ReminderPeople({ loanId, reminders, actions }: PeopleProps) {
  const [sending, setSending] = useState<RemindedPerson | null>(null);
  const { people, onHold, abilities } = reminders;
  const { data: delivery } = useCall('listStoppedAddresses', { params: { id: loanId } });
  return (
    <Card component="section" aria-labelledby="reminded-people">
      <Text component="h2" id="reminded-people" size="subsection" fw={600} mb="xs">
        Reminders to
      </Text>
      {people.length === 0 && (
        <Text size="table" c="var(--ink-2)">
          No borrowers or contacts on this loan yet. Invite them first.
        </Text>
      )}
      <Stack component="ul" gap="md">
        {people.map((person) => (
          <PersonRow
            key={person.user.id}
            loanId={loanId}
            person={person}
            mayManage={abilities.manage}
            maySend={abilities.manage && !onHold}
            stopped={findStopped(person.user, delivery?.stopped ?? [])}
            mayTryAgain={delivery?.abilities.sendAgain ?? false}
            onPause={(paused) => actions.pause(paused, person)}
            onSend={() => setSending(person)}
          />
        ))}
      </Stack>
      <Suspense fallback={null}>
        {sending && (
          <SendDialog loanId={loanId} person={sending} onClose={() => setSending(null)} />
        )}
      </Suspense>
    </Card>
  );
}
