import { createStore } from '../../lib/store.ts';

/** Requests that were answered with a file since this page was loaded: their cards show the way to the receipt. */
export const sentAnswers = createStore<ReadonlySet<string>>(new Set());

export const noteSent = (elementId: string): void =>
  sentAnswers.set((all) => new Set(all).add(elementId));
