import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { secondsByFile, vitestReport } from './reports.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

const failedTest = {
  name: '/root/a.test.ts',
  status: 'failed',
  assertionResults: [
    { status: 'passed', fullName: 'a b', ancestorTitles: ['a'], title: 'b' },
    { status: 'failed', fullName: 'a c', ancestorTitles: ['a'], title: 'c' },
  ],
};
const failedFile = { name: '/root/b.test.ts', status: 'failed', assertionResults: [] };

function read(testResults: readonly object[], output = '') {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify({ numPassedTests: 1, numFailedTests: 1, testResults }));
  return vitestReport(file, '/root', output);
}

test('the report names failed tests so that the runner can select them', () => {
  expect(read([failedTest])).toMatchObject({
    failed: 1,
    names: ['a.test.ts: a c'],
    tests: [{ file: 'a.test.ts', name: 'a > c' }],
  });
});

test('no tests are selected to run again if a file failed to load or an error happened outside a test', () => {
  expect(read([failedTest, failedFile]).tests).toBeUndefined();
  expect(read([failedTest], '⎯⎯ Unhandled Errors ⎯⎯').tests).toBeUndefined();
});

test('the seconds of a file include all its tests and their retries', () => {
  const file = join(folder, 'playwright.json');
  const spec = (name: string, ...durations: number[]) => ({
    file: name,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const suites = [
    { specs: [spec('a.spec.ts', 1000, 500)], suites: [{ specs: [spec('a.spec.ts', 2000)] }] },
    { specs: [spec('b.spec.ts', 250)] },
  ];
  writeFileSync(file, JSON.stringify({ suites }));
  expect(secondsByFile(file)).toEqual({ 'a.spec.ts': 3.5, 'b.spec.ts': 0.25 });
});
