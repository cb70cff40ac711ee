/**
 * The kinds of documents that the generator draws, worded as offices and software word them, with invented names:
 * document-kinds.tsv.
 *   about: B business, P person, R property; dated: Y tax year, M month of a statement, D a day, - not dated.
 *   The last heading and the last file name are never among the filings that suggestions learn from.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Style =
  | 'form'
  | 'statement'
  | 'report'
  | 'table'
  | 'prose'
  | 'agreement'
  | 'notice'
  | 'certificate'
  | 'card'
  | 'invoice';

export interface SampleKind {
  readonly key: string;
  /** Key of the request in the library of needs lists that this kind of document answers. */
  readonly request: string;
  readonly style: Style;
  readonly about: 'BUSINESS' | 'PERSON' | 'PROPERTY';
  readonly dated: 'YEAR' | 'MONTH' | 'DAY' | 'NONE';
  readonly pages: number;
  readonly headings: readonly string[];
  readonly labels: readonly string[];
  readonly fileNames: readonly string[];
}

const ABOUT = { B: 'BUSINESS', P: 'PERSON', R: 'PROPERTY' } as const;
const DATED = { Y: 'YEAR', M: 'MONTH', D: 'DAY', '-': 'NONE' } as const;

function readKind(line: string): SampleKind {
  const cells = line.split('\t') as [
    ...[string, string, Style, keyof typeof ABOUT, keyof typeof DATED],
    ...[string, string, string, string],
  ];
  const [key, request, style, about, dated, pages, headings, labels, fileNames] = cells;
  return {
    ...{ key, request, style, about: ABOUT[about], dated: DATED[dated], pages: Number(pages) },
    headings: headings.split(';'),
    labels: labels.split(';'),
    fileNames: fileNames.split(';'),
  };
}

export const SAMPLE_KINDS: readonly SampleKind[] = readFileSync(
  join(import.meta.dirname, 'document-kinds.tsv'),
  'utf8',
)
  .trim()
  .split('\n')
  .slice(1)
  .map(readKind);

export const sampleKind = (key: string): SampleKind => {
  const match = SAMPLE_KINDS.find((kind) => kind.key === key);
  if (!match) throw new Error(`the generator has no kind ${key}`);
  return match;
};
