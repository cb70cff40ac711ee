import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { covers, type RowSpan, sameSpan, widened } from './rowSpan.ts';

interface VirtualRowsOptions {
  /** One for each row; the same list as long as the rows are the same, or all are placed anew. */
  keys: readonly string[];
  /** A first guess, in pixels; rows are measured once they are on the page. */
  height: (index: number) => number;
  /** Which list it is, where one is shown after another. */
  list?: string;
}

/** Rows beyond the window: few where something has to be seen at once, at rest more than a turn of the wheel brings. */
const FEW = 2;
const AT_REST = 18;
/** With fewer than these left ahead, the next ones are drawn while the page still moves. */
const NEAR = 4;
const REST_MS = 100;

/**
 * Which rows are on the page. The window moves over rows that are there already; the next ones are drawn once it
 * rests, bit by bit, and give way to whatever the person does meanwhile. Only where the window has left them
 * behind, because somebody pulled the scroll bar, they are drawn at once.
 */
function useDrawnRows(inWindow: RowSpan | null, count: number, list: string, moving: boolean) {
  const [ahead, setAhead] = useState<{ list: string; span: RowSpan } | null>(null);
  const known = ahead?.list === list ? ahead.span : null;
  const drawn =
    known && inWindow && covers(known, inWindow) ? known : widened(inWindow, FEW, count);
  const wanted = widened(inWindow, AT_REST, count);
  const near = widened(inWindow, NEAR, count);
  const enough = moving ? covers(drawn, near) : sameSpan(drawn, wanted);
  useEffect(() => {
    if (enough) return undefined;
    const draw = () => startTransition(() => setAhead({ list, span: wanted }));
    const timer = setTimeout(draw, moving ? 0 : REST_MS);
    return () => clearTimeout(timer);
    // The span is another object with every turn; its ends say whether it is another span.
    // eslint-disable-next-line react/exhaustive-deps
  }, [enough, moving, list, wanted.first, wanted.last]);
  return drawn;
}

function spanOf(items: readonly VirtualItem[]): RowSpan | null {
  const [first, last] = [items[0], items.at(-1)];
  return first && last ? { first: first.index, last: last.index } : null;
}

/** One by one: the places are worked out as they are asked for. */
const placesOf = (places: readonly VirtualItem[], { first, last }: RowSpan): VirtualItem[] =>
  Array.from({ length: last - first + 1 }, (_, at) => places[first + at]!);

/**
 * Only the rows near the window are on the page. Two empty rows, above and below, keep the place
 * of the others, so that it stays a plain table.
 */
export function useVirtualRows({ keys, height, list = '' }: VirtualRowsOptions) {
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
    overscan: 0,
    scrollMargin,
    useFlushSync: false,
  });
  const drawn = useDrawnRows(
    spanOf(virtualizer.getVirtualItems()),
    keys.length,
    list,
    virtualizer.isScrolling,
  );
  const rows = placesOf(virtualizer.measurementsCache, drawn);
  const above = (rows[0]?.start ?? scrollMargin) - scrollMargin;
  const below = virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? scrollMargin) - scrollMargin);
  return { body, rows, above, below: Math.max(0, below), virtualizer };
}
