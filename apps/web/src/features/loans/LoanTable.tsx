import type { LoanSummary } from '@cairn/contract';
import { useCallback, useMemo, useRef } from 'react';
import { useNow } from '../../lib/clock.ts';
import { type RowCommand, useRowCommands } from '../../lib/useRowCommands.ts';
import type { Selection } from '../../lib/useRowSelection.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { DataTableHandle } from '../../ui/dataTableTypes.ts';
import { loanColumns } from './loanColumns.tsx';
import { groupLoans, type LoanGroup } from './loanGroups.ts';
import classes from './LoanTable.module.css';
import type { LoanList } from './useLoanList.ts';
import { usePin } from './usePin.ts';

const ROWS: RowCommand[] = [
  ['Next loan', 'ArrowDown', 'down'],
  ['Previous loan', 'ArrowUp', 'up'],
  ['Go down the list of loans', 'j', 'next'],
  ['Go up the list of loans', 'k', 'up'],
  ['Pin or unpin the loan', 'p', 'pin'],
];
const SELECTING: RowCommand[] = [
  ...ROWS,
  ['Select or unselect the loan', 'x', 'select'],
  ['Clear the selection', 'Escape', 'clear'],
];

const idOf = ({ id }: LoanSummary): string => id;
const nameOf = ({ name }: LoanSummary): string => name;
const mayMove = ({ abilities }: LoanSummary): boolean => abilities.move;

const headingsOf = (groups: readonly LoanGroup[]) =>
  new Map(
    groups.flatMap(({ name, complete, loans }) => {
      const count = complete && <span className={classes.count}>{loans.length}</span>;
      const first = loans[0];
      const heading = (
        <span>
          {name}
          {count}
        </span>
      );
      return first ? [[first.id, heading] as const] : [];
    }),
  );

export interface LoanTableProps {
  list: LoanList;
  label: string;
  order?: 'asc' | 'desc' | 'modified' | undefined;
  onDirection?: ((direction: 'asc' | 'desc') => void) | undefined;
  selection?: Selection | undefined;
}

/** The arrow keys move the focus between the links of the rows, so Enter opens the focused loan. */
export default function LoanTable({ list, label, order, onDirection, selection }: LoanTableProps) {
  const { loans = [], hasMore, isFetchingNextPage, fetchNextPage } = list;
  const now = useNow();
  const groups = useMemo(
    () => groupLoans(loans, now, hasMore, order),
    [loans, now, hasMore, order],
  );
  const rows = useMemo(() => groups.flatMap((group) => group.loans), [groups]);
  const headings = useMemo(() => headingsOf(groups), [groups]);
  const togglePin = usePin();
  const columns = useMemo(
    () => loanColumns({ now, order, onDirection, onPin: togglePin }),
    [now, order, onDirection, togglePin],
  );
  const table = useRef<DataTableHandle<LoanSummary>>(null);
  const onNearEnd = useCallback(() => {
    if (hasMore && !isFetchingNextPage) void fetchNextPage();
  }, [hasMore, isFetchingNextPage, fetchNextPage]);

  const step = (by: 1 | -1) => (event?: KeyboardEvent) => {
    const focused = table.current?.rowOf(event);
    const next = focused && table.current?.rowAt(focused.index + by);
    // Returning false leaves the key to the browser: without a focused row, the arrow keys scroll the page.
    if (!focused || !next) return false;
    // With Shift, the selection extends to the newly focused row.
    if (event?.shiftKey) selection?.add([focused.row.id, next.id]);
    table.current?.focus(focused.index + by);
  };
  // If no row has the focus, the key focuses the first loan.
  const next = (event?: KeyboardEvent) =>
    table.current?.rowOf(event) ? step(1)(event) : table.current?.focus(0);
  const onLoan = (act: (loan: LoanSummary) => void) => (event?: KeyboardEvent) => {
    const focused = table.current?.rowOf(event);
    if (!focused) return false;
    act(focused.row);
  };
  useRowCommands(selection ? SELECTING : ROWS, {
    down: step(1),
    next,
    up: step(-1),
    pin: onLoan(togglePin),
    select: onLoan(({ id }) => selection?.toggle(id, false)),
    clear: () => (selection && selection.count > 0 ? selection.clear() : false),
  });

  return (
    <DataTable
      ref={table}
      label={label}
      rows={rows}
      rowId={idOf}
      rowName={nameOf}
      columns={columns}
      headings={headings}
      stickyTop="var(--banners, 0px)"
      selection={selection}
      selectAllLabel="Select all loans shown"
      isSelectable={mayMove}
      onNearEnd={onNearEnd}
    />
  );
}
