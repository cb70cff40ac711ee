import { Box, Button, Flex, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { greetByHour } from '../../lib/format/greetByHour.ts';
import { PLATFORM } from '../../lib/roles.ts';
import { routes } from '../../lib/routes.ts';
import { formatModified, hourNow } from '../../lib/format/dates.ts';
import { useNow } from '../../lib/clock.ts';
import { PageHeader } from '../../ui/Page.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useCall } from '../../lib/useCall.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { LOOKS } from '../maintenance/windowStyles.ts';
import { spanOf } from '../maintenance/windowTimes.ts';
import { useZone } from '../../lib/useZone.ts';
import classes from './AdminHome.module.css';
import { Companies } from './Companies.tsx';
import { useUser } from '../../lib/useUser.ts';
import { RowList } from '../../ui/RowList.tsx';

const SHOWN = 8;

interface TileProps {
  title: string;
  link: ReactNode;
  children: ReactNode;
}

function Tile({ title, link, children }: TileProps) {
  return (
    <Box
      component="section"
      bg="var(--surface)"
      bd="var(--border)"
      bdrs="lg"
      style={{ overflow: 'hidden' }}
      aria-label={title}
    >
      <Group
        component="header"
        className={classes.boxHead}
        gap={0}
        wrap="nowrap"
        justify="space-between"
        py="sm"
        px="md"
      >
        <Text component="h2" size="subsection" fw={600}>
          {title}
        </Text>
        {link}
      </Group>
      {children}
    </Box>
  );
}

function Maintenance() {
  const zone = useZone();
  const { data } = useCall('getMaintenance', {});
  const link = (
    <Link to={routes.adminMaintenance} className={classes.link ?? ''}>
      {data?.state === 'NONE' ? 'Set a window' : 'Change'}
    </Link>
  );
  return (
    <Tile title="Maintenance" link={data && link}>
      {data && (
        <Flex
          component="p"
          wrap="wrap"
          align="center"
          rowGap="xs"
          columnGap="sm"
          py={14}
          px="md"
          c="var(--ink-2)"
          fz="table"
          lh="table"
        >
          <StatusChip {...LOOKS[data.state]} />
          {data.start && data.end && data.state !== 'ENDED'
            ? spanOf({ start: data.start, end: data.end }, zone)
            : 'Everyone has access.'}
        </Flex>
      )}
    </Tile>
  );
}

/** The newest audit entries of the installation. */
function Lately() {
  const now = useNow();
  const { data, isPending } = useCall('listAuditEntries', {
    query: { companyId: PLATFORM, limit: SHOWN },
  });
  const waiting = useDelayed(isPending);
  return (
    <Tile
      title="Recent activity"
      link={
        <Link
          to={routes.adminAudit}
          search={{ companyId: PLATFORM }}
          className={classes.link ?? ''}
        >
          Audit log
        </Link>
      }
    >
      {waiting && <RowsSkeleton label="Loading recent activity" rows={4} />}
      {data?.entries.length === 0 && (
        <Text size="table" c="var(--ink-2)" py={14} px="md">
          No activity yet.
        </Text>
      )}
      <RowList component="ol">
        {data?.entries.map(({ id, sentence, at }) => (
          <li key={id} className={classes.entry}>
            <Box component="span" style={{ overflowWrap: 'anywhere' }}>
              {sentence}
            </Box>
            <Text
              component="time"
              size="meta"
              c="var(--ink-3)"
              style={{ lineHeight: '20px', whiteSpace: 'nowrap' }}
              dateTime={at}
            >
              {formatModified(at, now)}
            </Text>
          </li>
        ))}
      </RowList>
    </Tile>
  );
}

/** Home page of administrators: the companies, and the state of the installation. */
export function AdminHome() {
  const user = useUser();
  const now = useNow();
  return (
    <>
      <PageHeader
        title={greetByHour(user.givenName, hourNow(now))}
        lead="Choose a company to manage."
      >
        <Button
          component={Link}
          to={routes.adminCompanyCreate}
          leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
        >
          Create a company
        </Button>
      </PageHeader>
      <div className={classes.columns}>
        <section aria-label="Companies">
          <Companies />
        </section>
        <Stack gap="s20">
          <Maintenance />
          <Lately />
        </Stack>
      </div>
    </>
  );
}
