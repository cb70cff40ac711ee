/** What the test runners wrote of their last run: how many tests passed, and which did not. */
import { readFileSync } from 'node:fs';

export interface Counted {
  passed: number;
  failed: number;
  /** The tests that failed, by file and name. */
  names: string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

export function vitestReport(file: string, root: string): Counted {
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  const names = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const path = name.replace(`${root}/`, '');
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      // A file that cannot be loaded has no test that could have failed.
      if (failed.length === 0) return [path];
      return failed.map(({ fullName }) => `${path}: ${fullName}`);
    });
  return { passed: report.numPassedTests, failed: report.numFailedTests, names };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: { file: string; title: string; tests: { status: string }[] }[];
}

interface PlaywrightReport extends Pick<PlaywrightSuite, 'suites'> {
  stats: { expected: number; unexpected: number; flaky: number };
}

export function playwrightReport(file: string): Counted {
  const { stats, suites = [] } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    names: suites.flatMap(failuresIn),
  };
}

const failuresIn = ({ suites = [], specs }: PlaywrightSuite): string[] => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => ['unexpected', 'flaky'].includes(status)))
    .map(({ file, title }) => `${file}: ${title}`),
  ...suites.flatMap(failuresIn),
];
