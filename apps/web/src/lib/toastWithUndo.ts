import { waitingToasts } from './toast.ts';

/** Long enough to read the message and to reach its button. */
export const UNDO_MS = 10_000;
let toastCount = 0;

/**
 * Shows a toast with an undo button. Each toast has its own id, because the same text can refer to different actions.
 * This is a separate module, because few pages need it.
 */
export function toastWithUndo(message: string, undo: () => void): string {
  toastCount += 1;
  const id = `toast-undo-${toastCount}`;
  const next = { id, kind: 'success' as const, message, stayMs: UNDO_MS, undo };
  waitingToasts.set((waiting) => [...waiting, next]);
  return id;
}
