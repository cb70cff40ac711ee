import { makePng } from '@cairn/testing/png';

const SIZE = 160;
const SAMPLES = [1 / 4, 3 / 4] as const;
type Rgb = readonly [red: number, green: number, blue: number];

export interface Portrait {
  skin: Rgb;
  hair: Rgb;
  shirt: Rgb;
  ground: Rgb;
  /** Length of the hair, from 0 (short) to 1 (to the shoulders). */
  long: number;
}

const inEllipse = (x: number, y: number, [cx, cy, rx, ry]: readonly number[]): boolean =>
  ((x - cx!) / rx!) ** 2 + ((y - cy!) / ry!) ** 2 <= 1;

/** Shapes are tested from front to back; coordinates are fractions of the picture's width. */
function inkAt(x: number, y: number, { long }: Portrait): keyof Omit<Portrait, 'long'> {
  const fringe = inEllipse(x, y, [0.5, 0.25, 0.2, 0.13]);
  if (!fringe && inEllipse(x, y, [0.5, 0.42, 0.17, 0.21])) return 'skin';
  if (Math.abs(x - 0.5) < 0.075 && y > 0.5 && y < 0.72) return 'skin';
  if (fringe || inEllipse(x, y, [0.5, 0.38 + long * 0.08, 0.22, 0.23 + long * 0.1])) return 'hair';
  return inEllipse(x, y, [0.5, 1.02, 0.38, 0.34]) ? 'shirt' : 'ground';
}

/** Draws a generic face without features in flat colors, so that it resembles no real person. */
export function demoPortrait(portrait: Portrait): Buffer {
  return makePng(SIZE, SIZE, (x, y) => {
    const sum = [0, 0, 0];
    for (const right of SAMPLES) {
      for (const down of SAMPLES) {
        const ink = inkAt((x + right) / SIZE, (y + down) / SIZE, portrait);
        portrait[ink].forEach((part, index) => (sum[index]! += part / 4));
      }
    }
    const [red = 0, green = 0, blue = 0] = sum.map(Math.round);
    return [red, green, blue, 255];
  });
}
