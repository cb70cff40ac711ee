import { expect, test } from 'vitest';
import { asFilters, journeyFiles, partsOf, readSeconds } from './journey-parts.ts';

const files = journeyFiles();
const seconds = readSeconds();

test.each([3, 7])('of %i parts, each file of journeys is in exactly one', (count) => {
  const parts = partsOf(files, seconds, count);
  expect(parts).toHaveLength(count);
  expect(parts.flat().toSorted()).toEqual(files);
});

test.each([3, 7])('%i parts take the same time within a tenth', (count) => {
  const sums = partsOf(files, seconds, count).map((part) =>
    part.reduce((sum, file) => sum + (seconds[file] ?? 0), 0),
  );
  expect(Math.max(...sums)).toBeLessThanOrEqual(1.1 * Math.min(...sums));
});

test('every figure is that of a file', () => {
  expect(Object.keys(seconds).filter((file) => !files.includes(file))).toEqual([]);
});

test('a file without a figure counts as much as the median of the others', () => {
  const figures = { 'a.spec.ts': 1, 'b.spec.ts': 10, 'c.spec.ts': 12 };
  const parts = partsOf([...Object.keys(figures), 'new.spec.ts'], figures, 2);
  expect(parts).toEqual([
    ['a.spec.ts', 'c.spec.ts'],
    ['b.spec.ts', 'new.spec.ts'],
  ]);
});

test('the filter of a file takes no other whose name ends alike', () => {
  const [filter] = asFilters(['review.spec.ts']);
  const taken = ['/e2e/review.spec.ts', '/e2e/preview.spec.ts', '/e2e/review.spec.tsx'];
  expect(taken.filter((path) => new RegExp(filter!).test(path))).toEqual(['/e2e/review.spec.ts']);
});
