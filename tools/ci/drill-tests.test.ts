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

test('each drill test is taken by exactly one of three commits', () => {
  for (const file of files) {
    expect(outside.filter((excluded) => !excluded.includes(file))).toHaveLength(1);
  }
});

test('the parts of the drill tests take the same time within a fifth', () => {
  const sums = outside.map((excluded) =>
    files
      .filter((file) => !excluded.includes(file))
      .reduce((sum, file) => sum + drillTestSeconds[file]!, 0),
  );
  expect(Math.max(...sums)).toBeLessThanOrEqual(1.2 * Math.min(...sums));
});

test('a whole run excludes none', () => {
  expect(drillTestsOutside(0, 1)).toEqual([]);
});
