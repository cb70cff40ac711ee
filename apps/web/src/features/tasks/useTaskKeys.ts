import { type RefObject, useRef } from 'react';
import { type RowCommand, useRowCommands } from '../../lib/useRowCommands.ts';

const KEYS: RowCommand[] = [
  ['Next task', 'ArrowDown', 'down'],
  ['Previous task', 'ArrowUp', 'up'],
];

/**
 * Arrow keys move the focus between tasks, across the cards. Rows near the viewport are rendered ahead, so the next
 * task can take the focus.
 */
export function useTaskKeys(): RefObject<HTMLDivElement | null> {
  const area = useRef<HTMLDivElement>(null);
  const step = (by: 1 | -1) => () => {
    const links = [...(area.current?.querySelectorAll<HTMLElement>('[data-task]') ?? [])];
    const focusedIndex = links.indexOf(document.activeElement as HTMLElement);
    const next = links[focusedIndex + by];
    // Without a focused task, the arrow keys scroll the page.
    if (focusedIndex < 0 || !next) return false;
    next.focus();
  };
  useRowCommands(KEYS, { down: step(1), up: step(-1) });
  return area;
}
