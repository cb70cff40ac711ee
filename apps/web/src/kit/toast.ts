import { createStore } from './store.ts';

export interface Toast {
  id: string;
  kind: 'error' | 'success' | 'info';
  message: string;
  stayMs: number;
}

const STAY_MS = 5_000;
const STAY_MAX_MS = 20_000;
/** An error stays half as long again as it takes to read at 3.9 words a second. */
const READING_FACTOR = 1.5;
const WORDS_PER_SECOND = 3.9;

/** Toasts that wait for the toaster, which is loaded apart from the first page. */
export const waitingToasts = createStore<readonly Toast[]>([]);

export function errorStayMs(message: string): number {
  const words = message.trim().split(/\s+/).length;
  const ms = ((READING_FACTOR * words) / WORDS_PER_SECOND) * 1000;
  return Math.min(Math.max(ms, STAY_MS), STAY_MAX_MS);
}

function show(kind: Toast['kind'], message: string): void {
  const stayMs = kind === 'error' ? errorStayMs(message) : STAY_MS;
  // The text is the id: two calls that fail for one reason say it once.
  const id = `toast-${encodeURIComponent(message)}`;
  waitingToasts.set((waiting) => [...waiting, { id, kind, message, stayMs }]);
}

export const toast = {
  error: (message: string) => show('error', message),
  success: (message: string) => show('success', message),
  info: (message: string) => show('info', message),
};
