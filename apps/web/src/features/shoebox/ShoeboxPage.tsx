import type { ShoeboxItem } from '@cairn/contract';
import { Box, Button, Flex, Group, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { formatModified } from '../../lib/format/dates.ts';
import { withoutExtension } from '../../lib/format/names.ts';
import { formatSize } from '../../lib/format/sizes.ts';
import { useNow } from '../../lib/clock.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { useCall } from '../../lib/useCall.ts';
import { FileKind } from '../documents/FileKind.tsx';
import { scanStatus, senderOf } from './itemStatus.ts';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { LoanTile } from '../../ui/LoanTile.tsx';
import classes from './ShoeboxPage.module.css';

const personRoute = getRouteApi('/shell/explorer/shoebox/$userId');

function Row({ item, now }: { item: ShoeboxItem; now: Date }) {
  const status = scanStatus(item);
  return (
    <li className={classes.row}>
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
            px={6}
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
      <span className={classes.size}>{formatSize(item.document.size)}</span>
      <span className={classes.when}>{formatModified(item.createdDate, now)}</span>
    </li>
  );
}

/** One loan, and what waits there. */
function LoanFiles({ items, now }: { items: ShoeboxItem[]; now: Date }) {
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
        <Text
          component="span"
          size="meta"
          fw={600}
          py={1}
          px={7}
          bg="var(--active)"
          c="var(--ink-2)"
          style={{ borderRadius: 'var(--radius-pill)' }}
        >
          {items.length}
        </Text>
      </Flex>
      <ul>
        {items.map((item) => (
          <Row key={item.id} item={item} now={now} />
        ))}
      </ul>
    </Box>
  );
}

const counted = (total: number): string =>
  total === 1 ? '1 file to be filed.' : `${total} files to be filed.`;

function AllFiles({ from }: { from?: string }) {
  const list = useCall('listLenderShoebox', { query: from === undefined ? {} : { userId: from } });
  const now = useNow();
  const items = list.data?.items ?? [];
  const onLoans = items.filter(({ loanId }) => loanId !== null);
  const ownCount = items.length - onLoans.length;
  const total = (list.data?.total ?? 0) - ownCount;
  const byLoan = Map.groupBy(onLoans, ({ loanId }) => loanId);
  const person = from === undefined ? undefined : onLoans[0];
  return (
    <Page>
      <PageHeader
        title={person ? `Shoebox, from ${senderOf(person)}` : 'Shoebox'}
        lead={
          <>
            {list.data && counted(total)}
            {total > onLoans.length && ` The newest ${onLoans.length} are listed.`}
          </>
        }
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
      {!list.data && (
        <QueryFallback
          query={list}
          loading="Loading the shoebox"
          failed="The shoebox could not be loaded"
        />
      )}
      {list.data && onLoans.length === 0 && (
        <EmptyState title="Nothing to file. You’re all caught up.">
          Files uploaded without a request wait here, each with its loan.
        </EmptyState>
      )}
      {[...byLoan].map(([loanId, those]) => (
        <LoanFiles key={loanId} items={those} now={now} />
      ))}
    </Page>
  );
}

/** What waits on all loans. */
export const ShoeboxPage = () => <AllFiles />;

/** The same, from one person. */
export function ShoeboxOfPage() {
  const { userId } = personRoute.useParams();
  return <AllFiles key={userId} from={userId} />;
}
