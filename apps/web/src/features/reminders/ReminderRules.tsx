import type { LoanReminders } from '@cairn/contract';
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { toast } from '../../lib/toast.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { Form } from '../../ui/Form.tsx';
import { Card } from '../../ui/Card.tsx';
import { policyWords } from './reminderText.ts';

interface RulesProps {
  loanId: string;
  reminders: LoanReminders;
  settingsOf: string | undefined;
}

function DueDays({ loanId, dueDays }: { loanId: string; dueDays: number | null }) {
  const form = useCallForm('setLoanDueDays', {
    initialValues: { dueDays: dueDays?.toString() ?? '' },
    optional: ['dueDays'],
    rules: async () => (await import('@cairn/contract/reminders')).reminders.setLoanDueDays.body,
    request: (values) => ({
      params: { id: loanId },
      body: { dueDays: values.dueDays === '' ? null : Number(values.dueDays) },
    }),
    onSuccess: () => toast.success('Days until due saved'),
  });
  return (
    <Form
      form={form}
      actions={
        <Group>
          <Button type="submit" variant="default" loading={form.busy}>
            Save
          </Button>
        </Group>
      }
    >
      <TextInput
        label="Days until new requests are due"
        inputMode="numeric"
        description="For this loan. Leave blank to use the template’s or the company’s."
        {...form.field('dueDays')}
      />
    </Form>
  );
}

/** When reminders are sent: the company's rules, and the due dates of this loan. */
export function ReminderRules({ loanId, reminders, settingsOf }: RulesProps) {
  const { policy, dueDays, abilities } = reminders;
  return (
    <Card component="section" aria-labelledby="reminder-rules">
      <Group justify="space-between" mb="xs">
        <Text component="h2" id="reminder-rules" size="subsection" fw={600}>
          Rules
        </Text>
        {settingsOf !== undefined && (
          <Anchor
            size="table"
            renderRoot={(root) => (
              <Link {...root} to={routes.editCompany} params={{ companyId: settingsOf }} />
            )}
          >
            Company settings
          </Anchor>
        )}
      </Group>
      <Stack gap="sm">
        {policyWords(policy).map(([title, text]) => (
          <div key={title}>
            <Text size="table" fw={500}>
              {title}
            </Text>
            <Text size="meta" c="var(--ink-2)">
              {text}
            </Text>
          </div>
        ))}
        {abilities.manage ? (
          <DueDays key={dueDays} loanId={loanId} dueDays={dueDays} />
        ) : (
          dueDays !== null && (
            <Text size="meta" c="var(--ink-2)">
              New requests of this loan are due after {dueDays === 1 ? '1 day' : `${dueDays} days`}.
            </Text>
          )
        )}
      </Stack>
    </Card>
  );
}
