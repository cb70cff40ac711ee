import type { ShoeboxItem } from '@cairn/contract';
import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import { formatModified } from '../../format/dates.ts';
import { loanInitials, withoutExtension } from '../../format/names.ts';
import { formatSize } from '../../format/sizes.ts';
import { useNow } from '../../kit/clock.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { NotThere } from '../../kit/NotThere.tsx';
import { StatusChip } from '../../kit/StatusChip.tsx';
import { useCall } from '../../kit/useCall.ts';
import { FileKind } from '../documents/FileKind.tsx';
import { scanStatus, senderOf } from './itemStatus.ts';
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
        {item.newFile && <span className={classes.isNew}>New</span>}
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
    <section className={classes.loan} aria-label={loan.name}>
      <header className={classes.loanHead}>
        <span className={classes.tile} style={{ background: loan.color }} aria-hidden>
          {loanInitials(loan.name)}
        </span>
        <h2>
          <Link to={routes.loanShoebox} params={{ loanId: loan.id }}>
            {loan.name}
          </Link>
        </h2>
        <span className={classes.count}>{items.length}</span>
      </header>
      <ul>
        {items.map((item) => (
          <Row key={item.id} item={item} now={now} />
        ))}
      </ul>
    </section>
  );
}

const counted = (total: number): string =>
  total === 1 ? '1 file waits to be filed.' : `${total} files wait to be filed.`;

function AllFiles({ from }: { from?: string }) {
  const list = useCall('listLenderShoebox', { query: from === undefined ? {} : { userId: from } });
  const now = useNow();
  const items = list.data?.items ?? [];
  const onLoans = items.filter(({ loanId }) => loanId !== null);
  const own = items.length - onLoans.length;
  const total = (list.data?.total ?? 0) - own;
  const byLoan = Map.groupBy(onLoans, ({ loanId }) => loanId);
  const person = from === undefined ? undefined : onLoans[0];
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <h1>{person ? `Shoebox, from ${senderOf(person)}` : 'Shoebox'}</h1>
          <p>
            {list.data && counted(total)}
            {total > onLoans.length && ` The newest ${onLoans.length} are listed.`}
          </p>
        </div>
        <div className={classes.actions}>
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
            My shoebox{own > 0 && from === undefined ? ` (${own})` : ''}
          </Button>
        </div>
      </header>
      {!list.data && (
        <NotThere
          query={list}
          loading="Loading the shoebox"
          failed="The shoebox could not be loaded"
        />
      )}
      {list.data && onLoans.length === 0 && (
        <EmptyState title="Nothing to file. You’re all caught up.">
          Files that come without a request wait here, each with its loan.
        </EmptyState>
      )}
      {[...byLoan].map(([loanId, those]) => (
        <LoanFiles key={loanId} items={those} now={now} />
      ))}
    </div>
  );
}

/** What waits on all loans. */
export const ShoeboxPage = () => <AllFiles />;

/** The same, from one person. */
export function ShoeboxOfPage() {
  const { userId } = personRoute.useParams();
  return <AllFiles key={userId} from={userId} />;
}
