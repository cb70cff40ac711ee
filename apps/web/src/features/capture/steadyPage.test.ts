import { expect, it } from 'vitest';
import type { Quad } from './quad.ts';
import { hintOf, NOTHING_SEEN, readiness, type Steady, steadyAfter } from './steadyPage.ts';

const quadAt = (x: number, size = 0.7): Quad => [
  { x, y: 0.1 },
  { x: x + size, y: 0.1 },
  { x: x + size, y: 0.1 + size },
  { x, y: 0.1 + size },
];
const PAGE = quadAt(0.1);
const BRIGHT = 150;

const afterLooks = (looks: readonly (readonly [number, Quad | null])[]): Steady =>
  looks.reduce(
    (steady, [now, corners]) => steadyAfter(steady, { corners, brightness: BRIGHT }, now),
    NOTHING_SEEN,
  );

it('a page is taken once it was still for a second, tremor included', () => {
  const steady = afterLooks([
    [0, PAGE],
    [500, quadAt(0.11)],
    [900, quadAt(0.1)],
  ]);
  expect(readiness(steady, 500)).toBe(0.5);
  expect(readiness(steady, 1000)).toBe(1);
});

it('the wait for a steady page starts again when it moves, and when it is gone', () => {
  expect(
    readiness(
      afterLooks([
        [0, PAGE],
        [900, quadAt(0.2)],
      ]),
      1000,
    ),
  ).toBe(0.1);
  expect(
    readiness(
      afterLooks([
        [0, PAGE],
        [900, null],
      ]),
      1000,
    ),
  ).toBe(0);
});

it('the same page is not taken twice', () => {
  const takenPage = { ...afterLooks([[0, PAGE]]), isTaken: true };
  const still = steadyAfter(takenPage, { corners: quadAt(0.14), brightness: BRIGHT }, 1500);
  expect(readiness(still, 9000)).toBe(0);
  const next = steadyAfter(still, { corners: quadAt(0.25), brightness: BRIGHT }, 9000);
  expect(readiness(next, 10_000)).toBe(1);
  const putBack = steadyAfter(
    steadyAfter(still, { corners: null, brightness: BRIGHT }, 9000),
    { corners: PAGE, brightness: BRIGHT },
    9500,
  );
  expect(readiness(putBack, 10_500)).toBe(1);
});

it('a page that is too small to read is not taken', () => {
  const far = afterLooks([[0, quadAt(0.2, 0.5)]]);
  expect(readiness(far, 5000)).toBe(0);
});

it('the camera says what to do', () => {
  const situation = { number: 3, isAutomatic: true, hasFlash: true };
  const hint = (corners: Quad | null, brightness = BRIGHT, hasFlash = true) =>
    hintOf({
      ...situation,
      hasFlash,
      look: { corners, brightness },
      steady: afterLooks([[0, corners]]),
    });
  expect(hint(null)).toBe('Looking for the page');
  expect(hint(PAGE)).toBe('Hold still, taking page 3');
  expect(hint(quadAt(0.2, 0.5))).toBe('Move closer');
  expect(hint(null, 20)).toBe('Too dark, turn on the flash');
  expect(hint(null, 20, false)).toBe('Too dark, find more light');
});
