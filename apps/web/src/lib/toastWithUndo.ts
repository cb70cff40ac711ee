import { waitingToasts } from './toast.ts';

/** Time to read it, and to get to its button. */
export const UNDO_MS = 10_000;
let toastCount = 0;

/** A toast with a button that takes it back. The same words mean something else the next time. Apart: few pages have one. */
export function toastWithUndo(message: string, undo: () => void): string {
  toastCount += 1;
  const id = `toast-undo-${toastCount}`;
  const next = { id, kind: 'success' as const, message, stayMs: UNDO_MS, undo };
  waitingToasts.set((waiting) => [...waiting, next]);
  return id;
}
