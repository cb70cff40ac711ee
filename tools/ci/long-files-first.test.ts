import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { longFiles, longFirst } from './long-files-first.ts';

const root = resolve(import.meta.dirname, '../..');
const file = (name: string, project: string) => ({
  moduleId: resolve(root, name),
  project: { name: project },
});

test('long test files start first within their project, and the files of a project stay together', () => {
  const [longest, second] = longFiles;
  const names = longFirst([
    file('a.api.test.ts', 'api'),
    file('b.api.test.ts', 'api'),
    file('a.test.ts', 'unit'),
    file(second!, 'unit'),
    file('b.test.ts', 'unit'),
    file(longest!, 'unit'),
  ]).map(({ moduleId }) => moduleId.slice(root.length + 1));
  expect(names).toEqual([
    'a.api.test.ts',
    'b.api.test.ts',
    longest,
    second,
    'a.test.ts',
    'b.test.ts',
  ]);
});

test('every file of long-test-seconds.json exists', () => {
  expect(longFiles.filter((each) => !existsSync(resolve(root, each)))).toEqual([]);
});
