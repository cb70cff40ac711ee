/**
 * Renders the back of a license as a phone photographs it: drawn from the barcode's modules, then turned, blurred and
 * cropped.
 */
import bwipjs from 'bwip-js/node';
import type { Picture } from '@cairn/contract/barcode-picture';
import type { Random } from '../random.ts';

export interface Damage {
  /** Pixels per module of the barcode. */
  modulePixels: number;
  degrees: number;
  /** Standard deviation in modules. */
  blur: number;
  /** How much narrower the far side is, 0 to 1. */
  perspective: number;
  /** Standard deviation, on a scale of 255. */
  noise: number;
  /** Difference between dark and light, on a scale of 255. */
  contrast: number;
  /** Share of the barcode's width outside of the picture; a negative value is a margin. */
  cropped: number;
  /** Width of a band of glare, as a share of the barcode's width. */
  glare: number;
}

export const UNDAMAGED: Damage = {
  modulePixels: 3,
  degrees: 0,
  blur: 0,
  perspective: 0,
  noise: 0,
  contrast: 210,
  cropped: -0.08,
  glare: 0,
};

interface Modules {
  columns: number;
  rows: number;
  isDark: (column: number, row: number) => boolean;
}

/** Issuers print rows three modules high. */
const ROW_MODULES = 3;

export function drawBarcode(text: string, random: Random): Modules {
  const columns = 10 + random.below(5);
  const level = 4 + random.below(2);
  const [symbol] = bwipjs.raw('pdf417', text, `columns=${columns} eclevel=${level}`);
  if (!symbol || !('pixs' in symbol)) throw new Error('bwip-js drew no matrix');
  const { pixs, pixx } = symbol;
  return {
    columns: pixx,
    rows: (pixs.length / pixx) * ROW_MODULES,
    isDark: (column, row) => pixs[Math.floor(row / ROW_MODULES) * pixx + column] === 1,
  };
}

const LIGHT = 238;
const TABLE = 150;

export function photograph(modules: Modules, damage: Damage, random: Random): Picture {
  const { modulePixels, cropped } = damage;
  const angle = (damage.degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const [codeWide, codeHigh] = [modules.columns * modulePixels, modules.rows * modulePixels];
  const margin = Math.max(0, -cropped) * codeWide;
  const [cardWide, cardHigh] = [codeWide + 2 * margin, codeHigh + 2 * margin];
  const width = Math.round(
    cardWide * Math.abs(cosine) + cardHigh * Math.abs(sine) - Math.max(0, cropped) * codeWide,
  );
  const height = Math.round(cardWide * Math.abs(sine) + cardHigh * Math.abs(cosine));
  const glareAt = random.between(0.15, 0.85) * modules.columns;
  const light = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (const [right, down] of SAMPLES) {
        const [fromX, fromY] = [x + right - width / 2, y + down - height / 2];
        const across = fromX * cosine + fromY * sine;
        const along = fromY * cosine - fromX * sine;
        const far = 1 + damage.perspective * (along / cardHigh);
        const column = (across * far) / modulePixels + modules.columns / 2;
        const row = (along * far) / modulePixels + modules.rows / 2;
        sum += lightAt(modules, column, row, margin / modulePixels, damage, glareAt);
      }
      light[y * width + x] = sum / SAMPLES.length;
    }
  }
  const blurred = blur(light, width, height, damage.blur * modulePixels);
  return { width, height, data: developPicture(blurred, damage.noise, random) };
}

const SAMPLES = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const;

function lightAt(
  { columns, rows, isDark }: Modules,
  column: number,
  row: number,
  margin: number,
  { contrast, glare }: Damage,
  glareAt: number,
): number {
  if (column < -margin || row < -margin || column > columns + margin || row > rows + margin) {
    return TABLE;
  }
  const inside = column >= 0 && row >= 0 && column < columns && row < rows;
  const dark = inside && isDark(Math.floor(column), Math.floor(row));
  const value = dark ? LIGHT - contrast : LIGHT;
  // A slanted band in which dark fades to light.
  const fromGlare = Math.abs(column + row * 0.4 - glareAt) / columns;
  return fromGlare < glare / 2 ? value + (LIGHT - value) * 0.9 : value;
}

function blur(light: Float32Array, width: number, height: number, sigma: number): Float32Array {
  if (sigma === 0) return light;
  const reach = Math.ceil(sigma * 3);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, index) =>
    Math.exp(-((index - reach) ** 2) / (2 * sigma ** 2)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const pass = (from: Float32Array, step: number, length: number, place: (i: number) => number) => {
    const into = new Float32Array(from.length);
    for (let index = 0; index < from.length; index += 1) {
      const at = place(index);
      let sum = 0;
      for (let k = -reach; k <= reach; k += 1) {
        const shift = Math.min(length - 1, Math.max(0, at + k)) - at;
        sum += from[index + shift * step]! * weights[k + reach]!;
      }
      into[index] = sum / total;
    }
    return into;
  };
  const across = pass(light, 1, width, (index) => index % width);
  return pass(across, width, height, (index) => Math.floor(index / width));
}

function developPicture(
  light: Float32Array,
  noise: number,
  random: Random,
): Uint8ClampedArray<ArrayBuffer> {
  const colors = new Uint8ClampedArray(light.length * 4).fill(255);
  for (let index = 0; index < light.length; index += 1) {
    // The sum of three uniform numbers approximates a normal distribution.
    const dice = noise === 0 ? 0 : (random.next() + random.next() + random.next() - 1.5) * 2;
    const value = light[index]! + dice * noise;
    colors[index * 4] = value;
    colors[index * 4 + 1] = value;
    colors[index * 4 + 2] = value;
  }
  return colors;
}
