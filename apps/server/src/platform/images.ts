/**
 * Determines what a picture is from its bytes, never from its name or the declared type. The structure is parsed from
 * start to end, so that nothing can hide behind or inside the picture.
 */
export interface Picture {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

/** Undefined unless the bytes are exactly one whole PNG, JPEG or WebP. */
export function pictureIn(bytes: Buffer): Picture | undefined {
  try {
    return pngIn(bytes) ?? jpegIn(bytes) ?? webpIn(bytes);
  } catch (error) {
    // A length that points beyond the end of the file.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function pngIn(bytes: Buffer): Picture | undefined {
  if (!bytes.subarray(0, 8).equals(PNG)) return undefined;
  let at = 8;
  const names: string[] = [];
  while (at < bytes.length) {
    const length = bytes.readUInt32BE(at);
    names.push(bytes.toString('latin1', at + 4, at + 8));
    at += 12 + length;
    if (names.at(-1) === 'IEND') break;
  }
  const whole = names[0] === 'IHDR' && names.includes('IDAT') && names.at(-1) === 'IEND';
  if (!whole || at !== bytes.length) return undefined;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Start-of-frame markers, whose segments carry the size. The four others in this range are tables and extensions. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpegIn(bytes: Buffer): Picture | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let size: { width: number; height: number } | undefined;
  let at = 2;
  while (at < bytes.length) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xd9) {
      const ends = at + 2 === bytes.length;
      return ends && size ? { type: 'image/jpeg', ...size } : undefined;
    }
    if (isFrame(marker)) {
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
    if (marker === 0xda) at = nextMarker(bytes, at);
  }
  return undefined;
}

/** Within picture data, 0xFF is followed by a zero or a restart marker; otherwise it starts a segment. */
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length - 1; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1]!;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

function webpIn(bytes: Buffer): Picture | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') {
    return undefined;
  }
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return undefined;
  let at = 12;
  while (at < bytes.length) at += 8 + bytes.readUInt32LE(at + 4) + (bytes.readUInt32LE(at + 4) % 2);
  const size = at === bytes.length ? webpSize(bytes) : undefined;
  return size && { type: 'image/webp', ...size };
}

function webpSize(bytes: Buffer): { width: number; height: number } | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return undefined;
  }
}
