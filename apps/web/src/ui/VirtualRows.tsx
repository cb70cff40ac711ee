import { type ReactNode, type Ref, useEffect, useImperativeHandle } from 'react';
import { useVirtualRows } from '../lib/useVirtualRows.ts';

export type Measure = (row: HTMLTableRowElement | null) => void;

export interface BodyProps {
  /** One for each line. */
  keys: string[];
  height: (index: number) => number;
  renderLine: (index: number, measure?: Measure) => ReactNode;
  /** The end is near: more is wanted, if there is more. */
  onNearEnd: () => void;
  /** Brings a line onto the page that is not on it. */
  bring: Ref<(index: number) => void>;
}

/** The next page is asked for this many rows before the end is in sight. */
const AHEAD = 15;

/** A list too long to be on the page as a whole. */
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
