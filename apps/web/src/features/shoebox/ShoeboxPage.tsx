import type { ShoeboxItem } from '@cairn/contract';
import { Box, Button, Flex, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { MAX_SELECTED } from '@cairn/contract/export-terms';
import { MAX_COUNTED_ITEMS } from '@cairn/contract/shoebox-terms';
import { routes } from '../../lib/routes.ts';
import { formatModified } from '../../lib/format/dates.ts';
import { withoutExtension } from '../../lib/format/names.ts';
import { formatSize } from '../../lib/format/sizes.ts';
import { useNow } from '../../lib/clock.ts';
import { CountPill } from '../../ui/CountPill.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { useCall } from '../../lib/useCall.ts';
import { useUser } from '../../lib/useUser.ts';
import { useWaitingFiles } from './useWaitingFiles.ts';
import { FileKind } from '../documents/FileKind.tsx';
import { scanStatus, senderOf } from './itemStatus.ts';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { LoanTile } from '../../ui/LoanTile.tsx';
import { actionClass, SelectionBar } from '../../ui/SelectionBar.tsx';
import { type Selection, useRowSelection } from '../../lib/useRowSelection.ts';
import { filterOf, isFiltered, type ShoeboxSearch } from './waitingFilter.ts';
import { WaitingFilters } from './WaitingFilters.tsx';
import classes from './ShoeboxPage.module.css';
import { ShowMore } from '../../ui/ShowMore.tsx';

const SelectionDialog = lazy(() => import('../exports/SelectionDialog.tsx'));

const allRoute = getRouteApi('/shell/explorer/shoebox');
const personRoute = getRouteApi('/shell/explorer/shoebox/$userId');

interface RowProps {
  item: ShoeboxItem;
  now: Date;
  selection: Selection;
}

function Row({ item, now, selection }: RowProps) {
  const status = scanStatus(item);
  return (
    <li className={classes.row} data-selected={selection.has(item.id) || undefined}>
      <input
        type="checkbox"
        className={classes.pick}
        aria-label={`Select ${withoutExtension(item.title)}`}
        checked={selection.has(item.id)}
        onClick={(event) => selection.toggle(item.id, event.shiftKey)}
        onChange={() => {}}
      />
      <FileKind name={item.document.name} />
      <Link
        to={routes.loanShoebox}
        params={{ loanId: item.loanId! }}
        search={{ item: item.id }}
        className={classes.name ?? ''}
      >
        {withoutExtension(item.title)}
        {item.newFile && (
          <Text
            component="span"
            size="meta"
            fw={600}
            ml="xs"
            py={0}
            px="s6"
            bg="var(--accent)"
            c="var(--on-accent)"
            style={{ borderRadius: 'var(--radius-pill)' }}
          >
            New
          </Text>
        )}
      </Link>
      {status && <StatusChip {...status} />}
      <Link to={routes.shoeboxOf} params={{ userId: item.userId }} className={classes.from ?? ''}>
        {senderOf(item)}
      </Link>
      <Box component="span" className={classes.size} c="dimmed" ta="right">
        {formatSize(item.document.size)}
      </Box>
      <Box component="span" className={classes.when} c="dimmed" ta="right">
        {formatModified(item.createdDate, now)}
      </Box>
    </li>
  );
}

/** A loan and its files that are waiting to be filed. */
function LoanFiles({ items, ...row }: Omit<RowProps, 'item'> & { items: ShoeboxItem[] }) {
  const loan = items[0]!.loan;
  if (!loan) return null;
  return (
    <Box
      component="section"
      mb="var(--space-20)"
      bd="var(--border)"
      bdrs="lg"
      bg="var(--surface)"
      aria-label={loan.name}
    >
      <Flex
        component="header"
        className={classes.loanHead}
        align="center"
        gap="sm"
        mih={52}
        px="md"
      >
        <LoanTile name={loan.name} color={loan.color} size={28} />
        <Text component="h2" size="subsection" fw={600}>
          <Link to={routes.loanShoebox} params={{ loanId: loan.id }}>
            {loan.name}
          </Link>
        </Text>
        <CountPill>{items.length}</CountPill>
      </Flex>
      <ul>
        {items.map((item) => (
          <Row key={item.id} item={item} {...row} />
        ))}
      </ul>
    </Box>
  );
}

function countText(total: number): string {
  if (total >= MAX_COUNTED_ITEMS) return `More than ${MAX_COUNTED_ITEMS} files to be filed.`;
  return total === 1 ? '1 file to be filed.' : `${total} files to be filed.`;
}

interface AllFilesProps {
  from?: string;
  search: ShoeboxSearch;
  onFilter: (change: ShoeboxSearch) => void;
}

function AllFiles({ from, search, onFilter }: AllFilesProps) {
  const now = useNow();
  const list = useWaitingFiles({
    ...(from !== undefined && { userId: from }),
    ...filterOf(search, now),
    shoeboxType: 'LOAN',
  });
  const own = useCall('listLenderShoebox', {
    query: { userId: useUser().id, shoeboxType: 'PERSONAL', limit: 1 },
  });
  const ownCount = own.data?.total ?? 0;
  const { items, total } = list;
  const byLoan = Map.groupBy(items, ({ loanId }) => loanId);
  const person = from === undefined ? undefined : items[0];
  const selection = useRowSelection(
    items.map(({ id }) => id),
    MAX_SELECTED,
  );
  const [downloaded, setDownloaded] = useState<string[]>();
  return (
    <Page>
      <PageHeader
        title={person ? `Shoebox, from ${senderOf(person)}` : 'Shoebox'}
        lead={<>{list.data && countText(total)}</>}
      >
        <Group align="stretch" gap="xs">
          {from !== undefined && (
            <Button variant="default" renderRoot={(root) => <Link {...root} to={routes.shoebox} />}>
              Show all
            </Button>
          )}
          <Button
            variant="default"
            renderRoot={(root) => <Link {...root} to={routes.shoeboxTrash} />}
          >
            Trash
          </Button>
          <Button
            variant="default"
            renderRoot={(root) => <Link {...root} to={routes.ownShoebox} />}
          >
            My shoebox{ownCount > 0 && from === undefined ? ` (${ownCount})` : ''}
          </Button>
        </Group>
      </PageHeader>
      <WaitingFilters search={search} onFilter={onFilter} />
      {!list.data && (
        <QueryFallback
          query={list}
          loading="Loading the shoebox"
          failed="The shoebox could not be loaded"
        />
      )}
      {list.data && items.length === 0 && isFiltered(search) && (
        <EmptyState title="No results">Remove a filter to see more.</EmptyState>
      )}
      {list.data && items.length === 0 && !isFiltered(search) && (
        <EmptyState title="Nothing to file. You’re all caught up.">
          Files uploaded without a request wait here, each with its loan.
        </EmptyState>
      )}
      {[...byLoan].map(([loanId, loanItems]) => (
        <LoanFiles key={loanId} items={loanItems} now={now} selection={selection} />
      ))}
      <ShowMore list={list}>
        Show more{list.total < MAX_COUNTED_ITEMS && ` (${items.length} of ${total})`}
      </ShowMore>
      {selection.count > 0 && (
        <SelectionBar label="Selected files" count={selection.count} onClear={selection.clear}>
          <button type="button" className={actionClass} onClick={selection.selectAll}>
            Select all
          </button>
          <button
            type="button"
            className={actionClass}
            onClick={() => setDownloaded(selection.ids)}
          >
            <IconDownload size={16} stroke={1.7} aria-hidden />
            Download
          </button>
        </SelectionBar>
      )}
      <Suspense>
        {downloaded && (
          <SelectionDialog
            loanId={null}
            ids={downloaded}
            onClose={() => setDownloaded(undefined)}
          />
        )}
      </Suspense>
    </Page>
  );
}

/** The files of all loans that are waiting to be filed. */
export function ShoeboxPage() {
  const navigate = allRoute.useNavigate();
  return (
    <AllFiles
      search={allRoute.useSearch()}
      onFilter={(change) =>
        void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
      }
    />
  );
}

/** The files from one user that are waiting to be filed, across all loans. */
export function ShoeboxOfPage() {
  const { userId } = personRoute.useParams();
  const navigate = personRoute.useNavigate();
  return (
    <AllFiles
      key={userId}
      from={userId}
      search={personRoute.useSearch()}
      onFilter={(change) =>
        void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
      }
    />
  );
}
