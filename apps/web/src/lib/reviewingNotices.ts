import type { ReviewingNotice } from '@cairn/contract';
import { createStore } from './store.ts';

/** Twice as long as a page repeats its notice: silence means that the reviewer left. */
const SHOWN_MS = 20_000;

/** The answer that each other reviewer has open now. */
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
