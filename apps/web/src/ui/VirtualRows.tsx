import { type ReactNode, type Ref, useEffect, useImperativeHandle } from 'react';
import { useVirtualRows } from '../lib/useVirtualRows.ts';

export type Measure = (row: HTMLTableRowElement | null) => void;

export interface BodyProps {
  /** One key for each line. */
  keys: string[];
  height: (index: number) => number;
  renderLine: (index: number, measure?: Measure) => ReactNode;
  /** Called when the end of the list is near, to load more if there is more. */
  onNearEnd: () => void;
  /** Scrolls to a line that is not rendered. */
  bring: Ref<(index: number) => void>;
}

/** The next page is requested when the last rendered row is within this many rows of the end. */
const AHEAD = 15;

/** The body of a long table, of which only the rows near the viewport are rendered. */
export default function VirtualRows({ keys, height, renderLine, onNearEnd, bring }: BodyProps) {
  const { body, rows, above, below, virtualizer } = useVirtualRows({ keys, height });
  const nearEnd = (rows.at(-1)?.index ?? 0) >= keys.length - AHEAD;
  useEffect(() => {
    if (nearEnd) onNearEnd();
  }, [nearEnd, onNearEnd]);
  useImperativeHandle(
    bring,
    () => (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    [virtualizer],
  );
  return (
    <tbody ref={body}>
      {above > 0 && <tr aria-hidden style={{ height: above }} />}
      {rows.map(({ index }) => renderLine(index, virtualizer.measureElement))}
      {below > 0 && <tr aria-hidden style={{ height: below }} />}
    </tbody>
  );
}
