/** Reads the reports of the test runners: how many tests passed, and which failed. */
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

export interface TestCounts {
  passed: number;
  failed: number;
  /** The failed tests, by file and name, each with the beginning of its error. */
  names: string[];
  /**
   * The same tests in the form in which the runner selects them. Absent if something other than a test failed too,
   * such as a file that does not load.
   */
  tests?: { file: string; name: string }[];
}

interface VitestTest {
  status: string;
  fullName: string;
  ancestorTitles: string[];
  title: string;
  failureMessages?: string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: VitestTest[];
  }[];
}

export function vitestReport(reportFile: string, root: string, output: string): TestCounts {
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as VitestReport;
  const failures = report.testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, assertionResults }) => ({
      file: name.replace(`${root}/`, ''),
      failed: assertionResults.filter(({ status }) => status === 'failed'),
    }));
  const names = failures.flatMap(({ file, failed }) =>
    // A file that fails to load has no tests.
    failed.length === 0
      ? [file]
      : failed.map(
          ({ fullName, failureMessages = [] }) =>
            `${file}: ${fullName}${beginningOf(failureMessages[0])}`,
        ),
  );
  const tests = failures.flatMap(({ file, failed }) =>
    failed.map(({ ancestorTitles, title }) => ({
      file,
      name: [...ancestorTitles, title].join(' > '),
    })),
  );
  const isAll = tests.length === names.length && !output.includes('Unhandled Error');
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    names,
    ...(isAll && { tests }),
  };
}

interface PlaywrightTest {
  status: string;
  results?: { duration?: number; error?: { message?: string } }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: { file: string; title: string; tests: PlaywrightTest[] }[];
}

interface PlaywrightReport extends Pick<PlaywrightSuite, 'suites'> {
  stats: { expected: number; unexpected: number; flaky: number };
}

export function playwrightReport(file: string): TestCounts {
  const { stats, suites = [] } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    names: suites.flatMap(specsIn).flatMap(failureOf),
  };
}

/** Seconds that the tests of each file took in the browser. */
export function secondsByFile(file: string): Record<string, number> {
  const { suites = [] } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport;
  const seconds: Record<string, number> = {};
  for (const { file: spec, tests } of suites.flatMap(specsIn)) {
    const durations = tests.flatMap(({ results = [] }) =>
      results.map(({ duration = 0 }) => duration),
    );
    seconds[spec] = (seconds[spec] ?? 0) + durations.reduce((sum, each) => sum + each, 0) / 1000;
  }
  return seconds;
}

const specsIn = ({ suites = [], specs }: PlaywrightSuite): PlaywrightSuite['specs'] => [
  ...specs,
  ...suites.flatMap(specsIn),
];

function failureOf({ file, title, tests }: PlaywrightSuite['specs'][number]): string[] {
  const failed = tests.find(({ status }) => ['unexpected', 'flaky'].includes(status));
  if (!failed) return [];
  const error = failed.results?.find((result) => result.error)?.error?.message;
  return [`${file}: ${title}${beginningOf(error)}`];
}

const ERROR_LINES = 8;

/**
 * The first lines of an error: enough to tell a wrong result from a slow machine when only the end of the output was
 * kept.
 */
function beginningOf(error: string | undefined): string {
  const lines = stripVTControlCharacters(error ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, ERROR_LINES);
  return lines.map((line) => `\n        ${line}`).join('');
}
