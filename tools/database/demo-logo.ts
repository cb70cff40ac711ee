import { makePng } from '@cairn/testing/png';

const SIZE = 192;
const SAMPLES = [1 / 6, 3 / 6, 5 / 6] as const;

/** A compass needle, half light and half pale, on a round background. */
function inkAt(x: number, y: number): 'needle' | 'tail' | 'ground' | 'none' {
  const [right, down] = [(x - SIZE / 2) / (SIZE / 2), (y - SIZE / 2) / (SIZE / 2)];
  if (right ** 2 + down ** 2 > 1) return 'none';
  if (Math.abs(right) * 3.2 + Math.abs(down) > 0.78) return 'ground';
  return down < 0 ? 'needle' : 'tail';
}

const COLOURS = {
  needle: [255, 255, 255, 255],
  tail: [147, 190, 190, 255],
  ground: [16, 77, 82, 255],
  none: [16, 77, 82, 0],
} as const;

/** Averages nine samples per pixel, so that edges are smooth. */
function colourAt(x: number, y: number): [number, number, number, number] {
  const sum = [0, 0, 0, 0];
  for (const right of SAMPLES) {
    for (const down of SAMPLES) {
      COLOURS[inkAt(x + right, y + down)].forEach((part, index) => (sum[index]! += part));
    }
  }
  return sum.map((part) => Math.round(part / 9)) as [number, number, number, number];
}

/** The logo of the demo's lender. */
export const demoLogo = (): Buffer => makePng(SIZE, SIZE, colourAt);
