import type { LoanSummary, PhaseWithTotals } from '@cairn/contract';
import { Box, Button, Flex, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { type Dragged, useDropZone } from '../../lib/dragAndDrop.ts';
import { formatMoneyShort } from '../../lib/format/money.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useDelayed } from '../../lib/useDelayed.ts';
import classes from './Board.module.css';
import { BoardCard, LOAN_CARD } from './BoardCard.tsx';
import type { CardMenu } from './CardMenu.tsx';
import { type LoanFilter, useLoanList } from './useLoanList.ts';

const CARD_PX = 168;
const OVERSCAN = 4;
/** How many cards before the last loaded one the next page is requested. */
const AHEAD = 8;

interface BoardColumnProps extends Omit<CardMenu, 'loan'> {
  phase: PhaseWithTotals;
  filter: LoanFilter;
  /** Without a filter, the stored totals of the phase apply. With a filter, only the loaded loans can be counted. */
  filtered: boolean;
  now: Date;
  /** Finds a loan by its ID in any column of the board. */
  loanOf: (id: string) => LoanSummary | undefined;
  /** The ID of the loan whose card has or receives the keyboard focus. */
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
  const phaseTotals = { count: String(phase.loanCount ?? 0), amount: phase.loanAmount ?? 0 };
  const loadedTotals = loans && {
    count: `${loans.length}${hasMore ? '+' : ''}`,
    amount: loans.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
  };
  const totals = filtered ? loadedTotals : phaseTotals;
  return (
    <Flex component="header" gap="xs" align="baseline" pt="sm" px={14} pb="xs">
      <Text component="h2" truncate size="meta" fw={600} c="var(--ink-2)" id={`column-${phase.id}`}>
        {phase.name}
      </Text>
      {totals && (
        <>
          <Text component="span" size="table" fw={600}>
            {totals.count}
          </Text>
          {!(filtered && hasMore) && (
            <Text component="span" size="meta" ml="auto" c="var(--ink-3)">
              {formatMoneyShort(totals.amount)}
            </Text>
          )}
        </>
      )}
    </Flex>
  );
}

export function BoardColumn(props: BoardColumnProps) {
  const { phase, phases, filter, filtered, now, onMove, onPin, loanOf, focusOn, onFocused } = props;
  const list = useLoanList({ ...filter, phaseId: [phase.id] });
  const { loans, hasMore, isFetchingNextPage, fetchNextPage } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const loanIn = ({ ids }: Dragged) => loanOf(ids[0] ?? '');
  const { ref, over } = useDropZone({
    accepts: (item) => item.type === LOAN_CARD && loanIn(item)?.loanPhase.id !== phase.id,
    onDrop: (item) => {
      const loan = loanIn(item);
      if (loan) onMove(loan, phase);
    },
  });
  const waiting = useDelayed(list.isPending);
  // The virtualizer returns functions that change with every scroll, so the compiler must not memoize this component.
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
      ref={ref}
      className={classes.column}
      aria-labelledby={`column-${phase.id}`}
      data-column={phase.id}
      data-over={over ?? undefined}
    >
      <ColumnHead phase={phase} filtered={filtered} loans={loans} hasMore={hasMore} />
      <Box ref={scroller} className={classes.cards} flex={1} mih={0} px="xs" pt="s2">
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
        <Box pos="relative" style={{ height: virtualizer.getTotalSize() }}>
          {cards.map(({ index, key, start }) => {
            const loan = loans?.[index];
            return (
              loan && (
                <Box
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  pos="absolute"
                  inset="0 0 auto"
                  pb="xs"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <BoardCard loan={loan} phases={phases} now={now} onMove={onMove} onPin={onPin} />
                </Box>
              )
            );
          })}
        </Box>
      </Box>
    </section>
  );
}
