import { expect, test } from 'vitest';
import { addFile, EMPTY } from './lanes.ts';
import { isTaken, suggestionsOf, take } from './suggestions.ts';

const FILES = [
  { documentId: 'd', version: 1, name: 'scan.pdf', elementId: 'scan', pages: 6 },
] as const;
const part = (pages: number[], label: string | null, words: string) => ({
  pages,
  label,
  evidence: { page: pages[0]!, words },
});
const SPLIT = {
  parts: [
    part([1, 2], 'Bank statement', 'CHECKING STATEMENT'),
    part([3, 4], 'Lease', 'COMMERCIAL LEASE'),
    part([6], 'Guarantee', 'PERSONAL GUARANTY'),
  ],
  blankPages: [5],
};
const REQUESTS = [
  { id: 'lease', title: 'Commercial lease' },
  { id: 'g1', title: 'Guarantee of Elena' },
  { id: 'g2', title: 'Guarantee of Sam' },
];

test('each part but the first is a step, with the words that speak for it', () => {
  expect(suggestionsOf(SPLIT, FILES, REQUESTS)).toEqual([
    {
      title: 'Pages 3–4: Lease',
      reason: 'Page 3 says “COMMERCIAL LEASE”',
      action: 'Move',
      sheets: [3, 4],
      elementId: 'lease',
    },
    {
      title: 'Page 6: Guarantee',
      reason: 'Page 6 says “PERSONAL GUARANTY”',
      action: 'Move',
      sheets: [6],
      // Two requests match the label, so the user has to choose.
      elementId: null,
    },
    {
      title: 'Page 5',
      reason: 'It looks blank',
      action: 'Leave out',
      sheets: [5],
      elementId: null,
    },
  ]);
  expect(suggestionsOf({ parts: SPLIT.parts.slice(0, 1), blankPages: [] }, FILES, [])).toEqual([]);
});

test('taken steps put the pages into answers, and can be told from those not taken', () => {
  const steps = suggestionsOf(SPLIT, FILES, REQUESTS);
  const start = addFile(EMPTY, FILES, 0);
  expect(steps.map((step) => isTaken(step, start))).toEqual([false, false, false]);
  const end = steps.reduce(take, start);
  expect(end.lanes).toEqual([
    { elementId: 'scan', sheets: [1, 2] },
    { elementId: 'lease', sheets: [3, 4] },
    { elementId: null, sheets: [6] },
  ]);
  expect(end.leftOut).toEqual([5]);
  expect(steps.map((step) => isTaken(step, end))).toEqual([true, true, true]);
});
