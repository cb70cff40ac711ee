import { type RefObject, useEffect, useState } from 'react';

const OVERSCAN = 12;

/**
 * Virtualizes rows of equal height in a scroll container: only the visible rows, and some around them, are rendered.
 */
export function useFixedRows(
  scroller: RefObject<HTMLElement | null>,
  { count, height }: { count: number; height: number },
) {
  const [sight, setSight] = useState({ first: 0, many: 40 });
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const look = () => {
      const first = Math.floor(box.scrollTop / height);
      const many = Math.ceil(box.clientHeight / height) + 1;
      setSight((now) => (now.first === first && now.many === many ? now : { first, many }));
    };
    const watcher = new ResizeObserver(look);
    watcher.observe(box);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      watcher.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [scroller, height]);
  const from = Math.max(0, Math.min(sight.first, count) - OVERSCAN);
  const to = Math.min(count, sight.first + sight.many + OVERSCAN);

  /** Scrolls only as far as needed to show the whole row. */
  const bringIntoView = (index: number) => {
    const box = scroller.current;
    if (!box) return;
    const top = index * height;
    const bottom = top + height - box.clientHeight;
    if (top < box.scrollTop) box.scrollTo({ top });
    else if (bottom > box.scrollTop) box.scrollTo({ top: bottom });
  };
  return { from, to, total: count * height, bringIntoView };
}
