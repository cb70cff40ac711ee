import { createStore } from './store.ts';

const KEPT = 4;
let lastId = 0;

/** The latest announcements for screen readers. Each is rendered as its own line, so that it is read once. */
export const announcements = createStore<readonly { id: number; sentence: string }[]>([]);

export function announce(sentence: string): void {
  lastId += 1;
  const next = { id: lastId, sentence };
  announcements.set((lines) => [...lines, next].slice(-KEPT));
}
