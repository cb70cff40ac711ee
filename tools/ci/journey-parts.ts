/**
 * Splits the journeys into parts of equal duration: whole files, weighted by the time that each took in the last
 * measured run of CI.
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../../e2e');
/** Seconds by file, written by tools/ci/journey-seconds.ts. */
export const secondsFile = resolve(folder, 'journey-seconds.json');

/** Files of other projects in e2e/playwright.config.ts. */
export const NOT_JOURNEYS = ['screenshots.spec.ts', 'speed.spec.ts'];

export type Seconds = Readonly<Record<string, number>>;

export const readSeconds = (): Seconds => JSON.parse(readFileSync(secondsFile, 'utf8')) as Seconds;

export const journeyFiles = (): string[] =>
  globSync('*.spec.ts', { cwd: folder })
    .filter((file) => !NOT_JOURNEYS.includes(file))
    .toSorted();

/** A file that was not measured yet counts as the median of the others. */
function weigher(seconds: Seconds): (file: string) => number {
  const times = Object.values(seconds).toSorted((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)] ?? 1;
  return (file) => seconds[file] ?? median;
}

/** Assigns each file, longest first, to the part that is the shortest so far. */
export function splitByDuration(
  files: readonly string[],
  seconds: Seconds,
  count: number,
): string[][] {
  const weigh = weigher(seconds);
  const parts = Array.from({ length: count }, () => ({ files: [] as string[], seconds: 0 }));
  const longestFirst = files.toSorted((a, b) => weigh(b) - weigh(a) || a.localeCompare(b));
  for (const file of longestFirst) {
    const shortest = parts.reduce((least, part) => (part.seconds < least.seconds ? part : least));
    shortest.files.push(file);
    shortest.seconds += weigh(file);
  }
  return parts.map((part) => part.files.toSorted());
}

/** Filters for Playwright's command line: patterns that match the whole path. */
export const toPlaywrightFilters = (files: readonly string[]): string[] =>
  files.map((file) => String.raw`/e2e/${file.replaceAll('.', String.raw`\.`)}$`);
