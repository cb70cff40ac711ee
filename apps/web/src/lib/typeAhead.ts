/**
 * Keeps keystrokes between the shortcut of a field and the field itself, which is loaded late. Without this the page
 * would handle them as shortcuts: an "a" approves a document.
 */

/** Null: no field is waited for. */
let buffer: string | null = null;
let giveUp = dropTyped;

function keep(event: KeyboardEvent): void {
  if (event.metaKey || event.ctrlKey || event.altKey || event.key === 'Tab') return;
  event.preventDefault();
  event.stopPropagation();
  const text = buffer ?? '';
  if (event.key === 'Backspace') buffer = text.slice(0, -1);
  if (event.key.length === 1) buffer = text + event.key;
  if (event.key === 'Escape') giveUp();
}

export const isTypingKept = (): boolean => buffer !== null;

/** From here on keys are kept for a field, until it has the focus or is not wanted any more: Escape says so. */
export function keepTyping(onEscape: () => void = dropTyped): void {
  buffer = '';
  giveUp = onEscape;
  window.addEventListener('keydown', keep, true);
}

/** Called when the field will not be shown. */
export function dropTyped(): void {
  window.removeEventListener('keydown', keep, true);
  buffer = null;
}

/** What was typed until now; the field has the keys from here on. */
export function takeTyped(): string {
  const text = buffer ?? '';
  dropTyped();
  return text;
}
