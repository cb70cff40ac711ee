import { ONE_DOT } from '@cairn/testing';
import { expect, test } from 'vitest';
import { pictureType } from './picture.ts';

/** The frame header of a JPEG, from which its size can be read. */
function jpeg(width: number, height: number, marker = 0xc0): Buffer {
  const frame = Buffer.from([0xff, marker, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const table = Buffer.from([0xff, 0xc4, 0, 4, 0, 0]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    Buffer.from([0xff, 0xe0, 0, 4, 0, 0]),
    table,
    frame,
    Buffer.from([0xff, 0xd9]),
  ]);
}

test('a square JPEG or PNG is a picture, by its bytes', () => {
  expect(pictureType(ONE_DOT)).toBe('image/png');
  expect(pictureType(jpeg(256, 256))).toBe('image/jpeg');
  expect(pictureType(jpeg(256, 256, 0xc2))).toBe('image/jpeg');
});

test('a file of another type is no picture, whatever its name is', () => {
  const wide = Buffer.from(ONE_DOT);
  wide.writeUInt32BE(2, 16);
  const huge = Buffer.from(ONE_DOT);
  huge.writeUInt32BE(60_000, 16);
  huge.writeUInt32BE(60_000, 20);
  const others = [
    Buffer.alloc(0),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    Buffer.from('GIF89a\u0001\u0000\u0001\u0000 and some more bytes for length'),
    Buffer.from('%PDF-1.7 and some more bytes, for the length of it, %%EOF'),
    wide,
    huge,
    jpeg(256, 255),
    jpeg(4000, 4000),
    Buffer.concat([ONE_DOT, Buffer.from('<script>alert(1)</script>')]),
    Buffer.concat([jpeg(256, 256), Buffer.from('PK\u0003\u0004')]),
    ONE_DOT.subarray(0, 40),
    Buffer.concat([Buffer.from([0xff, 0xd8, 0x00]), Buffer.alloc(40), Buffer.from([0xff, 0xd9])]),
    Buffer.concat([ONE_DOT.subarray(0, -12), Buffer.alloc(300_000), ONE_DOT.subarray(-12)]),
  ];
  for (const bytes of others) expect(pictureType(bytes)).toBeUndefined();
});

test('a JPEG segment without a length ends the search', () => {
  const endless = Buffer.alloc(4000, 0);
  for (let at = 2; at < 3998; at += 2) endless.writeUInt16BE(0xffe0, at);
  endless.writeUInt16BE(0xffd8, 0);
  endless.writeUInt16BE(0xffd9, 3998);
  expect(pictureType(endless)).toBeUndefined();
});
