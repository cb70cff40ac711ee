import type { LoanSummary } from '@cairn/contract';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { useNow } from '../../kit/clock.ts';
import { groupLoans, type LoanGroup } from './grouping.ts';
import { LoanRow } from './LoanRow.tsx';
import classes from './LoanTable.module.css';
import { type HeadProps, LoanTableHead } from './LoanTableHead.tsx';
import type { BodyProps, Measure } from './LongBody.tsx';
import { usePin } from './usePin.ts';
import { type RowCommand, useRowCommands } from './useRowCommands.ts';
import type { LoanList } from './useLoanList.ts';

const ROW_PX = 56;
const GROUP_PX = 34;
/** The columns that are there at every width; Type and Team go where there is no room. */
const COLUMNS = 6;
/** Up to so many lines the list is on the page as it is: the first page, with its headings and pins. */
const SHORT = 80;
/** How far below the window the end of a short list is near. */
const NEAR = '0px 0px 800px';

const LongBody = lazy(() => import('./LongBody.tsx'));

const ROWS: RowCommand[] = [
  ['Next loan', 'ArrowDown', 'down'],
  ['Previous loan', 'ArrowUp', 'up'],
  ['Pin or unpin the loan', 'p', 'pin'],
];
const SELECTING: RowCommand[] = [
  ...ROWS,
  ['Select or unselect the loan', 'x', 'select'],
  ['Clear the selection', 'Escape', 'clear'],
];

type Line = { group: LoanGroup } | { loan: LoanSummary };

const linesOf = (groups: LoanGroup[]): Line[] =>
  groups.flatMap((group) => [{ group }, ...group.loans.map((loan) => ({ loan }))]);

const keyOf = (line: Line): string => ('group' in line ? line.group.name : line.loan.id);

interface GroupRowProps {
  group: LoanGroup;
  index: number;
  measure: Measure | undefined;
}

function GroupRow({ group, index, measure }: GroupRowProps) {
  return (
    <tr ref={measure} data-index={index} className={classes.group}>
      <th colSpan={COLUMNS} scope="rowgroup">
        {group.name}
        {group.complete && <span className={classes.count}>{group.loans.length}</span>}
      </th>
      <td className={classes.type} aria-hidden />
      <td className={classes.team} aria-hidden />
    </tr>
  );
}

/** The next loan in a direction, stepping over the group headings. */
function nextLoan(lines: Line[], from: number, step: number): number | null {
  for (let at = from + step; at >= 0 && at < lines.length; at += step) {
    if ('loan' in (lines[at] as Line)) return at;
  }
  return null;
}

function ShortBody({ keys, renderLine, onNearEnd }: BodyProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    const last = body.current?.rows.item(keys.length - 1);
    if (!last) return undefined;
    const watcher = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) onNearEnd();
      },
      { rootMargin: NEAR },
    );
    watcher.observe(last);
    return () => watcher.disconnect();
  }, [keys, onNearEnd]);
  return <tbody ref={body}>{keys.map((_, index) => renderLine(index))}</tbody>;
}

interface LoanTableProps extends HeadProps {
  list: LoanList;
  label: string;
}

export function LoanTable({ list, label, order, onDirection, selection }: LoanTableProps) {
  const { loans = [], hasMore, isFetchingNextPage, fetchNextPage } = list;
  const now = useNow();
  const lines = useMemo(
    () => linesOf(groupLoans(loans, now, hasMore, order)),
    [loans, now, hasMore, order],
  );
  const togglePin = usePin();
  const table = useRef<HTMLTableElement>(null);
  const bring = useRef<(index: number) => void>(null);
  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  });
  // The same for as long as the table is there: a row is drawn anew only for what is its own.
  const onSelect = useCallback(
    (id: string, range: boolean) => latest.current?.toggle(id, range),
    [],
  );
  const onNearEnd = useCallback(() => {
    if (hasMore && !isFetchingNextPage) void fetchNextPage();
  }, [hasMore, isFetchingNextPage, fetchNextPage]);

  const focusRow = (index: number) => {
    bring.current?.(index);
    requestAnimationFrame(() =>
      table.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`)?.focus(),
    );
  };

  const rowAt = (event: KeyboardEvent | undefined) => {
    const target = event?.target;
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
    return row && table.current?.contains(row) ? Number(row.dataset['index']) : -1;
  };
  const loanAt = (index: number): LoanSummary | undefined => {
    const line = lines[index];
    return line && 'loan' in line ? line.loan : undefined;
  };
  const step = (by: 1 | -1) => (event?: KeyboardEvent) => {
    const here = rowAt(event);
    const next = nextLoan(lines, here, by);
    // Without a row in focus the arrows scroll, and P is a letter.
    if (here < 0 || next === null) return false;
    // With Shift the selection grows along with the focus.
    if (event?.shiftKey) selection?.add([loanAt(here)?.id, loanAt(next)?.id]);
    focusRow(next);
  };
  const onLoan = (act: (loan: LoanSummary) => void) => (event?: KeyboardEvent) => {
    const loan = loanAt(rowAt(event));
    if (!loan) return false;
    act(loan);
  };
  useRowCommands(selection ? SELECTING : ROWS, {
    down: step(1),
    up: step(-1),
    pin: onLoan(togglePin),
    select: onLoan(({ id }) => selection?.toggle(id, false)),
    clear: () => (selection && selection.count > 0 ? selection.clear() : false),
  });

  const renderLine = (index: number, measure?: Measure) => {
    const line = lines[index] as Line;
    const key = keyOf(line);
    return 'group' in line ? (
      <GroupRow key={key} group={line.group} index={index} measure={measure} />
    ) : (
      <LoanRow
        key={key}
        loan={line.loan}
        now={now}
        index={index}
        measure={measure}
        onPin={togglePin}
        selected={selection?.has(line.loan.id)}
        onSelect={onSelect}
      />
    );
  };
  const body: BodyProps = {
    keys: useMemo(() => lines.map(keyOf), [lines]),
    height: (index) => ('group' in (lines[index] as Line) ? GROUP_PX : ROW_PX),
    renderLine,
    onNearEnd,
    bring,
  };
  const short = <ShortBody {...body} />;
  return (
    <div className={classes.card}>
      <table
        ref={table}
        className={classes.table}
        aria-label={label}
        data-selectable={selection ? true : undefined}
      >
        <LoanTableHead order={order} onDirection={onDirection} selection={selection} />
        {lines.length <= SHORT ? (
          short
        ) : (
          <Suspense fallback={short}>{<LongBody {...body} />}</Suspense>
        )}
      </table>
    </div>
  );
}
