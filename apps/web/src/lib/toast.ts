import { createStore } from './store.ts';

export interface Toast {
  id: string;
  kind: 'error' | 'success' | 'info';
  message: string;
  /** Left out: by kind and length. */
  stayMs?: number;
  /** The way back from what the message says. */
  undo?: () => void;
  /** A link to the object that the message is about. */
  link?: { words: string; to: string; params: object; search: object };
}

/** A toast that is to be taken away before its time. */
export interface Gone {
  id: string;
  gone: true;
}

/** Says that a download ended: the toaster fetches its result and shows it. */
export interface Exported {
  exported: true;
}

/** Toasts that wait for the toaster, which is loaded apart from the first page. */
export const waitingToasts = createStore<readonly (Toast | Gone | Exported)[]>([]);

/** The text is the id: two calls that fail for one reason say it once. */
const idOf = (message: string): string => `toast-${encodeURIComponent(message)}`;

const makeToast = (id: string, kind: Toast['kind'], message: string): Toast => ({
  id,
  kind,
  message,
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
  /** Replaces the toast of work in progress by its result. */
  update: (id: string, kind: Toast['kind'], message: string) =>
    waitingToasts.set((waiting) => [...waiting, makeToast(id, kind, message)]),
  remove: (id: string) => waitingToasts.set((waiting) => [...waiting, { id, gone: true }]),
};
