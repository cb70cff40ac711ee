import type { Element } from '@cairn/contract';
import { expect, test } from 'vitest';
import { comparableFiles } from './comparableFiles.ts';

const element = (title: string, id: string, more: object = {}) =>
  ({
    id: `request of ${id}`,
    title,
    deleted: false,
    sherpaEntityId: 'bakery',
    answer: { document: { id, contentState: 'READY' } },
    ...more,
  }) as unknown as Element;

const compared = {
  loanId: 'loan',
  elementId: 'request of d2025',
  documentId: 'd2025',
  title: '2025 business tax return',
};

test('last year’s document comes first, that of the same entity before others', () => {
  const { otherYears, others } = comparableFiles(
    [
      element('Lease', 'lease'),
      element('Business tax return 2023', 'other', { sherpaEntityId: 'holding' }),
      element('2024 business tax return', 'd2024'),
      element('2025 business tax return', 'd2025'),
    ],
    compared,
  );
  expect(otherYears.map(({ documentId }) => documentId)).toEqual(['d2024', 'other']);
  expect(others).toEqual([{ documentId: 'lease', label: 'Lease' }]);
});

test('what has no pages, or is in the trash, is not offered; a shared file is offered once', () => {
  const { otherYears, others } = comparableFiles(
    [
      element('Deed', 'deed', { deleted: true }),
      element('Photo', 'p', { answer: { document: { id: 'p', contentState: 'PROCESSING' } } }),
      element('Question', 'q', { answer: null }),
      element('Lease', 'lease'),
      element('Lease again', 'lease'),
    ],
    compared,
  );
  expect([...otherYears, ...others].map(({ documentId }) => documentId)).toEqual(['lease']);
});
