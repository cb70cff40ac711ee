import { expect, test } from 'vitest';
import { KINDS, readLicenses } from './read-licenses.ts';

/** A short form of `npm run bench:license`: each kind of damage about four times. */
test('generated licenses of all kinds of damage are read right or not at all', async () => {
  const tallies = await readLicenses(4 * KINDS.length, 7);
  const readable = [...tallies.values()].filter(({ isReadable }) => isReadable);
  const count = (what: 'pictures' | 'right'): number =>
    readable.reduce((sum, tally) => sum + tally[what], 0);
  expect([...tallies.values()].reduce((sum, { wrong }) => sum + wrong, 0)).toBe(0);
  expect(count('pictures')).toBe(44);
  // With a sample this small, 2 misses of 44 are within what the full run of 2,000 allows.
  expect(count('right') / count('pictures')).toBeGreaterThan(0.9);
}, 120_000);
