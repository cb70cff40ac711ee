import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { send } from '../../lib/client.ts';
import type { Match } from './foundLayer.ts';
import type { Reader } from './pdf.ts';
import type { ShownDocument } from './useOpenedFile.ts';

/** The page to open a document at, and the words to highlight. */
export interface Start {
  readonly page: number;
  readonly words: readonly string[];
  /**
   * Set if words are highlighted without the search bar. A higher number steps to the next match, a lower one to the
   * previous.
   */
  readonly turn?: number;
}

const wordCount = (text: string): number => text.split(/\s+/).length;

/** Groups the boxes into matches. A match of a phrase has one box for each of its words. */
function matchesOf(
  pages: readonly { page: number; boxes: readonly [number, number, number, number][] }[],
  words: number,
): Match[] {
  return pages.flatMap(({ page, boxes }) =>
    Array.from({ length: Math.floor(boxes.length / words) }, (_, index) => ({
      page,
      boxes: boxes.slice(index * words, (index + 1) * words),
    })),
  );
}

const inReadingOrder = (one: Match, other: Match): number =>
  one.page - other.page ||
  (one.boxes[0]?.[1] ?? 0) - (other.boxes[0]?.[1] ?? 0) ||
  (one.boxes[0]?.[0] ?? 0) - (other.boxes[0]?.[0] ?? 0);

async function findAll(
  { id, pagesTicket: ticket }: ShownDocument,
  texts: readonly string[],
  signal: AbortSignal,
) {
  const replies = await Promise.all(
    texts.map(async (text) => {
      const query = { text, ...(ticket !== null && { ticket }) };
      const reply = await send('findInDocument', { params: { id }, query }, signal);
      return { matches: matchesOf(reply.found, wordCount(text)), isComplete: reply.isComplete };
    }),
  );
  return {
    matches: replies.flatMap(({ matches }) => matches).toSorted(inReadingOrder),
    isComplete: replies.every(({ isComplete }) => isComplete),
  };
}

/** Finds the texts in the document and highlights them on its pages. One of the matches is the current one. */
export function useFound(
  document: ShownDocument,
  reader: Reader | null,
  { texts, page }: { texts: readonly string[]; page: number },
) {
  const { data, isFetching, isError } = useQuery({
    queryKey: ['found in document', document.id, texts],
    queryFn: ({ signal }) => findAll(document, texts, signal),
    enabled: texts.length > 0,
    staleTime: Infinity,
    gcTime: 0,
  });
  /** The match that the user stepped to. It is ignored when the start page changes. */
  const [choice, setChoice] = useState<{ match: Match; page: number }>();
  const matches = useMemo(
    () => (texts.length > 0 ? (data?.matches ?? []) : []),
    [texts.length, data],
  );
  const first = matches.find((match) => match.page >= page) ?? matches[0];
  const isChosen = choice?.page === page && matches.includes(choice.match);
  const at = isChosen ? choice.match : first;
  useEffect(() => reader?.showFound(matches, at), [reader, matches, at]);
  useEffect(() => () => reader?.showFound([], undefined), [reader]);
  const index = at ? matches.indexOf(at) : -1;
  return {
    count: matches.length,
    isComplete: data?.isComplete ?? true,
    index,
    isFetching,
    isError,
    step: (by: 1 | -1) =>
      setChoice({ match: matches[(index + by + matches.length) % matches.length]!, page }),
  };
}
export type FindState = ReturnType<typeof useFound>;
