import { timeZone } from './format/zone.ts';
import { useStore, createStore } from './store.ts';

const TICK_MS = 30_000;

const clock = createStore(new Date());
const tick = () => clock.set(new Date());
setInterval(tick, TICK_MS);
// Dates are shown in the chosen time zone, so a change of the zone must re-render them too.
timeZone.subscribe(tick);

/**
 * The current time, shared by all components of the page. It advances regularly, so that relative times such as "Just
 * now" stay correct without a reload.
 */
export const useNow = (): Date => useStore(clock);
