import { expect, test } from 'vitest';
import { itemsWithoutRoom } from './useItemsThatFit.ts';

const WIDTHS = [100, 100, 100, 100];
const ROW = { current: 0, gap: 10, more: 60 };

test('a row that has room for all items hides none', () => {
  expect(itemsWithoutRoom(WIDTHS, { ...ROW, room: 430 })).toEqual([]);
});

test('the last items give way to the button, whose width counts', () => {
  expect(itemsWithoutRoom(WIDTHS, { ...ROW, room: 429 })).toEqual([3]);
  expect(itemsWithoutRoom(WIDTHS, { ...ROW, room: 380 })).toEqual([3]);
  expect(itemsWithoutRoom(WIDTHS, { ...ROW, room: 379 })).toEqual([2, 3]);
});

test('the current item is shown in place of those before it', () => {
  expect(itemsWithoutRoom(WIDTHS, { ...ROW, current: 3, room: 380 })).toEqual([2]);
  expect(itemsWithoutRoom(WIDTHS, { ...ROW, current: 3, room: 160 })).toEqual([0, 1, 2]);
});
