/**
 * Suggests where to split a scan of several documents, by the text of its pages: the title of another kind of
 * document, "Page 1 of 4", or a title after a blank page. Pure. A suggestion names the words it is based on; nothing
 * is split automatically.
 */
import { kindIn, kindLabel, plain } from './document-kinds.ts';

export interface ScannedPage {
  readonly page: number;
  /** The beginning of the text is enough. */
  readonly text: string;
  /** Nothing is printed on it. */
  readonly blank: boolean;
}

export interface SuggestedPart {
  readonly pages: number[];
  /** The kind of document; null if its words do not tell. */
  readonly kind: string | null;
  readonly label: string | null;
  /** The words on its first page that start a new part; null for the beginning of the scan. */
  readonly evidence: { readonly page: number; readonly words: string } | null;
}

export interface SuggestedSplit {
  readonly parts: SuggestedPart[];
  readonly blankPages: number[];
}

/** How much of a page's beginning may be a title. */
const HEADING_CHARACTERS = 400;
const MAX_EVIDENCE = 80;
const NUMBERED = /\bpage\s+(\d{1,4})\s+(?:of|\/)\s+(\d{1,4})\b/i;

interface Heading {
  readonly kind: string;
  readonly words: string;
}

function headingOf(text: string): Heading | undefined {
  const head = text.slice(0, HEADING_CHARACTERS);
  const match = kindIn(head);
  if (!match) return undefined;
  const lines = head.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim());
  const line = lines.find((each) => plain(each).includes(` ${match.phrase} `));
  return { kind: match.kind, words: (line ?? match.phrase).slice(0, MAX_EVIDENCE) };
}

/** Parts in page order. A single part if the words give no place to split. */
export function suggestSplit(pages: readonly ScannedPage[]): SuggestedSplit {
  const blankPages: number[] = [];
  const parts: SuggestedPart[] = [];
  let wasBlank = false;
  for (const { page, text, blank } of pages) {
    if (blank) {
      blankPages.push(page);
      wasBlank = true;
      continue;
    }
    const [label, number] = NUMBERED.exec(text) ?? [];
    const heading = headingOf(text);
    const last = parts.at(-1);
    const begins = ((): string | undefined => {
      if (number !== undefined) return number === '1' ? (heading?.words ?? label) : undefined;
      const isAnother = heading !== undefined && (wasBlank || heading.kind !== last?.kind);
      return isAnother ? heading.words : undefined;
    })();
    wasBlank = false;
    if (!last || begins !== undefined) {
      parts.push({
        pages: [page],
        kind: heading?.kind ?? null,
        label: (heading && kindLabel(heading.kind)) ?? null,
        evidence: begins === undefined ? null : { page, words: begins },
      });
    } else last.pages.push(page);
  }
  return { parts, blankPages };
}
