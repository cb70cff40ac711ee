import { DESKTOP_BREAKPOINT_PX } from '@cairn/contract/constants';
import { startTransition, useEffect, useState } from 'react';
import { createStore } from './store.ts';

/** The page counts as idle this long after the last scroll event. */
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
 * False for content that appears while the page is scrolled, until it stops: rows that only fly past are not worth
 * rendering in full. Filling them in gives way to the next user input.
 */
export function useScrollIdle(): boolean {
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
