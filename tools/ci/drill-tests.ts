/**
 * Tests that repeat one thing hundreds of times: payloads, attacks, floods, generated requests, moves of a whole company. They
 * take a third of the time of all tests; CI takes a part of them for each commit, and npm test all.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { partsOf, type Seconds } from './journey-parts.ts';

/** Seconds by file, from a run of all tests on two cores. */
export const drillTestSeconds = JSON.parse(
  readFileSync(resolve(import.meta.dirname, 'drill-test-seconds.json'), 'utf8'),
) as Seconds;

const drillTests = Object.keys(drillTestSeconds);

/** The drill tests that are not in this part: vitest.config.ts leaves them out. */
export function drillTestsOutside(part: number, parts: number): string[] {
  const taken = new Set(partsOf(drillTests, drillTestSeconds, parts)[part]);
  return drillTests.filter((file) => !taken.has(file));
}
