import type { ReminderPolicy } from '@cairn/contract';
import { MAX_BLACKOUT_DAYS } from '@cairn/contract/reminder-terms';
import { Box, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay } from '../../lib/format/dates.ts';
import { toast } from '../../lib/toast.ts';
import { useCall } from '../../lib/useCall.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { FieldRow, Form } from '../../ui/Form.tsx';
import { Card, PageSection } from '../../ui/Card.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { changesIn, fieldsOf, withDay } from './reminderForm.ts';

interface BlackoutDaysProps {
  days: readonly string[];
  error: string | undefined;
  disabled: boolean;
  onChange: (days: string[]) => void;
}

/** The dates without reminders: each has a button that removes it, and a field adds another. */
function BlackoutDays({ days, error, disabled, onChange }: BlackoutDaysProps) {
  const [day, setDay] = useState('');
  const add = () => {
    if (day === '') return;
    onChange(withDay(days, day));
    setDay('');
  };
  return (
    <div>
      <Group align="flex-end" gap="xs">
        <TextInput
          type="date"
          label="Days without reminders"
          value={day}
          error={error}
          disabled={disabled || days.length >= MAX_BLACKOUT_DAYS}
          onChange={(event) => setDay(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
          disabled={disabled || day === ''}
          onClick={add}
        >
          Add day
        </Button>
      </Group>
      {days.length > 0 && (
        <Group component="ul" gap="xs" mt="xs" aria-label="Chosen days">
          {days.map((each) => (
            <li key={each}>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Remove ${formatDay(each)}`}
                rightSection={<IconX size={14} stroke={1.7} aria-hidden />}
                disabled={disabled}
                onClick={() => onChange(days.filter((other) => other !== each))}
              >
                {formatDay(each)}
              </Button>
            </li>
          ))}
        </Group>
      )}
    </div>
  );
}

function ReminderForm({ companyId, policy }: { companyId: string; policy: ReminderPolicy }) {
  const form = useCallForm('updateReminderPolicy', {
    mode: 'controlled',
    initialValues: fieldsOf(policy),
    optional: ['dueDays'],
    rules: async () =>
      (await import('@cairn/contract/reminders')).reminders.updateReminderPolicy.body,
    request: (fields) => ({ params: { companyId }, body: changesIn(fields, policy) }),
    onSuccess: (_fields, saved) => {
      form.setValues(fieldsOf(saved));
      toast.success('Reminder settings saved');
    },
  });
  const { values: fields, errors, setValues: set } = form;
  const disabled = !policy.abilities.edit;
  const number = { inputMode: 'numeric' as const, disabled };
  return (
    <Form
      form={form}
      aria-label="Reminders"
      actions={
        !disabled && (
          <Group justify="flex-end">
            <Button type="submit" loading={form.busy}>
              Save reminders
            </Button>
          </Group>
        )
      }
    >
      <Stack gap="s20">
        <Box component="fieldset" m={0} p={0} miw={0} bd={0} disabled={disabled}>
          <Switch
            label="Remind people of documents that are due"
            checked={fields.enabled}
            onChange={(enabled) => set({ enabled })}
          />
          <Switch
            label="Also on weekends"
            checked={fields.onWeekends}
            onChange={(onWeekends) => set({ onWeekends })}
          />
        </Box>
        <FieldRow>
          <TextInput
            label="First reminder (days before)"
            {...number}
            {...form.field('daysBefore')}
          />
          <TextInput label="When overdue, every (days)" {...number} {...form.field('everyDays')} />
        </FieldRow>
        <FieldRow>
          <TextInput
            label="Maximum reminders per document"
            {...number}
            {...form.field('maxReminders')}
          />
          <TextInput
            type="time"
            label="Time of day"
            description="In each person’s time zone."
            disabled={disabled}
            {...form.field('sendAt')}
          />
        </FieldRow>
        <BlackoutDays
          days={fields.blackoutDays}
          error={errors['blackoutDays']}
          disabled={disabled}
          onChange={(blackoutDays) => set({ blackoutDays })}
        />
        <TextInput
          label="Days until new requests are due"
          description="Where neither the loan nor the template says so. Leave blank for no due date."
          {...number}
          {...form.field('dueDays')}
        />
      </Stack>
    </Form>
  );
}

/** The company's reminder rules. All employees can read them; owners can change them. */
export function ReminderSettings({ companyId }: { companyId: string }) {
  const query = useCall('getReminderPolicy', { params: { companyId } });
  const { data: policy } = query;
  return (
    <PageSection
      title="Reminders"
      text="One email a day at most, about all documents that are due. Quiet hours apply."
    >
      <Card>
        {policy ? (
          <ReminderForm companyId={companyId} policy={policy} />
        ) : (
          <QueryFallback
            query={query}
            loading="Loading the reminder settings"
            failed="The reminder settings could not be loaded"
            rows={4}
          />
        )}
      </Card>
    </PageSection>
  );
}
