import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PLATFORM } from '../../app/admin/sections.ts';
import { routes } from '../../app/routes.ts';
import { formatModified, hourNow } from '../../format/dates.ts';
import { useNow } from '../../kit/clock.ts';
import { StatusChip } from '../../kit/StatusChip.tsx';
import { RowsSkeleton } from '../../kit/Skeleton.tsx';
import { useCall } from '../../kit/useCall.ts';
import { useDelayed } from '../../kit/useDelayed.ts';
import { greeting } from '../home/tasks.ts';
import { LOOKS } from '../maintenance/looks.ts';
import { spanOf } from '../maintenance/wording.ts';
import { useZone } from '../settings/useZone.ts';
import classes from './AdminHome.module.css';
import { Companies } from './Companies.tsx';
import { useUser } from '../identity/useUser.ts';

const SHOWN = 8;

interface BoxProps {
  title: string;
  link: ReactNode;
  children: ReactNode;
}

function Box({ title, link, children }: BoxProps) {
  return (
    <section className={classes.box} aria-label={title}>
      <header className={classes.boxHead}>
        <h2 className={classes.boxTitle}>{title}</h2>
        {link}
      </header>
      {children}
    </section>
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
    <Box title="Maintenance" link={data && link}>
      {data && (
        <p className={classes.state}>
          <StatusChip {...LOOKS[data.state]} />
          {data.start && data.end && data.state !== 'ENDED'
            ? spanOf({ start: data.start, end: data.end }, zone)
            : 'Nobody is kept out.'}
        </p>
      )}
    </Box>
  );
}

/** What was done to the product itself, and by whom it was entered. */
function Lately() {
  const now = useNow();
  const { data, isPending } = useCall('listAuditEntries', {
    query: { companyId: PLATFORM, limit: SHOWN },
  });
  const waiting = useDelayed(isPending);
  return (
    <Box
      title="Lately"
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
      {waiting && <RowsSkeleton label="Loading what happened" rows={4} />}
      {data?.entries.length === 0 && <p className={classes.state}>Nothing yet.</p>}
      <ol className={classes.entries}>
        {data?.entries.map(({ id, sentence, at }) => (
          <li key={id} className={classes.entry}>
            <span className={classes.sentence}>{sentence}</span>
            <time className={classes.time} dateTime={at}>
              {formatModified(at, now)}
            </time>
          </li>
        ))}
      </ol>
    </Box>
  );
}

/** Where an administrator starts: the companies, and how the product itself is doing. */
export function AdminHome() {
  const user = useUser();
  const now = useNow();
  return (
    <>
      <header className={classes.head}>
        <div>
          <h1 className={classes.title}>{greeting(user.givenName, hourNow(now))}</h1>
          <p className={classes.lead}>Choose the company that you want to look after.</p>
        </div>
        <Button
          component={Link}
          to={routes.adminCompanyCreate}
          leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
        >
          Create a company
        </Button>
      </header>
      <div className={classes.columns}>
        <section aria-label="Companies">
          <Companies />
        </section>
        <div className={classes.side}>
          <Maintenance />
          <Lately />
        </div>
      </div>
    </>
  );
}
