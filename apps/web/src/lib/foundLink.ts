import type { Found } from '@cairn/contract';
import { routes } from './routes.ts';
import { wordsOf } from './searchWords.ts';

/** Shorter words are on every page. */
const SHORTEST_MARKED = 3;
const MOST_MARKED = 6;

type TextFound = Extract<Found, { kind: 'TEXT' }>;

/** The words to mark in a document: as they are written in it, and as they were typed. */
export function wordsToMark({ excerpt }: TextFound, query: string): string[] {
  const matchedWords = excerpt
    .filter(({ isMatch }) => isMatch)
    .flatMap(({ text }) => wordsOf(text));
  const words = [...new Set([...matchedWords, ...wordsOf(query)])].filter(
    (word) => word.length >= SHORTEST_MARKED,
  );
  // A part of a word marks the whole of it.
  const shortest = words.filter(
    (word) => !words.some((other) => other !== word && word.includes(other)),
  );
  return shortest.slice(0, MOST_MARKED);
}

/** Where a result leads. */
export function linkOf(result: Found, query = '') {
  const { loanId } = result;
  switch (result.kind) {
    case 'DOCUMENT': {
      const folder = result.folderId && { folder: result.folderId };
      return {
        to: routes.loan,
        params: { loanId },
        search: { view: 'package' as const, ...folder, item: result.id },
      };
    }
    case 'ENTITY':
      return { to: routes.loan, params: { loanId }, search: { view: 'entities' as const } };
    case 'MESSAGE':
      return { to: routes.loanMessages, params: { loanId }, search: { thread: result.threadId } };
    case 'TEXT':
      return {
        to: routes.annotator,
        search: { documentId: result.id, page: result.pages[0]!, find: wordsToMark(result, query) },
      };
    default:
      return { to: routes.loan, params: { loanId }, search: {} };
  }
}
