import { DESKTOP_BREAKPOINT_PX } from '@cairn/contract/constants';
import { startTransition, useEffect, useState } from 'react';
import { createStore } from './store.ts';

/** So long after the last movement the page stands still. */
const STILL_MS = 120;

/** Below, a row is as high as what it says, and would jump when it is filled in. */
const wide = window.matchMedia(`(width >= ${DESKTOP_BREAKPOINT_PX}px)`);
const scrolling = createStore(false);
let still: number | undefined;
window.addEventListener(
  'scroll',
  () => {
    window.clearTimeout(still);
    scrolling.set(wide.matches);
    still = window.setTimeout(() => scrolling.set(false), STILL_MS);
  },
  { passive: true },
);

/**
 * False for what appears while the page is scrolled, until it stands still: rows that only fly past are not worth
 * drawing whole. Filling them in gives way to whatever the person does next.
 */
export function useStandsStill(): boolean {
  const [whole, setWhole] = useState(() => !scrolling.get());
  useEffect(() => {
    if (whole) return undefined;
    const fill = () => {
      if (!scrolling.get()) startTransition(() => setWhole(true));
    };
    fill();
    return scrolling.subscribe(fill);
  }, [whole]);
  return whole;
}
