import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { drillTestSeconds, drillTestsOutside } from './drill-tests.ts';

const root = resolve(import.meta.dirname, '../..');
const files = Object.keys(drillTestSeconds);
const outside = [0, 1, 2].map((part) => drillTestsOutside(part, 3));

test('every drill test exists', () => {
  expect(files.filter((file) => !existsSync(resolve(root, file)))).toEqual([]);
});

test('each drill test belongs to exactly one of the three parts', () => {
  for (const file of files) {
    expect(outside.filter((excluded) => !excluded.includes(file))).toHaveLength(1);
  }
});

test('the durations of the parts of the drill tests differ by at most a fifth', () => {
  const sums = outside.map((excluded) =>
    files
      .filter((file) => !excluded.includes(file))
      .reduce((sum, file) => sum + drillTestSeconds[file]!, 0),
  );
  expect(Math.max(...sums)).toBeLessThanOrEqual(1.2 * Math.min(...sums));
});

test('with a single part no drill test is left out', () => {
  expect(drillTestsOutside(0, 1)).toEqual([]);
});
