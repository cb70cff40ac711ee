/**
 * Estimates how blurred a page is, from 0 (sharp) to 1, without a sharp copy to compare. Blurring a sharp picture
 * changes the differences between neighboring pixels a lot; blurring a blurred picture hardly changes them.
 */
import type { GrayImage } from './findPage.ts';

const RADIUS = 4;
/** Smaller differences come from paper texture and noise, which a blurred page has too. */
const NOISE = 6;
/** The value for 10-point type at 200 dpi that is blurred by two pixels, at which small print becomes hard to read. */
const BLURRED_FROM = 0.5;

function blurAlong({ data, width, height }: GrayImage, step: number): number {
  const [length, lines] = step === 1 ? [width, height] : [height, width];
  const across = step === 1 ? width : 1;
  let before = 0;
  let loss = 0;
  for (let line = 0; line < lines; line += 1) {
    const start = line * across;
    let sum = 0;
    for (let i = 0; i < Math.min(length, 2 * RADIUS + 1); i += 1) sum += data[start + i * step]!;
    for (let i = RADIUS + 1; i < length - RADIUS; i += 1) {
      const next =
        sum + data[start + (i + RADIUS) * step]! - data[start + (i - RADIUS - 1) * step]!;
      const difference = Math.abs(data[start + i * step]! - data[start + (i - 1) * step]!);
      if (difference > NOISE) {
        const blurred = Math.abs(next - sum) / (2 * RADIUS + 1);
        before += difference;
        loss += Math.max(0, difference - blurred);
      }
      sum = next;
    }
  }
  return before === 0 ? 0 : (before - loss) / before;
}

export const blurOf = (image: GrayImage): number =>
  Math.max(blurAlong(image, 1), blurAlong(image, image.width));

export const isBlurred = (image: GrayImage): boolean => blurOf(image) > BLURRED_FROM;
