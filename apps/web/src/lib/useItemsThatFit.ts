import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface Row {
  /** The index of the item that is always shown. */
  current: number;
  room: number;
  gap: number;
  /** Width of the button for the hidden items, including its gap. */
  more: number;
}

/** The indexes of the items that do not fit in the row. */
export function itemsWithoutRoom(widths: readonly number[], row: Row): number[] {
  const { current, room, gap, more } = row;
  const all = widths.reduce((sum, width) => sum + width + gap, -gap);
  if (all <= room) return [];
  let left = room - more - (widths[current] ?? 0);
  return widths.flatMap((width, index) => {
    if (index === current) return [];
    left -= width + gap;
    return left < 0 ? [index] : [];
  });
}

/**
 * Finds the items of a row (`data-item`) that do not fit in it. Hidden items must stay in the DOM with `position:
 * absolute`, so that their widths can be measured. The button for them (`data-more`) may be absent while all items fit.
 */
export function useItemsThatFit(
  count: number,
  current: number,
): { row: RefObject<HTMLElement | null>; hidden: readonly number[] } {
  const row = useRef<HTMLElement>(null);
  const [hidden, setHidden] = useState<readonly number[]>([]);
  useLayoutEffect(() => {
    const element = row.current;
    if (!element || count === 0) return;
    const items = [...element.querySelectorAll<HTMLElement>('[data-item]')];
    const measure = () => {
      // On a phone the row is not displayed, and an element without a layout box cannot be measured.
      if (element.clientWidth === 0) return;
      const gap = Number.parseFloat(getComputedStyle(element).columnGap) || 0;
      const button = element.querySelector<HTMLElement>('[data-more]');
      const without = itemsWithoutRoom(
        items.map(({ offsetWidth }) => offsetWidth),
        { current, room: element.clientWidth, gap, more: (button?.offsetWidth ?? 72) + gap },
      );
      setHidden((now) => (now.join() === without.join() ? now : without));
    };
    const watcher = new ResizeObserver(measure);
    for (const each of [element, ...items]) watcher.observe(each);
    measure();
    return () => watcher.disconnect();
  }, [count, current]);
  return { row, hidden };
}
