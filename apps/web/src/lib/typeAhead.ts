/**
 * Buffers keystrokes between the shortcut that opens a field and the field's focus, because the field is loaded on
 * demand. Otherwise the page would handle the keystrokes as shortcuts: an "a" would approve a document.
 */

/** The buffered text; null if no field is being opened. */
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

/** Starts to buffer keystrokes for a field, until the field has the focus or the user cancels it with Escape. */
export function keepTyping(onEscape: () => void = dropTyped): void {
  buffer = '';
  giveUp = onEscape;
  window.addEventListener('keydown', keep, true);
}

/** Stops buffering and discards the text, because the field will not be shown. */
export function dropTyped(): void {
  window.removeEventListener('keydown', keep, true);
  buffer = null;
}

/** Stops buffering and returns the text; from now on the field receives the keystrokes. */
export function takeTyped(): string {
  const text = buffer ?? '';
  dropTyped();
  return text;
}
