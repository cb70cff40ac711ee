import { makePng } from '@cairn/testing/png';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pictureIn } from './images.ts';

const png = makePng(40, 30);

const segment = (marker: number, data: number[]): number[] => [
  0xff,
  marker,
  (data.length + 2) >> 8,
  (data.length + 2) & 0xff,
  ...data,
];
const jpeg = Buffer.from([
  ...[0xff, 0xd8],
  ...segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0]),
  ...segment(0xc0, [8, 0, 30, 0, 40, 1, 1, 0x11, 0]),
  ...segment(0xda, [1, 1, 0, 0, 63, 0]),
  ...[0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56],
  ...[0xff, 0xd9],
]);

function webp(kind: string, data: number[]): Buffer {
  const body = Buffer.from([...data, ...(data.length % 2 ? [0] : [])]);
  const head = Buffer.alloc(20);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(12 + body.length, 4);
  head.write(`WEBP${kind}`, 8, 'latin1');
  head.writeUInt32LE(data.length, 16);
  return Buffer.concat([head, body]);
}
const lossy = webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 40, 0, 30, 0]);
const lossless = webp(
  'VP8L',
  [0x2f, 39 | (29 << 14), (29 << 6) >> 0, 0, 0].map((n) => n & 0xff),
);
const extended = webp('VP8X', [0, 0, 0, 0, 39, 0, 0, 29, 0, 0]);

describe('a picture is known by its bytes', () => {
  test('PNG, JPEG and the three kinds of WebP, with their size', () => {
    const size = { width: 40, height: 30 };
    expect(pictureIn(png)).toEqual({ type: 'image/png', ...size });
    expect(pictureIn(jpeg)).toEqual({ type: 'image/jpeg', ...size });
    expect(pictureIn(lossy)).toEqual({ type: 'image/webp', ...size });
    expect(pictureIn(extended)).toEqual({ type: 'image/webp', ...size });
    expect(pictureIn(lossless)).toMatchObject({ type: 'image/webp', width: 40 });
  });

  test('nothing may follow it, or be missing from it', () => {
    for (const whole of [png, jpeg, lossy, lossless, extended]) {
      expect(pictureIn(Buffer.concat([whole, Buffer.from('<script>')]))).toBeUndefined();
      expect(pictureIn(whole.subarray(0, -1))).toBeUndefined();
    }
  });

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['GIF', 'GIF89a\x01\x00\x01\x00'],
    ['PDF', '%PDF-1.7\n'],
    ['a name only', '\x89PNG\r\n\x1a\n<script>alert(1)</script>'],
    ['nothing', ''],
  ])('%s is none', (_, content) => {
    expect(pictureIn(Buffer.from(content, 'latin1'))).toBeUndefined();
  });

  test('whatever comes, it is read to an end', () => {
    const starts = [png, jpeg, lossy, extended].map((whole) => whole.subarray(0, 12));
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 64 }), (start, rest) => {
        pictureIn(Buffer.concat([start, rest]));
        pictureIn(Buffer.from(rest));
      }),
      { numRuns: 2000 },
    );
  });
});
