import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findPage, type GrayImage } from './findPage.ts';
import { pdfOfJpegs } from './jpegPdf.ts';
import { isConvex, type Quad, scaleQuad, turnBy, turnQuad, WHOLE_PHOTO } from './quad.ts';
import { blurOf, isBlurred } from './sharpness.ts';
import { sizeOfPage, straighten } from './straighten.ts';

const SHEET: Quad = [
  { x: 0.16, y: 0.12 },
  { x: 0.86, y: 0.15 },
  { x: 0.92, y: 0.88 },
  { x: 0.08, y: 0.9 },
];

const isInside = (quad: Quad, x: number, y: number): boolean =>
  quad.every((corner, index) => {
    const next = quad[(index + 1) % 4]!;
    return (next.x - corner.x) * (y - corner.y) - (next.y - corner.y) * (x - corner.x) >= 0;
  });

/** A light sheet with lines of text on a dark, slightly grainy table. */
function photoOf(sheet: Quad | null, width = 360, height = 480): GrayImage {
  const data = new Float32Array(width * height);
  const quad = sheet && scaleQuad(sheet, width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const grain = (x * 7919 + y * 104_729) % 13;
      const isText = x > width * 0.25 && x < width * 0.7 && y % 16 < 4 && x % 7 < 5;
      const paper = isText && y > height * 0.25 && y < height * 0.8 ? 60 : 225;
      data[y * width + x] = (quad && isInside(quad, x, y) ? paper : 70) + grain;
    }
  }
  return { data, width, height };
}

it('finds the corners of a sheet that was photographed at an angle', () => {
  const quad = findPage(photoOf(SHEET));
  expect(quad).not.toBeNull();
  quad!.forEach(({ x, y }, index) => {
    expect(Math.hypot(x - SHEET[index]!.x, y - SHEET[index]!.y)).toBeLessThan(0.015);
  });
});

it('finds no page on an empty table', () => {
  expect(findPage(photoOf(null))).toBeNull();
});

it('turns the corners with the photo, and back', () => {
  const once = turnQuad(SHEET, 1);
  expect(once[0]).toEqual({ x: 1 - SHEET[3].y, y: SHEET[3].x });
  expect(isConvex(once)).toBe(true);
  const back = turnQuad(once, turnBy(0, -1));
  back.forEach(({ x, y }, index) => {
    expect(x).toBeCloseTo(SHEET[index]!.x);
    expect(y).toBeCloseTo(SHEET[index]!.y);
  });
  expect(turnQuad(WHOLE_PHOTO, 2)).toEqual(WHOLE_PHOTO);
});

it('straightens the page: each corner of the result shows that corner of the sheet', () => {
  const [width, height] = [300, 400];
  const data = new Uint8ClampedArray(width * height * 4).fill(10);
  const quad = scaleQuad(SHEET, width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isInside(quad, x, y)) continue;
      const red = x < width / 2 ? 200 : 100;
      data.set([red, y < height / 2 ? 200 : 100, 50, 255], (y * width + x) * 4);
    }
  }
  const size = sizeOfPage(quad, 200);
  expect(Math.max(size.width, size.height)).toBe(200);
  const page = straighten({ data, width, height }, quad, size);
  const at = (x: number, y: number) => [...page.subarray((y * size.width + x) * 4).subarray(0, 3)];
  const [right, bottom] = [size.width - 6, size.height - 6];
  expect(at(5, 5)).toEqual([200, 200, 50]);
  expect(at(right, 5)).toEqual([100, 200, 50]);
  expect(at(right, bottom)).toEqual([100, 100, 50]);
  expect(at(5, bottom)).toEqual([200, 100, 50]);
});

function blurred(image: GrayImage, times: number): GrayImage {
  let { data } = image;
  for (let n = 0; n < times; n += 1) {
    const next = Float32Array.from(data);
    for (let i = image.width + 1; i < data.length - image.width - 1; i += 1) {
      next[i] =
        (data[i - 1]! + data[i + 1]! + data[i - image.width]! + data[i + image.width]! + data[i]!) /
        5;
    }
    data = next;
  }
  return { ...image, data };
}

it('tells a blurred page from a sharp one, and an empty one is not blurred', () => {
  const sharp = photoOf(WHOLE_PHOTO);
  expect(isBlurred(sharp), String(blurOf(sharp))).toBe(false);
  const soft = blurred(sharp, 40);
  expect(isBlurred(soft), String(blurOf(soft))).toBe(true);
  expect(isBlurred({ data: new Float32Array(10_000).fill(240), width: 100, height: 100 })).toBe(
    false,
  );
});

it('makes a PDF that other programs read, one page for each picture and nothing else in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-pdf-'));
  try {
    const jpeg = (name: string, size: string) => {
      execFileSync('gm', ['convert', '-size', size, 'xc:white', join(folder, name)]);
      return new Uint8Array(readFileSync(join(folder, name)));
    };
    const pdf = pdfOfJpegs([
      { bytes: jpeg('a.jpg', '300x400'), width: 300, height: 400 },
      { bytes: jpeg('b.jpg', '400x300'), width: 400, height: 300 },
    ]);
    const path = join(folder, 'pages.pdf');
    writeFileSync(path, new Uint8Array(await pdf.arrayBuffer()));
    expect(execFileSync('qpdf', ['--check', path]).toString()).toContain('No syntax or stream');
    const info = execFileSync('pdfinfo', ['-l', '2', path]).toString();
    expect(info).toMatch(/Pages:\s+2/);
    expect(info).toMatch(/Page\s+1 size:\s+612 x 816 pts/);
    expect(info).toMatch(/Page\s+2 size:\s+816 x 612 pts/);
    expect(info).not.toMatch(/Producer|CreationDate|Title/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
