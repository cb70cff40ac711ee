import type { AuditEntry } from '@cairn/contract';
import { ActionIcon, Box, Center, Text } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { CompanyPicker } from '../companies/CompanyPicker.tsx';
import { useAdministered } from '../companies/useAdministered.ts';
import { formatModified } from '../../lib/format/dates.ts';
import { ExportButton } from '../../ui/ExportButton.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { useNow } from '../../lib/clock.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { hint } from '../../lib/hint.ts';
import { PageHeader } from '../../ui/Page.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useDelayed } from '../../lib/useDelayed.ts';
import { useZone } from '../../lib/useZone.ts';
import { AuditFilters } from './AuditFilters.tsx';
import classes from './AuditPage.module.css';
import { ChainState } from './ChainState.tsx';
import { type AuditSearch, filterOf, isFiltered } from './filter.ts';
import { useAuditLog } from './useAuditLog.ts';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { RowList } from '../../ui/RowList.tsx';

const route = getRouteApi('/shell/admin/admin/audit');

/** Time to the second and with its time zone, so that it can be quoted. */
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
    <Text component="li" className={classes.entry} size="table" mih={48} pl={14} pr="s10" py="xs">
      {entry.actor ? (
        <Avatar person={entry.actor} />
      ) : (
        <Center component="span" w={26} h={26}>
          <Mark size={20} />
        </Center>
      )}
      <Box component="span" style={{ overflowWrap: 'anywhere' }}>
        {entry.sentence}
        {entry.sourceAddress !== null && (
          <Text component="span" size="meta" c="var(--ink-2)" display="block">
            from {entry.sourceAddress}
          </Text>
        )}
      </Box>
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
    </Text>
  );
}

function Log({ companyId, search }: { companyId: string; search: AuditSearch }) {
  const navigate = useNavigate();
  const zone = useZone();
  const filter = filterOf(search, companyId, zone);
  const log = useAuditLog(filter);
  const { entries, isError, error, isPending } = log;
  const waiting = useDelayed(isPending);
  if (isError) throw error;
  const change = (changes: AuditSearch) =>
    void navigate({ to: '.', search: (now) => ({ ...now, ...changes }), replace: true });
  return (
    <>
      <AuditFilters companyId={companyId} search={search} entries={entries} onChange={change} />
      {search.loan && <ChainState loanId={search.loan} />}
      {waiting && <RowsSkeleton label="Loading the log" />}
      {entries?.length === 0 && (
        <EmptyState title={isFiltered(search) ? 'No matching entries' : 'No entries yet'}>
          {isFiltered(search)
            ? 'Try fewer filters or other dates.'
            : 'Actions are listed here as they happen.'}
        </EmptyState>
      )}
      {entries && entries.length > 0 && (
        <RowList component="ol" framed aria-label="Entries">
          {entries.map((entry) => (
            <Entry
              key={entry.id}
              entry={entry}
              zone={zone}
              onLoan={search.loan ? undefined : (loan) => change({ loan })}
            />
          ))}
        </RowList>
      )}
      <ShowMore list={log} display="block" mx="auto" my="md">
        Show older
      </ShowMore>
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
      <PageHeader title="Audit log" lead="Who did what, and when. Tampering is detected.">
        {companyId && (
          <ExportButton call="exportAudit" body={filterOf(search, companyId, zone)}>
            Export CSV
          </ExportButton>
        )}
      </PageHeader>
      <Box mb="s20">
        <CompanyPicker withPlatform />
      </Box>
      {companyId ? (
        <Log key={companyId} companyId={companyId} search={search} />
      ) : (
        <EmptyState title="Choose a company">Each company has its own log.</EmptyState>
      )}
    </>
  );
}
