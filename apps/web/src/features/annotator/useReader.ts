import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Position, Reader } from './pdf.ts';
import type { Tool } from './tools.ts';

/** Starts loading with this module, so that the reader and the file load in parallel. */
const pdf = import('./pdf.ts');

export interface Reading {
  container: RefObject<HTMLDivElement | null>;
  reader: Reader | null;
  broken: boolean;
  position: Position | null;
  tool: Tool;
  /** True if there are unsaved marks. */
  changed: boolean;
}

/** Shows the file in the container while the component is mounted. */
export function useReader(content: ArrayBuffer, mayMark: boolean): Reading {
  const container = useRef<HTMLDivElement>(null);
  const [reader, setReader] = useState<Reader | null>(null);
  const [broken, setBroken] = useState(false);
  const [position, setPosition] = useState<Position | null>(null);
  const [tool, setTool] = useState<Tool>('select');
  const [changed, setChanged] = useState(false);
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    let opened: Reader | undefined;
    const open = async () => {
      const { openReader } = await pdf;
      opened = await openReader(container.current!, content, {
        mayMark,
        ended: signal,
        onPosition: (now) => setPosition({ ...now }),
        onMarks: setChanged,
        onTool: setTool,
      });
      if (signal.aborted) opened.close();
      else setReader(opened);
    };
    open().catch((failure: unknown) => {
      if (signal.aborted) return;
      console.warn('the file cannot be shown', failure);
      setBroken(true);
    });
    return () => {
      control.abort();
      opened?.close();
    };
  }, [content, mayMark]);
  return { container, reader, broken, position, tool, changed };
}
