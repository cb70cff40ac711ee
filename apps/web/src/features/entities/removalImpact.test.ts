import type { Element } from '@cairn/contract';
import { expect, test } from 'vitest';
import { countIn, folderWords, partWords } from './removalImpact.ts';

const element = (id: string, parentId: string | null, over: object = {}) =>
  ({ id, parentId, storageType: 'FILE', answer: null, ...over }) as unknown as Element;
const folder = (id: string, parentId: string | null) =>
  element(id, parentId, { storageType: 'FOLDER' });

test('requests in a folder are counted at any depth, and none beside it', () => {
  const elements = [
    folder('package', null),
    folder('jonas', 'package'),
    element('licence', 'jonas', { answer: {} }),
    folder('taxes', 'jonas'),
    element('return', 'taxes'),
    element('lease', 'package', { answer: {} }),
  ];
  expect(countIn('jonas', elements)).toEqual({ requests: 2, answered: 1 });
  expect(countIn('gone', elements)).toBeNull();
  expect(countIn(null, elements)).toBeNull();
});

test('what stays and what goes, in words', () => {
  expect(folderWords({ requests: 0, answered: 0 })).toBe('which is empty');
  expect(folderWords({ requests: 1, answered: 0 })).toBe('with 1 request, none of them answered');
  expect(folderWords({ requests: 3, answered: 1 })).toBe('with 3 requests, 1 answered');
  expect(folderWords({ requests: 3, answered: 3 })).toBe('with 3 requests, all answered');
  expect(partWords({ labels: ['GUARANTOR', 'APPLICANT'] })).toBe(
    'It will no longer be guarantor and applicant on this loan.',
  );
  expect(partWords({ labels: [] })).toBeNull();
});
