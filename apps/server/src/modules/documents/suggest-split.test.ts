import { expect, test } from 'vitest';
import { suggestSplit } from './suggest-split.ts';

const pagesOf = (...texts: readonly (string | null)[]) =>
  texts.map((text, index) => ({ page: index + 1, text: text ?? '', blank: text === null }));
const dividedAt = (...texts: readonly (string | null)[]) =>
  suggestSplit(pagesOf(...texts)).parts.map(({ pages }) => pages);

test('a scan divides where another kind of document begins, with the words that say so', () => {
  const { parts } = suggestSplit(
    pagesOf(
      'NORTHGATE BANK\nCHECKING STATEMENT\nAug 1 - Aug 31, 2026',
      'Withdrawals\n08/04 Flour 1,200.00',
      'COMMERCIAL LEASE\nbetween Orchard Holdings and Larkspur Bakery LLC',
      'ARTICLE 11. MAINTENANCE',
      'CERTIFICATE OF LIABILITY INSURANCE',
    ),
  );
  expect(parts).toEqual([
    {
      pages: [1, 2],
      kind: 'bank_statement',
      label: 'Bank statement',
      evidence: { page: 1, words: 'CHECKING STATEMENT' },
    },
    {
      pages: [3, 4],
      kind: 'lease',
      label: 'Lease',
      evidence: { page: 3, words: 'COMMERCIAL LEASE' },
    },
    {
      pages: [5],
      kind: 'liability_insurance',
      label: 'Certificate of insurance',
      evidence: { page: 5, words: 'CERTIFICATE OF LIABILITY INSURANCE' },
    },
  ]);
});

test('a document whose pages are numbered begins with page 1, and nowhere else', () => {
  const page = (at: number) => `Checking statement\nAcme\nPage ${at} of 2`;
  expect(dividedAt(page(1), page(2), page(1), page(2))).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(
    dividedAt('Commercial lease\nPage 1 of 3', 'Guaranty\npersonal guaranty\nPage 2 of 3'),
  ).toEqual([[1, 2]]);
});

test('a running title does not divide its document, but the same title after a blank page does', () => {
  const title = 'Operating Agreement of Larkspur Bakery LLC';
  expect(dividedAt(title, `${title}\nSection 2`, `${title}\nSection 3`)).toEqual([[1, 2, 3]]);
  expect(dividedAt(title, 'Section 2', null, title)).toEqual([[1, 2], [4]]);
  // The blank back of a sheet.
  expect(dividedAt(title, null, 'Section 2', null, 'Section 3')).toEqual([[1, 3, 5]]);
});

test('blank pages are named, and a title that is only mentioned far down the page divides nothing', () => {
  const { parts, blankPages } = suggestSplit(
    pagesOf('Notes of the meeting', null, `${'x '.repeat(300)} commercial lease`),
  );
  expect(blankPages).toEqual([2]);
  expect(parts.map(({ pages }) => pages)).toEqual([[1, 3]]);
  expect(suggestSplit([])).toEqual({ parts: [], blankPages: [] });
});
