import { useEffect, useRef } from 'react';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import type { Reader } from './pdf.ts';
import { type Start, useFound } from './useFound.ts';
import type { ShownDocument } from './useOpenedFile.ts';

interface MarkedWordsProps {
  document: ShownDocument;
  reader: Reader | null;
  start: Start;
}

/** Highlights words without the search bar, for a page that has its own buttons to step through the matches. */
export function MarkedWords({ document, reader, start }: MarkedWordsProps) {
  const matches = useFound(document, reader, { texts: start.words, page: start.page });
  const step = useEventCallback((by: 1 | -1) => {
    if (matches.count > 0) matches.step(by);
  });
  const { turn = 0 } = start;
  const last = useRef(turn);
  useEffect(() => {
    if (turn !== last.current) step(turn > last.current ? 1 : -1);
    last.current = turn;
  }, [turn, step]);
  return null;
}
