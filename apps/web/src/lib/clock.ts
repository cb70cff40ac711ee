import { timeZone } from './format/zone.ts';
import { useStore, createStore } from './store.ts';

const TICK_MS = 30_000;

const clock = createStore(new Date());
const tick = () => clock.set(new Date());
setInterval(tick, TICK_MS);
// Dates are shown in the chosen time zone: a change of it redraws them.
timeZone.subscribe(tick);

/** The time, as everything on the page agrees on it: "Just now" grows old without a reload. */
export const useNow = (): Date => useStore(clock);
