/**
 * Keeps keystrokes between the palette's shortcut and its mounted field. Without this the page behind
 * would handle them as shortcuts: an "a" approves a document.
 */
import { shellDialog } from './shellDialog.ts';

let typed = '';

function keep(event: KeyboardEvent): void {
  if (event.metaKey || event.ctrlKey || event.altKey || event.key === 'Tab') return;
  event.preventDefault();
  event.stopPropagation();
  if (event.key === 'Escape') shellDialog.set(null);
  if (event.key === 'Backspace') typed = typed.slice(0, -1);
  if (event.key.length === 1) typed += event.key;
}

function stop(): void {
  window.removeEventListener('keydown', keep, true);
  typed = '';
}

/** From here on keys are kept for the palette, until its field has the focus or it is not wanted any more. */
export function keepTyping(): void {
  typed = '';
  window.addEventListener('keydown', keep, true);
  const left = shellDialog.subscribe(() => {
    left();
    stop();
  });
}

/** What was typed until now; the field has the keys from here on. */
export function takeTyped(): string {
  const taken = typed;
  stop();
  return taken;
}
