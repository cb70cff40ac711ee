import { useStore, createStore } from './store.ts';

const TICK_MS = 30_000;

const clock = createStore(new Date());
setInterval(() => clock.set(new Date()), TICK_MS);

/** The time, as everything on the page agrees on it: "Just now" grows old without a reload. */
export const useNow = (): Date => useStore(clock);
