import type { LoanSummary, PhaseWithTotals } from '@cairn/contract';
import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { formatMoneyShort } from '../../format/money.ts';
import { RowsSkeleton } from '../../kit/Skeleton.tsx';
import { useDelayed } from '../../kit/useDelayed.ts';
import classes from './Board.module.css';
import { BoardCard } from './BoardCard.tsx';
import type { CardMenu } from './CardMenuBody.tsx';
import { type LoanFilter, useLoanList } from './useLoanList.ts';

const CARD_PX = 168;
const OVERSCAN = 4;
/** The next page is asked for this many cards before the end is in sight. */
const AHEAD = 8;

interface BoardColumnProps extends Omit<CardMenu, 'loan'> {
  phase: PhaseWithTotals;
  filter: LoanFilter;
  /** Without a filter the kept totals are the truth; with one only what is loaded can be counted. */
  filtered: boolean;
  now: Date;
  dragged: LoanSummary | null;
  onDrag: (loan: LoanSummary | null) => void;
  /** The card that the keyboard is at, or goes to. */
  focusOn: string | null;
  onFocused: () => void;
}

interface Loaded {
  loans: LoanSummary[] | undefined;
  hasMore: boolean;
}

function ColumnHead({
  phase,
  filtered,
  loans,
  hasMore,
}: Loaded & Pick<BoardColumnProps, 'phase' | 'filtered'>) {
  const kept = { count: String(phase.loanCount ?? 0), amount: phase.loanAmount ?? 0 };
  const found = loans && {
    count: `${loans.length}${hasMore ? '+' : ''}`,
    amount: loans.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
  };
  const totals = filtered ? found : kept;
  return (
    <header className={classes.columnHead}>
      <h2 className={classes.columnName} id={`column-${phase.id}`}>
        {phase.name}
      </h2>
      {totals && (
        <>
          <span className={classes.count}>{totals.count}</span>
          {!(filtered && hasMore) && (
            <span className={classes.total}>{formatMoneyShort(totals.amount)}</span>
          )}
        </>
      )}
    </header>
  );
}

/** Takes a card that is dragged over it, unless it came from here. */
function useDrop({ phase, dragged, onMove, onDrag }: BoardColumnProps) {
  const [over, setOver] = useState(false);
  const takes = dragged !== null && dragged.loanPhase.id !== phase.id;
  return {
    over: over && takes,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!takes) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        if (dragged && takes) onMove(dragged, phase);
        onDrag(null);
      },
    },
  };
}

export function BoardColumn(props: BoardColumnProps) {
  const { phase, phases, filter, filtered, now, onMove, onPin, onDrag, focusOn, onFocused } = props;
  const list = useLoanList({ ...filter, phaseId: [phase.id] });
  const { loans, hasMore, isFetchingNextPage, fetchNextPage } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const { over, handlers } = useDrop(props);
  const waiting = useDelayed(list.isPending);
  // Its functions change with every scroll, which is what they are for.
  // eslint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: loans?.length ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_PX,
    getItemKey: (index) => loans?.[index]?.id ?? index,
    overscan: OVERSCAN,
  });
  const cards = virtualizer.getVirtualItems();
  const lastShown = cards.at(-1)?.index ?? 0;
  useEffect(() => {
    const near = loans && lastShown >= loans.length - AHEAD;
    if (hasMore && !isFetchingNextPage && near) void fetchNextPage();
  }, [hasMore, isFetchingNextPage, lastShown, loans, fetchNextPage]);

  const at = focusOn === null ? -1 : (loans?.findIndex(({ id }) => id === focusOn) ?? -1);
  useEffect(() => {
    if (at === -1) return;
    virtualizer.scrollToIndex(at, { align: 'auto' });
    const soon = requestAnimationFrame(() => {
      const link = scroller.current?.querySelector<HTMLElement>(`[data-loan="${focusOn}"]`);
      link?.focus();
      if (link) onFocused();
    });
    return () => cancelAnimationFrame(soon);
  });

  return (
    <section
      className={classes.column}
      aria-labelledby={`column-${phase.id}`}
      data-column={phase.id}
      data-over={over || undefined}
      {...handlers}
    >
      <ColumnHead phase={phase} filtered={filtered} loans={loans} hasMore={hasMore} />
      <div ref={scroller} className={classes.cards}>
        {waiting && <RowsSkeleton label={`Loading ${phase.name}`} />}
        {list.isError && (
          <div className={classes.nothing}>
            <p>These loans could not be loaded.</p>
            <Button variant="default" size="xs" onClick={() => void list.refetch()}>
              Try again
            </Button>
          </div>
        )}
        {loans?.length === 0 && <p className={classes.nothing}>No loans</p>}
        <div className={classes.all} style={{ height: virtualizer.getTotalSize() }}>
          {cards.map(({ index, key, start }) => {
            const loan = loans?.[index];
            return (
              loan && (
                <div
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className={classes.place}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <BoardCard
                    loan={loan}
                    phases={phases}
                    now={now}
                    onMove={onMove}
                    onPin={onPin}
                    onDrag={onDrag}
                  />
                </div>
              )
            );
          })}
        </div>
      </div>
    </section>
  );
}
