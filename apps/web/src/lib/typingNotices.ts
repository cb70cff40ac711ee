import type { TypingNotice } from '@cairn/contract';
import { createStore } from './store.ts';

/** A typing client repeats the notice every few seconds; silence means that it stopped. */
const SHOWN_MS = 6_000;

/** Who is writing at this moment, and where. */
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
