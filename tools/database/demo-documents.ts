/** The demo's documents, as the generator of documents draws them: each loan's own name, year and dates are on them. */
import { sampleKind } from '@cairn/testing/documents/document-kinds';
import { makeSample, type SampleForm } from '@cairn/testing/documents/sample-documents';
import { onePagePdf } from './one-page-pdf.ts';

/** By the beginning of the request's title without its year. */
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

/** A page alone, for those who look at how a document of one page is shown. */
const ONE_PAGE = '2024 personal tax return';

export interface DemoDocument {
  title: string;
  description: string;
  loan: string;
  borrower: string;
  /** Differs between documents; the same gives the same file. */
  seed: number;
}

const DAY_MS = 86_400_000;

export function demoDocument({ title, description, loan, borrower, seed }: DemoDocument): Buffer {
  const year = Number(/^(20\d\d) /.exec(title)?.[1] ?? 0);
  const wanted = title.replace(/^20\d\d /, '');
  const key = Object.keys(KINDS).find((each) => wanted.startsWith(each));
  if (key === undefined || title === ONE_PAGE) {
    return onePagePdf(title, [loan, 'Made for the demonstration of Cairn.', description]);
  }
  const kind = sampleKind(KINDS[key]!);
  const dated = daysAgo(12 + ((seed * 13) % 110));
  // A statement that is asked for by its month is of that month.
  const month = title.startsWith('October') ? 10 : dated.month;
  return makeSample({
    kind,
    form: 'pdf',
    seed,
    facts: {
      entity: kind.about === 'PERSON' ? borrower : loan,
      address: `${100 + (seed % 800)} Orchard Street\nBend, OR 97702`,
      year: year || (month > dated.month ? dated.year - 1 : dated.year),
      month,
      day: dated.day,
      signer: borrower,
      signed: seed % 5 !== 0,
    },
  }).content;
}

const daysAgo = (days: number) => {
  const date = new Date(Date.now() - days * DAY_MS);
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
};

/** Files that wait in a shoebox: also as phones and scanners send them. */
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
