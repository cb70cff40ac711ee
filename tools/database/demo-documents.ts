/** The demo's documents, drawn by the document generator with the loan's name, year and dates. */
import { sampleKind } from '@cairn/testing/documents/document-kinds';
import { makeSample, type SampleForm } from '@cairn/testing/documents/sample-documents';
import { onePagePdf } from './one-page-pdf.ts';

/** Kinds of documents by the beginning of the request's title, without its year. */
const KINDS: Record<string, string> = {
  'business tax return': '1065',
  'personal tax return': '1040',
  'Year-to-date profit and loss': 'pl-ytd',
  'Year-to-date balance sheet': 'pl-ytd',
  'Business debt schedule': 'debt',
  'Articles of organization': 'articles',
  'Operating agreement': 'oa',
  'Commercial lease': 'lease',
  'October bank statement': 'bank',
  'SBA Form 413': 'pfs',
  'SBA Form 1919': '1919',
  Résumé: 'resume',
  'Government photo ID': 'dl',
  'Purchase agreement': 'apa',
  'Sources and uses': 'sources',
  'Business plan': 'plan',
  'Franchise agreement': 'franchise',
  'Equipment list': 'equip',
  'Certificate of insurance': 'liability',
  'Phase I': 'phase1',
};

/**
 * Forms of the answers that are not digital PDFs but come from Word, Excel, a scanner or a phone, by loan and the
 * beginning of the title.
 */
const FORMS: Record<string, Record<string, SampleForm>> = {
  'Larkspur Bakery LLC': {
    Résumé: 'docx',
    'Sources and uses': 'xlsx',
    'Government photo ID': 'heic',
    'Certificate of insurance': 'photo',
    'October bank statement': 'scan',
  },
  'Redfern Logistics Inc.': {
    'Commercial lease': 'docx',
    'Business debt schedule': 'xlsx',
  },
};
const EXTENSIONS = {
  pdf: 'pdf',
  scan: 'pdf',
  photo: 'jpg',
  heic: 'heic',
  docx: 'docx',
  xlsx: 'xlsx',
} satisfies Record<SampleForm, string>;

/** This document has a single page, to show how the viewer displays one. */
const ONE_PAGE = '2024 personal tax return';

export interface DemoDocument {
  title: string;
  description: string;
  loan: string;
  borrower: string;
  /** Differs between documents; the same seed gives the same file. */
  seed: number;
}

/** Name and content of an answer's file. */
export interface DemoFile {
  name: string;
  content: Buffer;
}

/** Few pages, because each takes half a second to draw. */
const SCANNED_PAGES = 2;
const DAY_MS = 86_400_000;

export function demoDocument(document: DemoDocument): DemoFile {
  const { title, description, loan, borrower, seed } = document;
  const year = Number(/^(20\d\d) /.exec(title)?.[1] ?? 0);
  const undated = title.replace(/^20\d\d /, '');
  const key = Object.keys(KINDS).find((each) => undated.startsWith(each));
  if (key === undefined || title === ONE_PAGE) {
    const lines = [loan, 'Made for the demonstration of Cairn.', description];
    return { name: `${title}.pdf`, content: onePagePdf(title, lines) };
  }
  const form = FORMS[loan]?.[key] ?? 'pdf';
  const kind = sampleKind(KINDS[key]!);
  const dated = daysAgo(12 + ((seed * 13) % 110));
  // If the request's title names a month, the statement is for that month.
  const month = title.startsWith('October') ? 10 : dated.month;
  const { content } = makeSample({
    kind,
    form,
    seed,
    ...(form === 'scan' && { maxPages: SCANNED_PAGES }),
    facts: {
      entity: kind.about === 'PERSON' ? borrower : loan,
      address: `${100 + (seed % 800)} Orchard Street\nBend, OR 97702`,
      year: year || (month > dated.month ? dated.year - 1 : dated.year),
      month,
      day: dated.day,
      signer: borrower,
      signed: seed % 5 !== 0,
    },
  });
  return { name: `${title}.${EXTENSIONS[form]}`, content };
}

const daysAgo = (days: number) => {
  const date = new Date(Date.now() - days * DAY_MS);
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
};

/** Draws a file for a shoebox, also in the forms of phones and scanners. */
export function waitingDocument(
  kind: string,
  form: SampleForm,
  facts: { entity: string; month?: number; year?: number },
): Buffer {
  const { year, month, day } = daysAgo(20);
  const address = '418 Orchard Street\nBend, OR 97702';
  return makeSample({
    ...{ kind: sampleKind(kind), form, seed: 7, maxPages: form === 'pdf' ? 20 : 1 },
    facts: { address, year, month, day, ...facts },
  }).content;
}
