import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import classes from './SelectionBar.module.css';

export const actionClass = classes.action ?? '';

interface SelectionBarProps {
  label: string;
  count: number;
  onClear: () => void;
  /** The actions: buttons with the class `actionClass`. */
  children: ReactNode;
}

/**
 * A toolbar that floats over the list while rows are selected. The left and right arrow keys move between its buttons,
 * and Escape clears the selection.
 */
export function SelectionBar({ label, count, onClear, children }: SelectionBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClear();
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons.at((at + step) % buttons.length)?.focus();
  };
  return (
    <div
      ref={bar}
      className={classes.bar}
      role="toolbar"
      aria-label={label}
      onKeyDown={onKeyDown}
      tabIndex={-1}
    >
      <span className={classes.count} aria-live="polite">
        {count} selected
      </span>
      {children}
      <button
        type="button"
        className={actionClass}
        onClick={onClear}
        aria-label="Clear the selection"
      >
        <IconX size={16} stroke={1.7} aria-hidden />
      </button>
    </div>
  );
}
