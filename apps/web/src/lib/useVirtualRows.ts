import { measureElement, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';

interface VirtualRowsOptions {
  /** One for each row; the same list as long as the rows are the same, or all are placed anew. */
  keys: readonly string[];
  /** A first guess, in pixels; rows are measured once they are on the page. */
  height: (index: number) => number;
}

const OVERSCAN = 6;

type Measured = Virtualizer<Window, Element>;

/**
 * The browser tells the height of a new row by itself, once it has laid out the page and before it paints:
 * to ask for it as soon as the row is there would make it lay out the page once more.
 */
const measure = (row: Element, entry: ResizeObserverEntry | undefined, rows: Measured): number => {
  if (entry) return measureElement(row, entry, rows);
  const index = rows.indexFromElement(row);
  return rows.measurementsCache[index]?.size ?? rows.options.estimateSize(index);
};

/**
 * Only the rows near the window are on the page. Two empty rows, above and below, keep the place
 * of the others, so that it stays a plain table.
 */
export function useVirtualRows({ keys, height }: VirtualRowsOptions) {
  const body = useRef<HTMLTableSectionElement | null>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useEffect(() => {
    // Whatever grows or shrinks above the table moves it, and always changes the page's height.
    const watcher = new ResizeObserver(() => {
      const top = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
      setScrollMargin(Math.round(top));
    });
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, []);
  const getItemKey = useCallback((index: number) => keys[index] ?? index, [keys]);
  // Its functions change with every scroll, which is what they are for.
  // eslint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: keys.length,
    estimateSize: height,
    getItemKey,
    overscan: OVERSCAN,
    scrollMargin,
    measureElement: measure,
  });
  const rows = virtualizer.getVirtualItems();
  const above = (rows[0]?.start ?? scrollMargin) - scrollMargin;
  const below = virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? scrollMargin) - scrollMargin);
  return { body, rows, above, below: Math.max(0, below), virtualizer };
}
