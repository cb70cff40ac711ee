import { createStore } from './store.ts';

export interface Toast {
  id: string;
  kind: 'error' | 'success' | 'info';
  message: string;
  /** By default, the duration depends on the kind and the length of the message. */
  stayMs?: number;
  /** Reverts the action that the message reports. */
  undo?: () => void;
  /** A link to the object that the message is about. */
  link?: { words: string; to: string; params: object; search: object };
}

/** Removes a toast before its time is over. */
export interface Gone {
  id: string;
  gone: true;
}

/** A download has ended: the toaster fetches its result and shows it. */
export interface Exported {
  exported: true;
}

/** Toasts that wait for the toaster, which is loaded after the first page. */
export const waitingToasts = createStore<readonly (Toast | Gone | Exported)[]>([]);

/** The id derives from the text, so that two calls that fail for the same reason show one toast. */
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

/** `error`, `success` and `info` return the id with which the toast can be updated or removed. */
export const toast = {
  error: (message: string) => add('error', message),
  success: (message: string) => add('success', message),
  info: (message: string) => add('info', message),
  /** Replaces the toast of work in progress with its result. */
  update: (id: string, kind: Toast['kind'], message: string) =>
    waitingToasts.set((waiting) => [...waiting, makeToast(id, kind, message)]),
  remove: (id: string) => waitingToasts.set((waiting) => [...waiting, { id, gone: true }]),
};
