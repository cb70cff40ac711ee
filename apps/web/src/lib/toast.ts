import { timing } from '../tokens.json';
import { createStore } from './store.ts';

export interface Toast {
  id: string;
  kind: 'error' | 'success' | 'info';
  message: string;
  stayMs: number;
  /** The way back from what the message says. */
  undo?: () => void;
}

/** A toast that is to be taken away before its time. */
export interface Gone {
  id: string;
  gone: true;
}

const STAY_MS = timing.toastMs;
const STAY_MAX_MS = 20_000;
/** An error stays half as long again as it takes to read at 3.9 words a second. */
const READING_FACTOR = 1.5;
const WORDS_PER_SECOND = 3.9;

/** Toasts that wait for the toaster, which is loaded apart from the first page. */
export const waitingToasts = createStore<readonly (Toast | Gone)[]>([]);

export function errorStayMs(message: string): number {
  const words = message.trim().split(/\s+/).length;
  const ms = ((READING_FACTOR * words) / WORDS_PER_SECOND) * 1000;
  return Math.min(Math.max(ms, STAY_MS), STAY_MAX_MS);
}

/** The text is the id: two calls that fail for one reason say it once. */
const idOf = (message: string): string => `toast-${encodeURIComponent(message)}`;

const makeToast = (id: string, kind: Toast['kind'], message: string): Toast => ({
  id,
  kind,
  message,
  stayMs: kind === 'error' ? errorStayMs(message) : STAY_MS,
});

function add(kind: Toast['kind'], message: string): string {
  const id = idOf(message);
  waitingToasts.set((waiting) => [...waiting, makeToast(id, kind, message)]);
  return id;
}

/** Each gives the id by which it can be changed or taken away. */
export const toast = {
  error: (message: string) => add('error', message),
  success: (message: string) => add('success', message),
  info: (message: string) => add('info', message),
  /** In its place: what was going on has come to something. */
  update: (id: string, kind: Toast['kind'], message: string) =>
    waitingToasts.set((waiting) => [...waiting, makeToast(id, kind, message)]),
  remove: (id: string) => waitingToasts.set((waiting) => [...waiting, { id, gone: true }]),
};
