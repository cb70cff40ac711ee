import type { Found } from '@cairn/contract';
import { routes } from './routes.ts';
import { wordsOf } from './searchWords.ts';

/** Shorter words occur on almost every page, so marking them would not help. */
const SHORTEST_MARKED = 3;
const MOST_MARKED = 6;

type TextFound = Extract<Found, { kind: 'TEXT' }>;

/** The words to mark in a document: the matches as they are spelled in it, and the words that the user typed. */
export function wordsToMark({ excerpt }: TextFound, query: string): string[] {
  const matchedWords = excerpt
    .filter(({ isMatch }) => isMatch)
    .flatMap(({ text }) => wordsOf(text));
  const words = [...new Set([...matchedWords, ...wordsOf(query)])].filter(
    (word) => word.length >= SHORTEST_MARKED,
  );
  // A shorter word also marks every word that contains it, so the longer words are not needed.
  const shortest = words.filter(
    (word) => !words.some((other) => other !== word && word.includes(other)),
  );
  return shortest.slice(0, MOST_MARKED);
}

/** The link of a search result. */
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
