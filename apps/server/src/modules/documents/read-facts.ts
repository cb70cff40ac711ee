/** Extracts facts from a document's text: its kind, the periods it covers, its date, and where it is signed. Pure. */
import { kindIn, plain } from './document-kinds.ts';

/** Where a fact was found: the words as printed, so that they can be found and highlighted on the page. */
export interface Evidence {
  readonly page: number;
  readonly words: string;
}
export interface DocumentFacts {
  readonly kind: (Evidence & { readonly kind: string }) | null;
  readonly years: readonly (Evidence & { readonly year: number })[];
  /** First and last day as ISO dates. */
  readonly periods: readonly (Evidence & { readonly from: string; readonly to: string })[];
  readonly dates: readonly (Evidence & { readonly date: string })[];
  readonly signature: Evidence | null;
}

export interface FactPage {
  readonly page: number;
  readonly text: string;
}

/** Kind and period are near the beginning; signatures and their dates may be anywhere. */
const LEADING_PAGES = 3;
const MAX_FACTS = 20;

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH = String.raw`(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?`;
const TO = String.raw`\s*(?:-|–|to|through|thru)\s*`;
const YEAR = String.raw`20[0-4]\d`;

const pad = (value: number): string => String(value).padStart(2, '0');
const iso = (year: number, month: number, day: number): string =>
  `${year}-${pad(month)}-${pad(day)}`;
const monthNumber = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** Undefined for a day that does not exist. */
function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? iso(year, month, day)
    : undefined;
}

export const lastDay = (year: number, month: number): string =>
  iso(year, month, new Date(Date.UTC(year, month, 0)).getUTCDate());

const matches = (pattern: string, text: string): RegExpExecArray[] => [
  ...text.matchAll(new RegExp(pattern, 'gi')),
];

const collapseSpaces = (words: string): string => words.replaceAll(/\s+/g, ' ').trim();

const PERIODS = {
  /** Matches "Aug 1 - Oct 31, 2026", "August 1, 2026 through October 31, 2026". */
  named: `\\b(${MONTH})\\s+(\\d{1,2})(?:,?\\s+(${YEAR}))?${TO}(${MONTH})\\s+(\\d{1,2}),?\\s+(${YEAR})\\b`,
  /** Matches "08/01/2026 - 10/31/2026". */
  numbered: `\\b(\\d{1,2})/(\\d{1,2})/(${YEAR})${TO}(\\d{1,2})/(\\d{1,2})/(${YEAR})\\b`,
};

function periodsIn({ page, text }: FactPage): DocumentFacts['periods'][number][] {
  const periods: DocumentFacts['periods'][number][] = [];
  const add = (words: string, from: string | undefined, to: string | undefined) => {
    if (from && to && from <= to) periods.push({ page, words: collapseSpaces(words), from, to });
  };
  for (const match of matches(PERIODS.named, text)) {
    const [words, first, day, year, last, lastOne, lastYear] = match as unknown as string[];
    const [begins, ends] = [monthNumber(first!), monthNumber(last!)];
    const firstYear = year ? Number(year) : Number(lastYear) - (begins > ends ? 1 : 0);
    add(
      words!,
      dayOf(firstYear, begins, Number(day)),
      dayOf(Number(lastYear), ends, Number(lastOne)),
    );
  }
  for (const match of matches(PERIODS.numbered, text)) {
    const [words, ...parts] = match as unknown as string[];
    const [month, day, year, lastMonth, lastOne, lastYear] = parts.map(Number);
    add(words!, dayOf(year!, month!, day!), dayOf(lastYear!, lastMonth!, lastOne!));
  }
  return periods;
}

/** Patterns in which a year is the document's year, as opposed to any four-digit number. */
const YEARS = [
  `(?:calendar|tax|fiscal)\\s+year\\s+(?:ending\\s+|ended\\s+|beginning\\s+)?(?:${MONTH}\\s+\\d{1,2},?\\s+)?(${YEAR})\\b`,
  `year\\s+ended\\s+${MONTH}\\s+\\d{1,2},?\\s+(${YEAR})\\b`,
  `\\b(${YEAR})\\s+(?:form|tax return|u\\.s\\.)`,
  `\\bform\\s+[\\d-]+[a-z]?\\s*\\(?(${YEAR})\\b`,
];

const yearsIn = ({ page, text }: FactPage) =>
  YEARS.flatMap((pattern) =>
    matches(pattern, text).map(([words, year]) => ({
      page,
      words: collapseSpaces(words),
      year: Number(year),
    })),
  );

const DATES = {
  named: `\\b(${MONTH})\\s+(\\d{1,2}),?\\s+(${YEAR})\\b`,
  numbered: `\\b(\\d{1,2})/(\\d{1,2})/(${YEAR})\\b`,
};
/** Words before a date that says nothing about the document's age, such as the end of a lease. */
const OTHER_DAYS = /expir|birth|dob|matur|until|valid|commenc|due|begin/i;
/** How many characters before a date are searched for those words. */
const BEFORE_DATE = 24;

function datesIn({ page, text }: FactPage): DocumentFacts['dates'][number][] {
  const dates: DocumentFacts['dates'][number][] = [];
  const add = (match: RegExpExecArray, date: string | undefined) => {
    const before = text.slice(Math.max(0, match.index - BEFORE_DATE), match.index);
    if (date === undefined || OTHER_DAYS.test(before.slice(before.lastIndexOf('\n') + 1))) return;
    dates.push({ page, words: collapseSpaces(match[0]), date });
  };
  for (const match of matches(DATES.named, text)) {
    add(match, dayOf(Number(match[3]), monthNumber(match[1]!), Number(match[2])));
  }
  for (const match of matches(DATES.numbered, text)) {
    add(match, dayOf(Number(match[3]), Number(match[1]), Number(match[2])));
  }
  return dates;
}

/** A signature line, or words that state a signature. */
const SIGNATURES = [
  /\bsignature of [a-z]+(?: [a-z]+)?/i,
  /\b(?:authorized|borrower|taxpayer|officer|member|tenant|landlord|guarantor)(?:'s|’s)? signature\b/i,
  /\bin witness whereof\b/i,
  /\b(?:electronically |digitally )?signed by\b/i,
  /(?:^|\s)\/s\/\s/i,
  /^by: ?_*$/im,
];

/** On the last page with a match, where documents are signed. */
function signatureIn(pages: readonly FactPage[]): Evidence | null {
  for (const { page, text } of pages.toReversed()) {
    for (const pattern of SIGNATURES) {
      const words = pattern.exec(text)?.[0];
      if (words !== undefined) return { page, words: collapseSpaces(words) };
    }
  }
  return null;
}

function kindOf(pages: readonly FactPage[]): DocumentFacts['kind'] {
  for (const { page, text } of pages) {
    const match = kindIn(text);
    if (match) return { kind: match.kind, page, words: onPage(text, match.phrase) };
  }
  return null;
}

/** The phrase with the capitals and punctuation of the page. */
function onPage(text: string, phrase: string): string {
  const loose = phrase.split(' ').map((word) => word.replaceAll(/\B/g, `['’]?`));
  const match = new RegExp(loose.join('[^a-z0-9]+'), 'i').exec(text);
  return match ? collapseSpaces(match[0]) : phrase;
}

/** A year may be found by several patterns; the first place is kept. */
const firstOfEach = (years: DocumentFacts['years']): DocumentFacts['years'] =>
  years.filter(({ year }, at) => years.findIndex((each) => each.year === year) === at);

export function readFacts(pages: readonly FactPage[]): DocumentFacts {
  const leading = pages.slice(0, LEADING_PAGES);
  return {
    kind: kindOf(leading),
    years: firstOfEach(leading.flatMap(yearsIn)).slice(0, MAX_FACTS),
    periods: leading.flatMap(periodsIn).slice(0, MAX_FACTS),
    dates: pages
      .flatMap(datesIn)
      .toSorted((one, other) => other.date.localeCompare(one.date))
      .slice(0, MAX_FACTS),
    signature: signatureIn(pages),
  };
}

const MAX_WORDS = 150;
const MIN_LENGTH = 3;
const MAX_LENGTH = 24;

/**
 * The words of the first page in order of first occurrence, so that its heading comes first. Form numbers are kept,
 * amounts are left out.
 */
export function distinctiveWords(pages: readonly FactPage[]): string[] {
  const words = new Set<string>();
  for (const { text } of pages.slice(0, 2)) {
    for (const word of plain(text).split(' ')) {
      if (words.size === MAX_WORDS) break;
      const isForm = /^\d{3,4}[a-z]?$/.test(word);
      const isWord =
        /^[a-z]+$/.test(word) && word.length >= MIN_LENGTH && word.length <= MAX_LENGTH;
      if (isForm || isWord) words.add(word);
    }
  }
  return [...words];
}
