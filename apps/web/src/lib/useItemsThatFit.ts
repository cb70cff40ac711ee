import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface Row {
  /** Of the item that is always shown. */
  current: number;
  room: number;
  gap: number;
  /** Width of the button for the items that are not shown, with its gap. */
  more: number;
}

/** The indexes of items for which a row has no room. */
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
 * Which items of a row have no room in it. They must stay in the page, hidden and `position: absolute`, so that their widths are
 * known. The button for them, `data-more`, may be absent while there is room for all.
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
      // Without a box nothing can be measured: on a phone the row is not shown.
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
