import type { Element, ExistingDocument } from '@cairn/contract';
import { expect, test } from 'vitest';
import { comparableFiles, filesOfOtherLoans, otherLoansQuery } from './comparableFiles.ts';

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

const folder = (id: string, parentId: string | null, sherpaEntityId: string | null) =>
  ({ id, title: id, parentId, sherpaEntityId, storageType: 'FOLDER' }) as unknown as Element;

test('other loans are asked for the years around, by the folder of the entity', () => {
  const elements = [
    folder('root', null, null),
    folder('bakery folder', 'root', 'bakery'),
    folder('taxes', 'bakery folder', null),
    element('2025 business tax return', 'd2025', { sherpaEntityId: null, parentId: 'taxes' }),
  ];
  expect(otherLoansQuery(elements, compared)).toEqual({
    title: [
      '2025 business tax return',
      '2024 business tax return',
      '2023 business tax return',
      '2022 business tax return',
      '2026 business tax return',
      '2027 business tax return',
    ],
    parentId: 'bakery folder',
  });
  const lease = { ...compared, title: 'Lease' };
  expect(otherLoansQuery(elements, lease)?.title).toEqual(['Lease']);
  // A request that is assigned to its entity directly and not through a folder.
  const own = element('Lease', 'lease', { sherpaEntityId: 'bakery', parentId: 'root' });
  expect(otherLoansQuery([...elements, own], { ...lease, elementId: own.id })?.parentId).toBe(
    'bakery folder',
  );
  expect(otherLoansQuery([folder('root', null, null)], compared)).toBeNull();
});

test('of other loans only the same document is offered, once, with the name of its loan', () => {
  const fileOf = (documentId: string, title: string, loanId = 'other') =>
    ({ documentId, title, loanId, loanName: 'Second bakery' }) as unknown as ExistingDocument;
  const matches = [
    {
      documents: [fileOf('d2023', '2023 business tax return'), fileOf('p', '2024 personal return')],
    },
    {
      documents: [
        fileOf('d2023', '2023 business tax return'),
        fileOf('d2022', 'Business tax return 2022'),
        fileOf('here', '2024 business tax return', 'loan'),
      ],
    },
  ];
  expect(filesOfOtherLoans(matches, compared)).toEqual([
    { documentId: 'd2023', label: '2023 business tax return, Second bakery' },
    { documentId: 'd2022', label: 'Business tax return 2022, Second bakery' },
  ]);
});
