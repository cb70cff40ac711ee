import { DESKTOP_BREAKPOINT_PX } from '@cairn/contract/constants';
import { startTransition, useEffect, useState } from 'react';
import { createStore } from './store.ts';

/** The page counts as idle this long after the last scroll event. */
const STILL_MS = 120;

/**
 * On narrower screens the height of a row depends on its content, so a row that is rendered in full later would shift
 * the page. There, scrolling is not tracked.
 */
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
 * False for content that mounts while the page scrolls, until scrolling stops: rows that are only passed are not worth
 * rendering in full. The full render is a transition, so user input interrupts it.
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
