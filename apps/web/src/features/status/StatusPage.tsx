import type { ServiceStatus, SystemStatus } from '@cairn/contract';
import { Box, Button, Flex, Group } from '@mantine/core';
import { IconDownload, IconTool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useNow } from '../../lib/clock.ts';
import { formatModified, inSentence } from '../../lib/format/dates.ts';
import { routes } from '../../lib/routes.ts';
import { callOptions } from '../../lib/useCall.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { Banner } from '../../ui/Banner.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/dataTableTypes.ts';
import { Panel, PanelHeading } from '../../ui/Card.tsx';
import { PageHeader } from '../../ui/Page.tsx';
import { RowTitle } from '../../ui/RowTitle.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import classes from './StatusPage.module.css';
import {
  formatSeconds,
  problemsOf,
  queueName,
  SERVICE_WORDS,
  STATE_LOOKS,
  uptime,
} from './statusWords.ts';

const EVERY_MS = 15_000;

function ServiceName({ status }: { status: ServiceStatus }) {
  const { name, icon: ServiceIcon } = SERVICE_WORDS[status.service];
  const { processes } = status;
  const running = processes === null ? undefined : `${processes} running`;
  return (
    <RowTitle
      start={<ServiceIcon size={18} stroke={1.6} aria-hidden />}
      title={name}
      meta={running}
    />
  );
}

/** One bar per day: green without failures, orange if fewer than one in ten probes failed, red otherwise. */
function Days({ status: { days } }: { status: ServiceStatus }) {
  const failed = days.filter(({ failures }) => failures > 0).length;
  if (days.length === 0) return null;
  const text = failed === 0 ? 'No failures' : `Failures on ${failed} of ${days.length} days`;
  return (
    <Flex component="span" gap="s2" title={text}>
      <VisuallyHidden>{text}</VisuallyHidden>
      {days.map(({ day, checks, failures }) => (
        <span
          key={day}
          className={classes.day}
          data-state={failures === 0 ? 'none' : failures * 10 < checks ? 'some' : 'most'}
        />
      ))}
    </Flex>
  );
}

const COLUMNS: Column<ServiceStatus>[] = [
  {
    id: 'service',
    header: 'Service',
    rowHeader: true,
    phone: 'title',
    cell: (status) => <ServiceName status={status} />,
  },
  {
    id: 'state',
    header: 'State',
    width: 120,
    phone: 'end',
    cell: ({ state }) => <StatusChip {...STATE_LOOKS[state]} />,
  },
  {
    id: 'time',
    header: 'Response time',
    width: 100,
    phone: 'line',
    cell: ({ seconds }) => (seconds === null ? '' : formatSeconds(seconds)),
  },
  {
    id: 'days',
    header: 'Last 30 days',
    width: 200,
    hideBelow: 'sm',
    phone: 'hidden',
    cell: (status) => <Days status={status} />,
  },
  {
    id: 'uptime',
    header: 'Uptime',
    width: 80,
    align: 'right',
    phone: 'line',
    cell: ({ days }) => uptime(days) ?? '',
  },
];

const serviceOf = ({ service }: ServiceStatus): string => service;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Flex className={classes.fact} align="baseline" justify="space-between" gap="sm" py="s4">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </Flex>
  );
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel component="section" aria-label={title}>
      <PanelHeading>{title}</PanelHeading>
      <Box component="dl" m={0}>
        {children}
      </Box>
    </Panel>
  );
}

/** Downloads the status as JSON. It contains only service names, figures and versions, no company or personal data. */
function downloadDiagnostics(status: SystemStatus): void {
  const link = document.createElement('a');
  const content = new Blob([JSON.stringify(status, null, 2)], { type: 'application/json' });
  link.href = URL.createObjectURL(content);
  link.download = `cairn-status-${status.checkedDate.slice(0, 19).replaceAll(':', '-')}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function Figures({ status }: { status: SystemStatus }) {
  const now = useNow();
  const { queues, signatures, versions, nodeVersions, postgresVersion, schemaVersion } = status;
  return (
    <div className={classes.facts}>
      <Facts title="Queues">
        {queues.length === 0 && <Fact name="No queues reported">{null}</Fact>}
        {queues.map((queue) => (
          <Fact key={queue.queue} name={queueName(queue)}>
            {queue.waiting === 0
              ? 'Empty'
              : `${queue.waiting} waiting, oldest ${formatSeconds(queue.oldestSeconds)}`}
          </Fact>
        ))}
      </Facts>
      <Facts title="Virus signatures">
        {signatures ? (
          <>
            <Fact name="Released">{formatModified(signatures.from, now)}</Fact>
            <Fact name="Maximum age">{formatSeconds(signatures.maxAgeSeconds)}</Fact>
          </>
        ) : (
          <Fact name="No scanner has reported a date">{null}</Fact>
        )}
      </Facts>
      <Facts title="Versions">
        <Fact name="Cairn">{versions.join(', ')}</Fact>
        <Fact name="Schema">{schemaVersion.slice(0, 4)}</Fact>
        <Fact name="Node">{nodeVersions.join(', ')}</Fact>
        <Fact name="Postgres">{postgresVersion.split(' ')[0]}</Fact>
      </Facts>
    </div>
  );
}

function Problems({ status }: { status: SystemStatus }) {
  return (
    <Box aria-live="polite">
      {problemsOf(status).map(({ state, title, text }) => (
        <Box key={title} mb="md">
          <Banner hue={STATE_LOOKS[state].hue} icon={STATE_LOOKS[state].icon}>
            <strong>{title}</strong> {text}
          </Banner>
        </Box>
      ))}
    </Box>
  );
}

/** Health of the installation, for administrators. */
export function StatusPage() {
  const {
    data: status,
    isPending,
    isError,
    error,
  } = useQuery({
    ...callOptions('getSystemStatus', {}),
    refetchInterval: EVERY_MS,
  });
  const now = useNow();
  const waiting = useDelayed(isPending);
  if (isError && !status) throw error;
  return (
    <>
      <PageHeader
        title="Status"
        lead={
          status &&
          `Updated ${inSentence(formatModified(status.checkedDate, now))}. Refreshes every 15 seconds.`
        }
      >
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
            disabled={!status}
            onClick={() => status && downloadDiagnostics(status)}
          >
            Diagnostics
          </Button>
          <Button
            variant="default"
            component={Link}
            to={routes.adminMaintenance}
            leftSection={<IconTool size={16} stroke={1.7} aria-hidden />}
          >
            Maintenance Window
          </Button>
        </Group>
      </PageHeader>
      {waiting && <RowsSkeleton label="Loading the status" rows={7} />}
      {status && (
        <>
          <Problems status={status} />
          <DataTable
            label="Services"
            density="comfortable"
            rows={status.services}
            rowId={serviceOf}
            columns={COLUMNS}
          />
          <Figures status={status} />
        </>
      )}
    </>
  );
}
