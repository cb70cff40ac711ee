import type { Element } from '@cairn/contract';
import { createStore } from '../../lib/store.ts';

/**
 * IDs of requests that were answered with a file since the app was loaded, with the IDs of their loans. Cards use them
 * to link to the receipt.
 */
export const sentAnswers = createStore<ReadonlyMap<string, string>>(new Map());

export const noteSent = ({ id, loanId }: Pick<Element, 'id' | 'loanId'>): void =>
  sentAnswers.set((all) => new Map(all).set(id, loanId));
