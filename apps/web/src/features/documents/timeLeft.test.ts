import { expect, it } from 'vitest';
import { timeLeft } from './timeLeft.ts';

it('says how long an upload still takes, and nothing before it is known', () => {
  expect([1, 59, 60, 150].map(timeLeft)).toEqual([
    'About 1 second left',
    'About 59 seconds left',
    'About 1 minute left',
    'About 3 minutes left',
  ]);
  expect([timeLeft(null), timeLeft(undefined)]).toEqual([null, null]);
});
