import { expect, it } from 'vitest';
import { formatItems, formatSize } from './sizes.ts';

it('writes sizes without decimals [R210] [R211]', () => {
  expect(formatSize(0)).toBe('0 B');
  expect(formatSize(1023)).toBe('1023 B');
  expect(formatSize(217_088)).toBe('212 kB');
  expect(formatSize(4 * 1024 * 1024)).toBe('4 MB');
  expect(formatSize(1024 * 1024 - 1)).toBe('1 MB');
  expect(formatSize(2.6 * 1024 ** 3)).toBe('3 GB');
  expect(formatSize(7 * 1024 ** 4)).toBe('7 TB');
  // TB is the largest unit.
  expect(formatSize(2048 * 1024 ** 4)).toBe('2048 TB');
  expect(formatSize(null)).toBe('-');
});

it('counts items [R212]', () => {
  expect([0, 1, 4].map(formatItems)).toEqual(['0 items', '1 item', '4 items']);
});
