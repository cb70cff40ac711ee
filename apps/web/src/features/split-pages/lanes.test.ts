import { describe, expect, test } from 'vitest';
import {
  addFile,
  answersOf,
  chooseRequest,
  EMPTY,
  LEFT_OUT,
  moveSheets,
  pageRanges,
  problemOf,
  shiftSheet,
  turnSheets,
} from './lanes.ts';

const scan = { documentId: 'd1', version: 1, name: 'scan.pdf', elementId: 'bank', pages: 6 };
const lease = { documentId: 'd2', version: 3, name: 'lease.pdf', elementId: 'lease', pages: 2 };
const files = [scan, lease];
const start = () => addFile(EMPTY, [scan], 0);

describe('pages of a scan', () => {
  test('go to a new answer, and come back in the order of the file', () => {
    const split = moveSheets(start(), [4, 5, 6], 1);
    expect(split.lanes.map(({ sheets }) => sheets)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect(moveSheets(split, [4], 0).lanes[0]!.sheets).toEqual([1, 2, 3, 4]);
    expect(moveSheets(moveSheets(split, [2], 1), [2], 0).lanes[0]!.sheets).toEqual([1, 2, 3]);
  });

  test('are put before a page, and shifted within an answer', () => {
    const split = moveSheets(start(), [4, 5, 6], 1);
    expect(moveSheets(split, [1], 1, 5).lanes[1]!.sheets).toEqual([4, 1, 5, 6]);
    expect(moveSheets(split, [6], 1, 4).lanes[1]!.sheets).toEqual([6, 4, 5]);
    expect(shiftSheet(split, 5, -1).lanes[1]!.sheets).toEqual([5, 4, 6]);
    expect(shiftSheet(split, 4, -1)).toBe(split);
  });

  test('are left out and turned', () => {
    const division = turnSheets(moveSheets(start(), [6], LEFT_OUT), [2], -90);
    expect(division.leftOut).toEqual([6]);
    expect(answersOf(division, [scan], () => true)).toEqual([
      {
        elementId: 'bank',
        replace: true,
        pages: [1, 2, 3, 4, 5].map((page) => ({ source: 0, page, turn: page === 2 ? 270 : 0 })),
      },
    ]);
    expect(turnSheets(division, [2], 90).turns[2]).toBe(0);
  });
});

test('another file is merged in; an answer that stays as it is is not created again', () => {
  const both = addFile(start(), files, 1);
  expect(both.lanes.map(({ elementId, sheets }) => [elementId, sheets.length])).toEqual([
    ['bank', 6],
    ['lease', 2],
  ]);
  expect(problemOf(both, files)).toBe('Move, turn or leave out a page first.');
  const merged = moveSheets(both, [6], 1);
  expect(answersOf(merged, files, () => true)).toEqual([
    expect.objectContaining({ elementId: 'bank' }),
    {
      elementId: 'lease',
      replace: true,
      pages: [
        { source: 0, page: 6, turn: 0 },
        { source: 1, page: 1, turn: 0 },
        { source: 1, page: 2, turn: 0 },
      ],
    },
  ]);
  // The pages of the lease go after those of the scan. Adding a file again changes nothing.
  const { lanes } = moveSheets(both, [7, 8], 0);
  expect(lanes[0]!.sheets).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(addFile(merged, files, 1)).toBe(merged);
});

test('nothing is created before each answer has its own request and something changed', () => {
  expect(problemOf(start(), [scan])).toBe('Move, turn or leave out a page first.');
  const split = moveSheets(start(), [6], 1);
  expect(problemOf(split, [scan])).toBe('Choose a request for each answer.');
  expect(problemOf(chooseRequest(split, 1, 'bank'), [scan])).toBe(
    'Two answers are for the same request.',
  );
  expect(problemOf(chooseRequest(split, 1, 'lease'), [scan])).toBeUndefined();
});

test('pages are named as runs, those of another file with its name', () => {
  expect(pageRanges([1, 2, 3, 6, 5], files)).toBe('1–3, 6, 5');
  expect(pageRanges([1, 7, 8], files)).toBe('1, lease.pdf 1–2');
});
