import type { CallName, CreditCheck, CreditSubject } from '@cairn/contract';
import { CREDIT_FAILURES, CREDIT_SERVICE_NAMES } from '@cairn/contract/credit-terms';
import { ENTITY_KINDS } from '@cairn/contract/entity-fields';
import { CREDIT_TIERS } from '@cairn/contract/field-checks';
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { announce } from '../../lib/announce.ts';
import { formatDate } from '../../lib/format/dates.ts';
import { personName } from '../../lib/format/names.ts';
import { useAction } from '../../lib/useAction.ts';
import { Card } from '../../ui/Card.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { KindTile } from '../entities/kinds.tsx';
import { CREDIT_CHIPS } from './creditStates.ts';

type RunCall = Extract<CallName, `${string}QuickFlag` | 'reescheduleTransUnion'>;

const RUN_CALLS = {
  CLEAR_BUSINESS: {
    SCHEDULE: 'scheduleBusinessQuickFlag',
    RESCHEDULE: 'rescheduleBusinessQuickFlag',
  },
  CLEAR_INDIVIDUAL: {
    SCHEDULE: 'scheduleIndividualQuickFlag',
    RESCHEDULE: 'rescheduleIndividualQuickFlag',
  },
  TRANSUNION: { SCHEDULE: 'reescheduleTransUnion', RESCHEDULE: 'reescheduleTransUnion' },
} as const satisfies Record<
  CreditCheck['service'],
  Record<NonNullable<CreditCheck['next']>, RunCall>
>;

function consentText({ kind, consentDate, hasAccount }: CreditSubject): string {
  if (kind !== 'INDIVIDUAL') return 'No consent needed for a business';
  if (consentDate) return `Consent given ${formatDate(consentDate)}`;
  return hasAccount
    ? 'No consent yet: they can agree to a credit check in their profile'
    : 'No consent yet: invite this person, then they can agree in their profile';
}

function aboutRun(check: CreditCheck): string {
  if (!check.configured && check.state === 'NOT_SCHEDULED') {
    return 'Not set up. Your administrator can connect this service.';
  }
  if (check.failure) return CREDIT_FAILURES[check.failure];
  const by = check.scheduledBy ? `by ${personName(check.scheduledBy)}` : 'when they applied';
  if (check.state === 'DONE') {
    const flags = check.flags === null ? '' : ` · ${countFlags(check.flags)}`;
    return `${formatDate(check.finishedDate!)}, started ${by}${flags}`;
  }
  if (check.state === 'NOT_SCHEDULED') return '';
  return `Started ${by}. The report appears here by itself.`;
}

const countFlags = (count: number): string =>
  count === 0 ? 'no flags raised' : `${count} ${count === 1 ? 'flag' : 'flags'} raised`;

interface CheckProps {
  loanId: string;
  subject: CreditSubject;
  check: CreditCheck;
  mayRun: boolean;
  onOpen: (reportId: string) => void;
}

function Check({ loanId, subject, check, mayRun, onOpen }: CheckProps) {
  const run = useAction(RUN_CALLS[check.service][check.next ?? 'RESCHEDULE']);
  const name = CREDIT_SERVICE_NAMES[check.service];
  const about = aboutRun(check);
  return (
    <Group justify="space-between" gap="sm" py="sm" style={{ borderTop: 'var(--border)' }}>
      <Box flex={1} miw={220}>
        <Group gap="xs">
          <Text span fw={600}>
            {name}
          </Text>
          <StatusChip {...CREDIT_CHIPS[check.state]} />
        </Group>
        {about && (
          <Text size="meta" c={check.failure ? 'var(--red-fg)' : 'dimmed'} mt="s4">
            {about}
          </Text>
        )}
      </Box>
      <Group gap="xs">
        {check.reports.map(({ id, createdDate }, index) => (
          <Button
            key={id}
            size="compact-sm"
            variant={index === 0 ? 'default' : 'subtle'}
            onClick={() => onOpen(id)}
            aria-label={`View report of ${subject.name}: ${name}, ${formatDate(createdDate)}`}
          >
            {index === 0 ? 'View report' : formatDate(createdDate)}
          </Button>
        ))}
        {mayRun && check.next && (
          <Button
            size="compact-sm"
            variant={check.next === 'SCHEDULE' ? 'filled' : 'default'}
            loading={run.isPending}
            aria-label={`${check.next === 'SCHEDULE' ? 'Run' : 'Run again'}: ${name} of ${subject.name}`}
            onClick={() =>
              run.mutate(
                { params: { a: loanId, b: subject.loanEntityId } },
                { onSuccess: () => announce(`${name} scheduled`) },
              )
            }
          >
            {check.next === 'SCHEDULE' ? 'Run' : 'Run again'}
          </Button>
        )}
      </Group>
    </Group>
  );
}

type SubjectCardProps = Omit<CheckProps, 'check'>;

export function SubjectCard(props: SubjectCardProps) {
  const { subject } = props;
  return (
    <Card component="section" aria-label={subject.name}>
      <Box p="md" pb="s4">
        <Group gap="sm" wrap="nowrap" mb="sm">
          <KindTile kind={subject.kind} />
          <Box flex={1} miw={0}>
            <Text component="h2" fw={600}>
              {subject.name}
            </Text>
            <Text size="meta" c="dimmed">
              {ENTITY_KINDS[subject.kind]} · {consentText(subject)}
            </Text>
          </Box>
          {subject.creditTier && (
            <Stack gap={0} align="flex-end">
              <Text size="meta" c="dimmed">
                Credit rating
              </Text>
              <Text fw={600}>{CREDIT_TIERS[subject.creditTier]}</Text>
            </Stack>
          )}
        </Group>
        {subject.checks.map((check) => (
          <Check key={check.service} {...props} check={check} />
        ))}
      </Box>
    </Card>
  );
}
