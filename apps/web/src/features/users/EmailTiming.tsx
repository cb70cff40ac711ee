import type { EmailFrequency } from '@cairn/contract/notification-terms';
import { Box, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useSettings } from './useSettings.ts';

const FREQUENCIES = [
  { value: 'AT_ONCE', label: 'Immediately' },
  { value: 'DAILY', label: 'Daily summary' },
  { value: 'WEEKLY', label: 'Weekly summary' },
  { value: 'NEVER', label: 'Never' },
] as const;

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
  (label, index) => ({ value: String(index + 1), label }),
);

/** Default times when quiet hours are turned on. */
const QUIET = { quietFrom: '20:00', quietUntil: '08:00' };

/** Browsers report an incomplete time as an empty value. */
const isTime = (text: string): boolean => /^\d\d:\d\d$/.test(text);

interface TimeFieldProps {
  label: string;
  value: string;
  onChange: (time: string) => void;
}

/** Saves on blur: each typed digit gives a valid time, and an update from the server would interrupt the typing. */
function TimeField({ label, value, onChange }: TimeFieldProps) {
  const [text, setText] = useState<string>();
  return (
    <TextInput
      type="time"
      label={label}
      w={132}
      value={text ?? value}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => {
        if (text !== undefined && isTime(text) && text !== value) onChange(text);
        setText(undefined);
      }}
    />
  );
}

/** When emails that are not urgent are sent, and quiet hours. */
export function EmailTiming() {
  const { change, ...query } = useSettings();
  const { data: settings } = query;
  if (!settings) {
    return (
      <QueryFallback
        query={query}
        loading="Loading your settings"
        failed="Your settings could not be loaded"
        rows={2}
      />
    );
  }
  const { emailFrequency, digestWeekday, digestTime, quietFrom, quietUntil } = settings;
  const isQuiet = quietFrom !== null && quietUntil !== null;
  return (
    <Stack gap="lg">
      <div>
        <Text size="body" fw={600} mb="xs">
          Send emails
        </Text>
        <Segmented
          label="Send emails"
          options={FREQUENCIES}
          value={emailFrequency}
          onChange={(value: EmailFrequency) => change({ emailFrequency: value })}
        />
        {(emailFrequency === 'DAILY' || emailFrequency === 'WEEKLY') && (
          <Group mt="sm" align="flex-end">
            {emailFrequency === 'WEEKLY' && (
              <NativeSelect
                label="Day"
                data={WEEKDAYS}
                value={String(digestWeekday)}
                onChange={({ currentTarget }) =>
                  change({ digestWeekday: Number(currentTarget.value) })
                }
              />
            )}
            <TimeField
              label="Time"
              value={digestTime}
              onChange={(time) => change({ digestTime: time })}
            />
          </Group>
        )}
        <Text size="meta" c="dimmed" mt="xs">
          This is about messages, requests, reviews and uploads. Loan status, people and reminders
          of due documents are always sent immediately.
        </Text>
      </div>
      <div>
        <Switch
          label="Quiet hours"
          checked={isQuiet}
          onChange={(on) => change(on ? QUIET : { quietFrom: null, quietUntil: null })}
        />
        <Text size="meta" c="dimmed">
          Emails and texts wait until quiet hours end. Log-in codes are always sent.
        </Text>
        {isQuiet && (
          <Group mt="sm">
            <TimeField
              label="From"
              value={quietFrom}
              onChange={(time) => change({ quietFrom: time, quietUntil })}
            />
            <TimeField
              label="Until"
              value={quietUntil}
              onChange={(time) => change({ quietFrom, quietUntil: time })}
            />
          </Group>
        )}
      </div>
      <MutedLoans />
    </Stack>
  );
}

function MutedLoans() {
  const { data } = useCall('listMutedLoans', {});
  const mute = useAction('muteLoan');
  if (!data || data.loans.length === 0) return null;
  return (
    <section aria-label="Muted loans">
      <Text size="body" fw={600} mb="xs">
        Muted loans
      </Text>
      <Stack component="ul" gap="xs">
        {data.loans.map(({ id, name }) => (
          <Group key={id} component="li" justify="space-between" wrap="nowrap">
            <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Box>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Unmute ${name}`}
              loading={mute.isPending && mute.variables.params.id === id}
              onClick={() =>
                mute.mutate(
                  { params: { id }, body: { muted: false } },
                  {
                    onSuccess: () => void toast.success(`Notifications about ${name} are on again`),
                  },
                )
              }
            >
              Unmute
            </Button>
          </Group>
        ))}
      </Stack>
    </section>
  );
}
