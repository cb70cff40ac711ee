import type { AuditEntry } from '@cairn/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { CompanyPicker } from '../../app/admin/CompanyPicker.tsx';
import { useAdministered } from '../../app/admin/useAdministered.ts';
import { formatModified } from '../../format/dates.ts';
import { ExportButton } from '../../kit/ExportButton.tsx';
import { Avatar } from '../../kit/Avatar.tsx';
import { useNow } from '../../kit/clock.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { hint } from '../../kit/hint.ts';
import { Mark } from '../../kit/Mark.tsx';
import { RowsSkeleton } from '../../kit/Skeleton.tsx';
import { useDelayed } from '../../kit/useDelayed.ts';
import { useZone } from '../settings/useZone.ts';
import { AuditFilters } from './AuditFilters.tsx';
import classes from './AuditPage.module.css';
import { ChainState } from './ChainState.tsx';
import { type AuditSearch, filterOf, isFiltered } from './filter.ts';
import { useAuditLog } from './useAuditLog.ts';

const route = getRouteApi('/shell/admin/admin/audit');

/** To the second, with the zone: what somebody quotes from a log. */
const exactly = (moment: string, zone: string | undefined): string =>
  new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'long',
    ...(zone === undefined ? {} : { timeZone: zone }),
  }).format(new Date(moment));

interface EntryProps {
  entry: AuditEntry;
  zone: string | undefined;
  onLoan: ((loanId: string) => void) | undefined;
}

function Entry({ entry, zone, onLoan }: EntryProps) {
  const now = useNow();
  const { loan } = entry;
  return (
    <li className={classes.entry}>
      {entry.actor ? (
        <Avatar person={entry.actor} />
      ) : (
        <span className={classes.self}>
          <Mark size={20} />
        </span>
      )}
      <span className={classes.sentence}>{entry.sentence}</span>
      <time
        className={classes.time}
        dateTime={entry.at}
        title={exactly(entry.at, zone)}
        {...hint(exactly(entry.at, zone))}
      >
        {formatModified(entry.at, now)}
      </time>
      {loan && onLoan ? (
        <ActionIcon
          size={28}
          aria-label={`Only ${loan.name}`}
          {...hint('Only this loan')}
          onClick={() => onLoan(loan.id)}
        >
          <IconFilter size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      ) : (
        <span />
      )}
    </li>
  );
}

function Log({ companyId, search }: { companyId: string; search: AuditSearch }) {
  const navigate = useNavigate();
  const zone = useZone();
  const filter = filterOf(search, companyId, zone);
  const { entries, isError, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useAuditLog(filter);
  const waiting = useDelayed(isPending);
  if (isError) throw error;
  const change = (given: AuditSearch) =>
    void navigate({ to: '.', search: (now) => ({ ...now, ...given }), replace: true });
  return (
    <>
      <AuditFilters companyId={companyId} search={search} entries={entries} onChange={change} />
      {search.loan && <ChainState loanId={search.loan} />}
      {waiting && <RowsSkeleton label="Loading the log" />}
      {entries?.length === 0 && (
        <EmptyState title={isFiltered(search) ? 'Nothing like this happened' : 'Nothing yet'}>
          {isFiltered(search)
            ? 'Try fewer filters, or other days.'
            : 'What people do is listed here as it happens.'}
        </EmptyState>
      )}
      {entries && entries.length > 0 && (
        <ol className={classes.list} aria-label="Entries">
          {entries.map((entry) => (
            <Entry
              key={entry.id}
              entry={entry}
              zone={zone}
              onLoan={search.loan ? undefined : (loan) => change({ loan })}
            />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <div className={classes.more}>
          <Button
            variant="default"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Show older
          </Button>
        </div>
      )}
    </>
  );
}

export function AuditPage() {
  const { companyId } = useAdministered();
  const { person, loan, kind, from, to } = route.useSearch();
  const search: AuditSearch = { person, loan, kind, from, to };
  const zone = useZone();
  return (
    <>
      <div className={classes.head}>
        <div>
          <h1 className={classes.title}>Audit log</h1>
          <p className={classes.lead}>What was done, by whom and when. Nobody can change it.</p>
        </div>
        {companyId && (
          <ExportButton call="exportAudit" body={filterOf(search, companyId, zone)}>
            Export CSV
          </ExportButton>
        )}
      </div>
      <div className={classes.head}>
        <CompanyPicker withPlatform />
      </div>
      {companyId ? (
        <Log key={companyId} companyId={companyId} search={search} />
      ) : (
        <EmptyState title="Choose a company">Each company has a log of its own.</EmptyState>
      )}
    </>
  );
}
