import { createStore } from './store.ts';

const KEPT = 4;
let said = 0;

/** The last announcements for screen readers; each is a line of its own, read once. */
export const announcements = createStore<readonly { id: number; sentence: string }[]>([]);

export function announce(sentence: string): void {
  said += 1;
  const next = { id: said, sentence };
  announcements.set((lines) => [...lines, next].slice(-KEPT));
}
