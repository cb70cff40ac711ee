import { expect, test } from 'vitest';
import {
  journeyFiles,
  readSeconds,
  splitByDuration,
  toPlaywrightFilters,
} from './journey-parts.ts';

const files = journeyFiles();
const seconds = readSeconds();

test.each([3, 7])('of %i parts, each file of journeys is in exactly one', (count) => {
  const parts = splitByDuration(files, seconds, count);
  expect(parts).toHaveLength(count);
  expect(parts.flat().toSorted()).toEqual(files);
});

test.each([3, 7])('%i parts take the same time within a tenth', (count) => {
  const sums = splitByDuration(files, seconds, count).map((part) =>
    part.reduce((sum, file) => sum + (seconds[file] ?? 0), 0),
  );
  expect(Math.max(...sums)).toBeLessThanOrEqual(1.1 * Math.min(...sums));
});

test('every entry of journey-seconds.json is a journey that exists', () => {
  expect(Object.keys(seconds).filter((file) => !files.includes(file))).toEqual([]);
});

test('a journey without a measured time counts as the median of the others', () => {
  const figures = { 'a.spec.ts': 1, 'b.spec.ts': 10, 'c.spec.ts': 12 };
  const parts = splitByDuration([...Object.keys(figures), 'new.spec.ts'], figures, 2);
  expect(parts).toEqual([
    ['a.spec.ts', 'c.spec.ts'],
    ['b.spec.ts', 'new.spec.ts'],
  ]);
});

test('the Playwright filter of a file does not match another file whose name ends the same', () => {
  const [filter] = toPlaywrightFilters(['review.spec.ts']);
  const paths = ['/e2e/review.spec.ts', '/e2e/preview.spec.ts', '/e2e/review.spec.tsx'];
  expect(paths.filter((path) => new RegExp(filter!).test(path))).toEqual(['/e2e/review.spec.ts']);
});
