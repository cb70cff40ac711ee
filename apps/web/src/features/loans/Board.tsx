import type { LoanSummary, PhaseWithTotals } from '@cairn/contract';
import type { InfiniteData } from '@tanstack/react-query';
import { useState } from 'react';
import { useNow } from '../../lib/clock.ts';
import { callKey, queryClient } from '../../lib/queries.ts';
import { hiddenPhases } from '../../lib/preferences.ts';
import { usePreference } from '../../lib/usePreference.ts';
import classes from './Board.module.css';
import { firstPlace, type Place, type Target } from './boardMoves.ts';
import { BoardColumn } from './BoardColumn.tsx';
import type { LoanPage } from './loanPages.ts';
import { cardsOf } from './sections.ts';
import { useBoardMoves } from './useBoardMoves.ts';
import type { LoanFilter } from './useLoanList.ts';
import { usePin } from './usePin.ts';
import { type RowCommand, useRowCommands } from '../../lib/useRowCommands.ts';

interface BoardProps {
  companyId: string;
  phases: PhaseWithTotals[];
  chosen: string[];
  filter: LoanFilter;
  filtered: boolean;
}

/** The loans that a column has loaded, in display order. */
function loadedIn(filter: LoanFilter, phaseId: string): LoanSummary[] {
  const key = callKey('viewLoans', { query: { ...filter, phaseId: [phaseId] } });
  const pages = queryClient.getQueryData<InfiniteData<LoanPage>>(key)?.pages ?? [];
  return [...(pages[0]?.pinned ?? []), ...pages.flatMap((page) => page.loans)];
}

const CARDS: RowCommand[] = [
  ['Next card', 'ArrowDown', 'down'],
  ['Previous card', 'ArrowUp', 'up'],
  ['Go down the column', 'j', 'next'],
  ['Go up the column', 'k', 'up'],
  ['Next column; with Shift, move the loan there', 'ArrowRight', 'right'],
  ['Previous column; with Shift, move the loan there', 'ArrowLeft', 'left'],
  ['Pin or unpin the loan', 'p', 'pin'],
];

const loanIn = (event: KeyboardEvent | undefined): string | undefined =>
  event?.target instanceof HTMLElement
    ? event.target.closest<HTMLElement>('[data-card]')?.dataset['card']
    : undefined;

/** Shows the pipeline as one column per phase. Moving a card to another column changes the phase of the loan. */
export default function Board({ companyId, phases, chosen, filter, filtered }: BoardProps) {
  const hidden = usePreference(hiddenPhases);
  const now = useNow();
  const [focusOn, setFocusOn] = useState<Place | null>(null);
  const togglePin = usePin();
  const move = useBoardMoves(companyId);
  const columns = hidden.settled
    ? cardsOf(phases, hidden.value, chosen).filter(
        ({ id }) => chosen.length === 0 || chosen.includes(id),
      )
    : [];

  const find = (event?: KeyboardEvent) => {
    const id = loanIn(event);
    if (id === undefined) return undefined;
    for (const [column, phase] of columns.entries()) {
      const loans = loadedIn(filter, phase.id);
      const row = loans.findIndex((loan) => loan.id === id);
      if (row !== -1) return { column, phase, row, loans, loan: loans[row] as LoanSummary };
    }
    return undefined;
  };
  const loanOf = (id: string) =>
    columns.flatMap((phase) => loadedIn(filter, phase.id)).find((loan) => loan.id === id);
  const moveTo = (loan: LoanSummary, phase: Target) => void move(loan, phase);
  const step = (by: 1 | -1) => (event?: KeyboardEvent) => {
    const focused = find(event);
    const next = focused?.loans[focused.row + by];
    if (!focused || !next) return false;
    setFocusOn({ loanId: next.id, phaseId: focused.phase.id });
  };
  // If no card has the focus, the key focuses the first card.
  const goDown = (event?: KeyboardEvent) => {
    if (find(event)) return step(1)(event);
    const first = firstPlace(columns, (id) => loadedIn(filter, id));
    return first ? setFocusOn(first) : false;
  };
  const across = (by: 1 | -1) => (event?: KeyboardEvent) => {
    const focused = find(event);
    const phase = focused && columns[focused.column + by];
    if (!phase) return false;
    if (!event?.shiftKey) {
      const loaded = loadedIn(filter, phase.id);
      const next = loaded[focused.row] ?? loaded.at(-1);
      if (next) setFocusOn({ loanId: next.id, phaseId: phase.id });
    } else if (focused.loan.abilities.move) {
      // The move is optimistic: the focus follows the card to the new column, and back if the server refuses the move.
      const loanId = focused.loan.id;
      setFocusOn({ loanId, phaseId: phase.id });
      const goAlong = async () => {
        if (!(await move(focused.loan, phase))) setFocusOn({ loanId, phaseId: focused.phase.id });
      };
      void goAlong();
    }
  };
  const pin = (event?: KeyboardEvent) => {
    const focused = find(event);
    if (!focused) return false;
    togglePin(focused.loan);
  };
  useRowCommands(CARDS, {
    down: step(1),
    next: goDown,
    up: step(-1),
    right: across(1),
    left: across(-1),
    pin,
  });

  return (
    <div className={classes.board}>
      {columns.map((phase) => (
        <BoardColumn
          key={phase.id}
          phase={phase}
          phases={columns}
          filter={filter}
          filtered={filtered}
          now={now}
          loanOf={loanOf}
          onMove={moveTo}
          onPin={togglePin}
          focusOn={focusOn?.phaseId === phase.id ? focusOn.loanId : null}
          onFocused={() => setFocusOn(null)}
        />
      ))}
    </div>
  );
}
