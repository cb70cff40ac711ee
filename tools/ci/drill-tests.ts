/**
 * Drill tests repeat one operation hundreds of times: payloads, attacks, floods, generated requests, moves of a whole
 * company. They take a third of the time of all tests. CI runs one part of them for each commit; `npm test` runs all.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { splitByDuration, type Seconds } from './journey-parts.ts';

/** Seconds by file, measured in a run of all tests on two cores. */
export const drillTestSeconds = JSON.parse(
  readFileSync(resolve(import.meta.dirname, 'drill-test-seconds.json'), 'utf8'),
) as Seconds;

const drillTests = Object.keys(drillTestSeconds);

/** The drill tests that do not belong to this part; vitest.config.ts excludes them. */
export function drillTestsOutside(part: number, parts: number): string[] {
  const included = new Set(splitByDuration(drillTests, drillTestSeconds, parts)[part]);
  return drillTests.filter((file) => !included.has(file));
}
