/** Parses the name of a file or the title of a request into words, years and months. Pure. */

const MONTHS =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

/** Abbreviations in file names, and what they stand for. */
const SHORT: Record<string, string> = {
  stmt: 'statement',
  stmts: 'statement',
  stm: 'statement',
  fin: 'financial',
  ins: 'insurance',
  cert: 'certificate',
  agmt: 'agreement',
  agrmt: 'agreement',
  lic: 'license',
  licence: 'license',
  dl: 'driver license',
  acct: 'account',
  bal: 'balance',
  bs: 'balance sheet',
  pl: 'profit loss',
  pnl: 'profit loss',
  'p&l': 'profit loss',
  pfs: 'personal financial statement',
  ytd: 'year date',
  loi: 'letter intent',
  '413': 'personal financial statement',
  coi: 'certificate insurance',
  oa: 'operating agreement',
  aoi: 'article incorporation',
  ar: 'account receivable aging',
  ap: 'account payable aging',
  '1040': 'personal tax return',
  '1120': 'business tax return',
  '1120s': 'business tax return',
  '1065': 'business tax return',
  taxes: 'tax',
};

/** Words that tell nothing about a file's content. */
const EMPTY = new Set(
  'the of and for a an to from in on with final copy scan scanned signed img image dsc pxl photo file document doc draft new updated pdf jpg jpeg png heic docx xlsx form sba irs'.split(
    ' ',
  ),
);

/** Years only in this range, because SBA forms have numbers like 1919. */
const YEAR = /^(199\d|20[0-4]\d)$/;

export interface Words {
  words: Set<string>;
  years: Set<number>;
  /** 1 to 12. */
  months: Set<number>;
}

export const withoutEnding = (name: string): string =>
  name.replace(/\.[A-Za-z][A-Za-z0-9]{1,4}$/, '');

/** "Statements" and "statement" count as the same word. */
function stem(word: string): string {
  if (word.length <= 3 || word.endsWith('ss') || !word.endsWith('s')) return word;
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}

/** Splits into words, numbers and dates: "2023TaxReturn_oct2026" has five parts. */
const splitTokens = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .replaceAll(/\b([kw])-(\d)s?\b/gi, '$1$2')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Za-z]{2})(\d)/g, '$1 $2')
    .replaceAll(/(\d{4})([A-Za-z]{2,})/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9&]+/)
    .filter((part) => part !== '');

const monthOf = (part: string): number | undefined => {
  const at = MONTHS.findIndex(
    (month) =>
      month === part || month.slice(0, 3) === part || (part === 'sept' && month === 'september'),
  );
  return at < 0 ? undefined : at + 1;
};

/** The two digits in "FY 23" are a year; other pairs of digits are not. */
function yearOf(part: string, before: string | undefined): number | undefined {
  if (YEAR.test(part)) return Number(part);
  return before === 'fy' && /^\d\d$/.test(part) ? 2000 + Number(part) : undefined;
}

/** In "2026-10", a number beside a year is a month. */
function numberedMonth(part: string, before: string | undefined): number | undefined {
  const isMonth = /^(0[1-9]|1[0-2])$/.test(part) && before !== undefined && YEAR.test(before);
  return isMonth ? Number(part) : undefined;
}

/** A part of a text with its meaning. */
export interface TitlePart {
  part: string;
  words: string[];
  year?: number | undefined;
  month?: number | undefined;
}

export function readTitleWords(text: string): TitlePart[] {
  const parts = splitTokens(text);
  return parts.map((part, index): TitlePart => {
    const before = parts[index - 1];
    const year = yearOf(part, before);
    const month = monthOf(part) ?? numberedMonth(part, before);
    if (year !== undefined || month !== undefined) return { part, words: [], year, month };
    if (EMPTY.has(part) || part === 'fy') return { part, words: [] };
    return { part, words: (SHORT[part] ?? part).split(' ').map(stem) };
  });
}

export function wordsOf(text: string): Words {
  const tokens = readTitleWords(text);
  return {
    words: new Set(tokens.flatMap(({ words }) => words)),
    years: new Set(tokens.flatMap(({ year }) => year ?? [])),
    months: new Set(tokens.flatMap(({ month }) => month ?? [])),
  };
}

/** The title without numbers, which next month's statement has too. */
export const callOf = ({ words }: Words): string =>
  [...words]
    .filter((word) => !/^\d+$/.test(word))
    .toSorted()
    .join(' ');
