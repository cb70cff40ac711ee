/**
 * Checks an avatar by its bytes. Our pages crop and encode pictures, but a caller may send anything: accepted are
 * only the two simple formats, square, of limited size, with nothing after their end.
 */
import { AVATAR_MAX_BYTES, AVATAR_MAX_PIXELS } from '@cairn/contract';

export type PictureType = 'image/jpeg' | 'image/png';

/** Returns the type, or undefined if the bytes are not such a picture. */
export function pictureType(bytes: Buffer): PictureType | undefined {
  if (bytes.length > AVATAR_MAX_BYTES) return undefined;
  if (isSquare(pngSize(bytes))) return 'image/png';
  if (isSquare(jpegSize(bytes))) return 'image/jpeg';
  return undefined;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const isSquare = (size: Size | undefined): boolean =>
  size !== undefined &&
  size.width === size.height &&
  size.width >= 1 &&
  size.width <= AVATAR_MAX_PIXELS;

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');

function pngSize(bytes: Buffer): Size | undefined {
  const whole = bytes.length > 57 && bytes.subarray(0, 8).equals(PNG);
  if (!whole || !bytes.subarray(-12).equals(PNG_END)) return undefined;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Markers of frames that contain the picture's size. C4, C8 and CC are tables in that range. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpegSize(bytes: Buffer): Size | undefined {
  const whole = bytes.length > 20 && bytes.readUInt16BE(0) === 0xffd8;
  if (!whole || bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return undefined;
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1]!;
    if (isFrame(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
