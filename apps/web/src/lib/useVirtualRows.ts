import { measureElement, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';

interface VirtualRowsOptions {
  /**
   * One key for each row. Memoize the list: a new array makes the virtualizer compute the positions of all rows again.
   */
  keys: readonly string[];
  /** An estimate in pixels, used until the row is rendered and measured. */
  height: (index: number) => number;
}

const OVERSCAN = 6;

type Measured = Virtualizer<Window, Element>;

/**
 * Returns the height of a row without forcing a layout. The ResizeObserver reports the height of a new row after layout
 * and before paint; measuring the row as soon as it mounts would cause one more layout.
 */
const measure = (row: Element, entry: ResizeObserverEntry | undefined, rows: Measured): number => {
  if (entry) return measureElement(row, entry, rows);
  const index = rows.indexFromElement(row);
  return rows.measurementsCache[index]?.size ?? rows.options.estimateSize(index);
};

/**
 * Virtualizes the rows of a table that scrolls with the window. Two empty rows, above and below, take the place of the
 * rows that are not rendered, so that the table layout stays intact.
 */
export function useVirtualRows({ keys, height }: VirtualRowsOptions) {
  const body = useRef<HTMLTableSectionElement | null>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useEffect(() => {
    // Anything above the table that changes its height moves the table and also changes the height of the page.
    const watcher = new ResizeObserver(() => {
      const top = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
      setScrollMargin(Math.round(top));
    });
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, []);
  const getItemKey = useCallback((index: number) => keys[index] ?? index, [keys]);
  // The results of the virtualizer's functions change with every scroll, so the compiler must not memoize them.
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
