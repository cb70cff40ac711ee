import type { Element } from '@cairn/contract';
import { createStore } from '../../lib/store.ts';

/** Requests that were answered with a file since this page was loaded, with their loans: cards show the way to the receipt. */
export const sentAnswers = createStore<ReadonlyMap<string, string>>(new Map());

export const noteSent = ({ id, loanId }: Pick<Element, 'id' | 'loanId'>): void =>
  sentAnswers.set((all) => new Map(all).set(id, loanId));
