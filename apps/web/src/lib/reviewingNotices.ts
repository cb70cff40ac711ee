import type { ReviewingNotice } from '@cairn/contract';
import { createStore } from './store.ts';

/** Twice the interval at which a page repeats its notice. Without a new notice in this time, the reviewer has left. */
const SHOWN_MS = 20_000;

/** Which answer each of the other reviewers has open at the moment. */
export const reviewing = createStore<readonly ReviewingNotice[]>([]);

export function noteReviewing(notice: ReviewingNotice): void {
  reviewing.set((notices) => [
    ...notices.filter(({ userId }) => userId !== notice.userId),
    ...(notice.looking ? [notice] : []),
  ]);
  window.setTimeout(
    () => reviewing.set((notices) => notices.filter((each) => each !== notice)),
    SHOWN_MS,
  );
}
