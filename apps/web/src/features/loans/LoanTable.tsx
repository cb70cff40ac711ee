import type { LoanSummary } from '@cairn/contract';
import { IconArrowUp } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useMemo } from 'react';
import { useNow } from '../../kit/clock.ts';
import { useVirtualRows } from '../../kit/useVirtualRows.ts';
import { groupLoans, type LoanGroup } from './grouping.ts';
import { LoanRow } from './LoanRow.tsx';
import classes from './LoanTable.module.css';
import { usePin } from './usePin.ts';
import type { LoanList } from './useLoanList.ts';

const ROW_PX = 56;
const GROUP_PX = 34;
/** The columns that are there at every width; Type and Team go where there is no room. */
const COLUMNS = 6;
/** The next page is asked for this many rows before the end is in sight. */
const AHEAD = 15;

type Line = { group: LoanGroup } | { loan: LoanSummary };

const linesOf = (groups: LoanGroup[]): Line[] =>
  groups.flatMap((group) => [{ group }, ...group.loans.map((loan) => ({ loan }))]);

const keyOf = (line: Line): string => ('group' in line ? line.group.name : line.loan.id);

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">Loan</th>
        <th scope="col" className={classes.type}>
          Type
        </th>
        <th scope="col" className={classes.number}>
          Amount
        </th>
        <th scope="col">Phase</th>
        <th scope="col">Progress</th>
        <th scope="col" aria-sort="ascending">
          Close date <IconArrowUp size={13} stroke={1.7} aria-hidden />
        </th>
        <th scope="col" className={classes.team}>
          Team
        </th>
        <th scope="col">
          <span className={classes.unseen}>Pin</span>
        </th>
      </tr>
    </thead>
  );
}

interface GroupRowProps {
  group: LoanGroup;
  index: number;
  measure: (row: HTMLTableRowElement | null) => void;
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

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** The next loan in a direction, stepping over the group headings. */
function nextLoan(lines: Line[], from: number, step: number): number | null {
  for (let at = from + step; at >= 0 && at < lines.length; at += step) {
    if ('loan' in (lines[at] as Line)) return at;
  }
  return null;
}

export function LoanTable({ list, label }: { list: LoanList; label: string }) {
  const { loans = [], hasMore, isFetchingNextPage, fetchNextPage } = list;
  const now = useNow();
  const lines = useMemo(() => linesOf(groupLoans(loans, now, hasMore)), [loans, now, hasMore]);
  const togglePin = usePin();
  const { body, rows, above, below, virtualizer } = useVirtualRows({
    keys: useMemo(() => lines.map(keyOf), [lines]),
    height: (index) => ('group' in (lines[index] as Line) ? GROUP_PX : ROW_PX),
  });

  const lastShown = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isFetchingNextPage && lastShown >= lines.length - AHEAD) void fetchNextPage();
  }, [hasMore, isFetchingNextPage, lastShown, lines.length, fetchNextPage]);

  const focusRow = (index: number) => {
    virtualizer.scrollToIndex(index, { align: 'auto' });
    requestAnimationFrame(() =>
      body.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`)?.focus(),
    );
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
    const index = Number(row?.dataset['index'] ?? -1);
    const line = lines[index];
    if (!line || !('loan' in line)) return;
    const step = STEPS[event.key];
    const next = step === undefined ? null : nextLoan(lines, index, step);
    if (next !== null) {
      event.preventDefault();
      focusRow(next);
    }
    if (event.key.toLowerCase() === 'p') togglePin(line.loan);
  };

  return (
    <div className={classes.card}>
      <table className={classes.table} aria-label={label}>
        <Head />
        {/* Keys on a focused row are a shortcut: each has its button or link in the row. */}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody ref={body} onKeyDown={onKeyDown}>
          {above > 0 && <tr aria-hidden style={{ height: above }} />}
          {rows.map(({ index, key }) => {
            const line = lines[index] as Line;
            const measure = virtualizer.measureElement;
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
              />
            );
          })}
          {below > 0 && <tr aria-hidden style={{ height: below }} />}
        </tbody>
      </table>
    </div>
  );
}
