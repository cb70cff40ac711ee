import { IconFolder, IconInbox, IconTrash, IconUser } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { formatItems } from '../../lib/format/sizes.ts';
import { personName } from '../../lib/format/names.ts';
import { isLenderStaff } from '../../lib/roles.ts';
import { routes } from '../../lib/routes.ts';
import { useCall } from '../../lib/useCall.ts';
import { useUser } from '../../lib/useUser.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/dataTableTypes.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { rowTarget, RowTitle } from '../../ui/RowTitle.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useLoan } from '../loans/useLoan.ts';

const route = getRouteApi('/shell/explorer/loans/$loanId');

interface Place {
  id: string;
  icon: ReactNode;
  title: string;
  link: (className: string, title: string) => ReactNode;
  /** Undefined until the count is loaded. */
  items: number | undefined;
}

const columns: Column<Place>[] = [
  {
    id: 'name',
    header: 'Name',
    rowHeader: true,
    phone: 'title',
    cell: (place) => <RowTitle start={place.icon} title={place.link(rowTarget, place.title)} />,
  },
  {
    id: 'items',
    header: 'Contents',
    width: 140,
    align: 'right',
    phone: 'end',
    cell: ({ items }) => (items === undefined ? '' : formatItems(items)),
  },
];
const idOf = ({ id }: Place): string => id;

/** The places that hold a loan's documents: its package, its shoebox, one for each sender, and its trash. */
function usePlaces(loanId: string, files: number | undefined): Place[] {
  const user = useUser();
  const shoebox = useCall('listLoanShoebox', { query: { loanId: [loanId] } });
  const trash = useCall('listElements', { params: { id: loanId }, query: { status: 'TRASHED' } });
  const waiting = shoebox.data?.items;
  const trashed = trash.data?.elements.filter(({ deleted }) => deleted).length;
  return useMemo(() => {
    const senders = Map.groupBy(waiting ?? [], ({ userId }) => userId);
    const params = { loanId };
    return [
      {
        id: 'package',
        icon: <IconFolder size={20} stroke={1.6} aria-hidden />,
        title: 'Package',
        items: files,
        link: (className, title) => (
          <Link to={routes.explorerPackage} params={params} className={className}>
            {title}
          </Link>
        ),
      },
      {
        id: 'shoebox',
        icon: <IconInbox size={20} stroke={1.6} aria-hidden />,
        title: 'Shoebox',
        items: waiting?.length,
        link: (className, title) => (
          <Link to={routes.loanShoebox} params={params} className={className}>
            {title}
          </Link>
        ),
      },
      ...(isLenderStaff(user) ? [...senders] : []).map(([userId, items]): Place => ({
        id: userId,
        icon: <IconUser size={20} stroke={1.6} aria-hidden />,
        title: `Shoebox, from ${items[0]?.loanRole ? personName(items[0].loanRole.user) : 'a visitor'}`,
        items: items.length,
        link: (className, title) => (
          <Link
            to={routes.loanShoeboxOf}
            params={{ loanId, userShoeboxUserId: userId }}
            className={className}
          >
            {title}
          </Link>
        ),
      })),
      {
        id: 'trash',
        icon: <IconTrash size={20} stroke={1.6} aria-hidden />,
        title: 'Trash',
        items: trashed,
        link: (className, title) => (
          <Link to={routes.loanTrash} params={params} className={className}>
            {title}
          </Link>
        ),
      },
    ];
  }, [loanId, files, waiting, trashed, user]);
}

/** A loan as a list of the places that hold its documents. */
export function ExplorerLoanPage() {
  const { loanId } = route.useParams();
  const { loan } = useLoan(loanId);
  const places = usePlaces(loanId, loan?.packageTotals.totalPackagesItems);
  return (
    <Page width="list">
      <PageHeader
        back={<BackLink to={routes.explorerLoans}>All loans</BackLink>}
        title={loan?.name ?? 'Loan'}
        lead={
          loan && (
            <>
              {loan.loanPhase.name}.{' '}
              <Link to={routes.loan} params={{ loanId }}>
                Open loan
              </Link>
            </>
          )
        }
      />
      <DataTable
        label={loan?.name ?? 'Loan'}
        rows={loan ? places : undefined}
        rowId={idOf}
        columns={columns}
        density="comfortable"
        keyboard={{}}
        fallback={<RowsSkeleton label="Loading the loan" rows={3} />}
      />
    </Page>
  );
}
