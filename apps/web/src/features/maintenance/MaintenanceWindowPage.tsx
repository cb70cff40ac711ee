import type { MaintenanceWindow } from '@cairn/contract';
import { Box, Button, Flex, Stack, Text, TextInput } from '@mantine/core';
import type { FieldErrors } from '../../lib/formValues.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { Form } from '../../ui/Form.tsx';
import { Card, FieldGrid } from '../../ui/Card.tsx';
import { PageHeader } from '../../ui/Page.tsx';
import { useNow } from '../../lib/clock.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { useZone } from '../../lib/useZone.ts';
import { LOOKS } from './windowStyles.ts';
import { fromField, spanOf, toField } from './windowTimes.ts';

function State({ window, zone }: { window: MaintenanceWindow; zone: string | undefined }) {
  const clear = useAction('clearMaintenance');
  const { start, end, state } = window;
  const onCleared = () =>
    toast.success(state === 'ACTIVE' ? 'Maintenance ended' : 'Maintenance window cleared');
  return (
    <Card component="section" aria-label="State">
      <Flex wrap="wrap" align="center" rowGap="xs" columnGap="sm" mih={36}>
        <StatusChip {...LOOKS[state]} />
        <Box component="span" flex={1} miw={200}>
          {start && end ? spanOf({ start, end }, zone) : 'Everyone has access.'}
        </Box>
        {state !== 'NONE' && (
          <Button
            variant="default"
            loading={clear.isPending}
            onClick={() => clear.mutate({}, { onSuccess: onCleared })}
          >
            {state === 'ACTIVE' ? 'End it now' : 'Clear'}
          </Button>
        )}
      </Flex>
    </Card>
  );
}

type Fields = Record<'start' | 'end', string>;

function errorsOf({ start, end }: Fields): FieldErrors {
  if (!start) return { start: 'Choose when it starts' };
  if (!end) return { end: 'Choose when it ends' };
  return end > start ? {} : { end: 'Must be after the start' };
}

const IN_AN_HOUR_MS = 3_600_000;

/** Default values: a window of one hour that starts between one and two hours from now. */
function proposal(zone: string | undefined): Fields {
  const hour = Math.ceil(Date.now() / IN_AN_HOUR_MS) * IN_AN_HOUR_MS;
  const field = (ms: number) => toField(new Date(ms).toISOString(), zone);
  return { start: field(hour + IN_AN_HOUR_MS), end: field(hour + 2 * IN_AN_HOUR_MS) };
}

function Schedule({ zone, replaces }: { zone: string | undefined; replaces: boolean }) {
  const form = useCallForm('setMaintenance', {
    mode: 'controlled',
    initialValues: proposal(zone),
    optional: 'all',
    validate: errorsOf,
    request: ({ start, end }) => ({
      body: { start: fromField(start, zone) ?? '', end: fromField(end, zone) ?? '' },
    }),
    onSuccess: () => toast.success('Maintenance window set. Users will see a notice.'),
  });
  const start = fromField(form.values.start, zone);
  const now = useNow();
  const atOnce = start !== undefined && Date.parse(start) <= now.getTime();
  return (
    <Card component="section" aria-label="Schedule">
      <Text component="h2" size="section" fw={600} mb="md" lts="var(--tracking-section)">
        {replaces ? 'Set another window' : 'Set a window'}
      </Text>
      <Form
        form={form}
        actions={
          <Flex wrap="wrap" align="center" rowGap="xs" columnGap="md">
            <Button type="submit" loading={form.busy}>
              Set the window
            </Button>
            <Text size="meta" c="var(--ink-3)">
              {atOnce
                ? 'It starts immediately. Everyone except administrators sees the maintenance page.'
                : `Times are ${zone ? zone.replaceAll('_', ' ') : 'your browser’s'}. Users see them in their own time zone.`}
            </Text>
          </Flex>
        }
      >
        <Box maw={540}>
          <FieldGrid>
            <TextInput type="datetime-local" {...form.field('start')} label="Starts" />
            <TextInput type="datetime-local" {...form.field('end')} label="Ends" />
          </FieldGrid>
        </Box>
      </Form>
    </Card>
  );
}

export function MaintenanceWindowPage() {
  const { data: window, isError, error } = useCall('getMaintenance', {});
  const settings = useCall('getUserSettings', {});
  const zone = useZone();
  const waiting = useDelayed(!window || settings.isPending);
  if (isError) throw error;
  return (
    <>
      <PageHeader
        title="Maintenance Window"
        lead="Announced 24 hours ahead. During maintenance, only administrators can log in."
      />
      {window && !settings.isPending ? (
        <Stack gap="md">
          <State window={window} zone={zone} />
          <Schedule zone={zone} replaces={window.state !== 'NONE'} />
        </Stack>
      ) : (
        waiting && <RowsSkeleton label="Loading the window" rows={2} />
      )}
    </>
  );
}
