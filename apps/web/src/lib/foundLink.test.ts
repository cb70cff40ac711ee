import { expect, test } from 'vitest';
import { linkOf, wordsToMark } from './foundLink.ts';

const text = {
  kind: 'TEXT' as const,
  id: 'd',
  loanId: 'l',
  title: 'Lease',
  loanName: 'Larkspur',
  fileName: 'lease.pdf',
  elementId: 'e',
  folderId: null,
  pageCount: 14,
  pages: [3, 9],
  pagesFound: 2,
  excerpt: [
    { text: 'Tenant is ', isMatch: false },
    { text: 'Leasing', isMatch: true },
  ],
};

test('words are marked as the document writes them and as they were typed, parts of others once', () => {
  expect(wordsToMark(text, 'leases in')).toEqual(['leasing', 'leases']);
  expect(wordsToMark(text, 'leas')).toEqual(['leas']);
});

test('text in a document leads to its page', () => {
  expect(linkOf(text, 'leas')).toMatchObject({
    to: '/annotator',
    search: { documentId: 'd', page: 3, find: ['leas'] },
  });
});
