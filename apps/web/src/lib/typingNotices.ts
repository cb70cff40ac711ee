import type { TypingNotice } from '@cairn/contract';
import { createStore } from './store.ts';

/**
 * A client repeats the notice every few seconds while the user types. Without a new notice in this time, the user has
 * stopped.
 */
const SHOWN_MS = 6_000;

/** Which users are typing at the moment, and in which threads. */
export const typing = createStore<readonly TypingNotice[]>([]);

const same = (one: TypingNotice, other: TypingNotice): boolean =>
  one.threadId === other.threadId && one.userId === other.userId;

export function noteTyping(notice: TypingNotice): void {
  typing.set((notices) => [...notices.filter((each) => !same(each, notice)), notice]);
  window.setTimeout(
    () => typing.set((notices) => notices.filter((each) => each !== notice)),
    SHOWN_MS,
  );
}
