import { type KeyboardEvent, useRef } from 'react';

type Cell = HTMLInputElement | HTMLTextAreaElement;

/** Arrow keys and Enter move between the cells, as in a spreadsheet. Tab does so natively. */
export function useCellKeys() {
  const table = useRef<HTMLElement>(null);
  const focus = (row: number, column: number) => {
    const cell = table.current?.querySelector<Cell>(`[data-cell="${row}-${column}"]`);
    cell?.focus();
    cell?.select();
  };
  const onKeyDown = (row: number, column: number) => (event: KeyboardEvent<Cell>) => {
    const input = event.currentTarget;
    const [from, to] = [input.selectionStart ?? 0, input.selectionEnd ?? 0];
    const isAll = to - from === input.value.length;
    const atStart = isAll || to === 0;
    const atEnd = isAll || from === input.value.length;
    const moves: Record<string, [number, number] | false> = {
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      Enter: [row + (event.shiftKey ? -1 : 1), column],
      ArrowLeft: atStart && [row, column - 1],
      ArrowRight: atEnd && [row, column + 1],
    };
    const move = event.nativeEvent.isComposing ? undefined : moves[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    focus(...move);
  };
  return { table, onKeyDown };
}
