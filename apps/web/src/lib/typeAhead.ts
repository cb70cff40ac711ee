/**
 * Keeps keystrokes between the shortcut of a field and the field itself, which is loaded late. Without this the page
 * would handle them as shortcuts: an "a" approves a document.
 */

/** Null: no field is waited for. */
let typed: string | null = null;
let giveUp = dropTyped;

function keep(event: KeyboardEvent): void {
  if (event.metaKey || event.ctrlKey || event.altKey || event.key === 'Tab') return;
  event.preventDefault();
  event.stopPropagation();
  const kept = typed ?? '';
  if (event.key === 'Backspace') typed = kept.slice(0, -1);
  if (event.key.length === 1) typed = kept + event.key;
  if (event.key === 'Escape') giveUp();
}

export const isTypingKept = (): boolean => typed !== null;

/** From here on keys are kept for a field, until it has the focus or is not wanted any more: Escape says so. */
export function keepTyping(onEscape: () => void = dropTyped): void {
  typed = '';
  giveUp = onEscape;
  window.addEventListener('keydown', keep, true);
}

/** Called when the field will not be shown. */
export function dropTyped(): void {
  window.removeEventListener('keydown', keep, true);
  typed = null;
}

/** What was typed until now; the field has the keys from here on. */
export function takeTyped(): string {
  const taken = typed ?? '';
  dropTyped();
  return taken;
}
