import { expect, test } from 'vitest';
import { KINDS, readLicenses } from './read-licenses.ts';

/** The short form of `npm run bench:license`: every kind of damage about four times. */
test('generated licenses of all kinds of damage are read right or not at all', async () => {
  const tallies = await readLicenses(4 * KINDS.length, 7);
  const readable = [...tallies.values()].filter(({ isReadable }) => isReadable);
  const count = (what: 'pictures' | 'right'): number =>
    readable.reduce((sum, tally) => sum + tally[what], 0);
  expect([...tallies.values()].reduce((sum, { wrong }) => sum + wrong, 0)).toBe(0);
  expect(count('pictures')).toBe(44);
  // A sample this small: 2 of 44 below 100% is within what the full run of 2,000 allows.
  expect(count('right') / count('pictures')).toBeGreaterThan(0.9);
}, 120_000);
