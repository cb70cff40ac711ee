import { Button } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { formatMoney } from '../../lib/format/money.ts';
import { useRowSelection } from '../../lib/useRowSelection.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/dataTableTypes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageSection } from '../../ui/Card.tsx';
import { rowLink, RowTitle } from '../../ui/RowTitle.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { LOANS, type SampleLoan } from './samples.ts';

const COLUMNS: Column<SampleLoan>[] = [
  {
    id: 'name',
    header: 'Loan',
    rowHeader: true,
    sortValue: ({ name }) => name,
    cell: ({ name, id }) => (
      <RowTitle title={<span className={rowLink}>{name}</span>} meta={id.toUpperCase()} />
    ),
  },
  { id: 'phase', header: 'Phase', width: 200, hideBelow: 'md', cell: ({ phase }) => phase },
  {
    id: 'amount',
    header: 'Amount',
    width: 140,
    align: 'right',
    phone: 'push',
    sortValue: ({ amount }) => amount,
    cell: ({ amount }) => formatMoney(amount),
  },
  {
    id: 'more',
    header: 'Actions',
    headerHidden: true,
    width: 88,
    phone: 'end',
    cell: ({ name }) => (
      <Button variant="subtle" size="compact-sm" aria-label={`More for ${name}`}>
        <Icon of={IconDots} />
      </Button>
    ),
  },
];

const idOf = ({ id }: SampleLoan): string => id;
const nameOf = ({ name }: SampleLoan): string => name;
const HEADINGS = new Map([
  ['lksp', 'Closing in the next 30 days'],
  ['blhm', 'Later'],
]);

export function Tables() {
  const selection = useRowSelection(LOANS.map(idOf), 100);
  const table = { rowId: idOf, rowName: nameOf, columns: COLUMNS };
  return (
    <>
      <PageSection title="Table" text="Sortable, with groups, and with rows that take the focus.">
        <DataTable label="Loans in groups" rows={LOANS} headings={HEADINGS} {...table} />
      </PageSection>
      <PageSection title="Table with a selection" text="Dense, without a frame.">
        <DataTable
          label="Selectable loans"
          rows={LOANS}
          density="dense"
          frame="none"
          selection={selection}
          keyboard={{}}
          {...table}
        />
      </PageSection>
      <PageSection title="Table that waits, failed or is empty">
        <div>
          <DataTable
            label="Loading loans"
            rows={undefined}
            fallback={<RowsSkeleton label="Loading loans" rows={2} />}
            {...table}
          />
          <DataTable
            label="Loans that failed"
            rows={undefined}
            fallback={
              <EmptyState
                title="The loans could not be loaded"
                action={<Button variant="default">Try again</Button>}
              />
            }
            {...table}
          />
          <DataTable
            label="No loans"
            rows={[]}
            empty={<EmptyState title="No loans yet" />}
            {...table}
          />
        </div>
      </PageSection>
    </>
  );
}
