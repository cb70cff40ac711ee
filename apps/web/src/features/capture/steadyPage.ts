/** Decides when the camera takes a page automatically: once the page edges have been still for a second. */
import { areaOf, distance, type Quad } from './quad.ts';

/** The analysis of one camera frame. */
export interface Look {
  /** Null if no page was found. */
  readonly corners: Quad | null;
  /** Mean gray value, from 0 to 255. */
  readonly brightness: number;
}

export interface Steady {
  readonly corners: Quad | null;
  /** When the edges reached their current position, in milliseconds. */
  readonly since: number;
  /** True if the visible page was already taken. It must move before the next page is taken. */
  readonly isTaken: boolean;
}

export const NOTHING_SEEN: Steady = { corners: null, since: 0, isTaken: false };

const STEADY_MS = 1000;
/** Fraction of the picture's width or height. Edge detection itself varies by one or two pixels of 320. */
const STILL = 0.02;
const ANOTHER_PAGE = 0.08;
const CLOSE_ENOUGH = 0.3;
const TOO_DARK = 45;

const furthest = (one: Quad, other: Quad): number =>
  Math.max(...one.map((corner, index) => distance(corner, other[index]!)));

export function steadyAfter(before: Steady, { corners }: Look, now: number): Steady {
  if (!corners) return { corners: null, since: now, isTaken: false };
  if (!before.corners) return { corners, since: now, isTaken: false };
  const moved = furthest(before.corners, corners);
  if (moved <= STILL) return before;
  // After a page was taken, the reference corners stay unchanged. Otherwise small movements could add up and make the
  // same page count as another one.
  if (before.isTaken && moved <= ANOTHER_PAGE) return before;
  return { corners, since: now, isTaken: false };
}

/** Progress from 0 to 1. The page is taken at 1. */
export function readiness({ corners, since, isTaken }: Steady, now: number): number {
  if (!corners || isTaken || areaOf(corners) < CLOSE_ENOUGH) return 0;
  return Math.min(1, (now - since) / STEADY_MS);
}

interface Situation {
  readonly look: Look | null;
  readonly steady: Steady;
  /** The number of the page that is taken next. */
  readonly number: number;
  readonly isAutomatic: boolean;
  readonly hasFlash: boolean;
}

/** Tells the user in one sentence what to do now. */
export function hintOf({ look, steady, number, isAutomatic, hasFlash }: Situation): string {
  if (!look) return 'Starting the camera';
  if (look.brightness < TOO_DARK) {
    return hasFlash ? 'Too dark, turn on the flash' : 'Too dark, find more light';
  }
  if (!look.corners) return 'Looking for the page';
  if (steady.isTaken) return `Page ${number - 1} taken. Show page ${number}, or review`;
  if (areaOf(look.corners) < CLOSE_ENOUGH) return 'Move closer';
  return isAutomatic ? `Hold still, taking page ${number}` : 'Page found';
}
