import type { KeyboardEvent } from 'react';
import { useEventCallback } from '../../lib/useEventCallback.ts';

interface SplitKeys {
  moveTo: (lane: number) => void;
  leaveOut: () => void;
  turn: (by: 90 | -90) => void;
  shift: (by: -1 | 1) => void;
  step: (by: -1 | 1, toHere: boolean) => void;
  undo: () => void;
  submit: () => void;
}

/** Runs the action of a key. Returns false if the key has none. */
function press({ key, altKey, shiftKey, ...event }: KeyboardEvent, act: SplitKeys): boolean {
  if (event.ctrlKey || event.metaKey) {
    if (key !== 'z' && key !== 'Enter') return false;
    if (key === 'z') act.undo();
    else act.submit();
    return true;
  }
  if (/^[1-9]$/.test(key)) {
    act.moveTo(Number(key) - 1);
    return true;
  }
  switch (key) {
    case '0':
    case 'Delete':
      act.leaveOut();
      return true;
    case '[':
    case ']':
      act.turn(key === '[' ? -90 : 90);
      return true;
    case 'ArrowLeft':
    case 'ArrowRight': {
      const by = key === 'ArrowLeft' ? -1 : 1;
      if (altKey) act.shift(by);
      else act.step(by, shiftKey);
      return true;
    }
    default:
      return false;
  }
}

/** Keyboard shortcuts for the pages. They do not apply in input fields. */
export const useSplitKeys = (act: SplitKeys) =>
  useEventCallback((event: KeyboardEvent) => {
    if ((event.target as HTMLElement).closest('input')) return;
    if (press(event, act)) event.preventDefault();
  });
