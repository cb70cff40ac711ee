/**
 * Pictures for the barcode reader, which finds a PDF417 code only within about two degrees of horizontal: a photo is
 * rotated in steps until a code is found. Uses no browser API, so that tests run the same code.
 */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** RGBA. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

interface GrayPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const STEP_DEGREES = 3;
const MAX_DEGREES = 45;

/** 0, 3, -3, 6, -6 … 45, -45: with the quarter turns that the reader tries itself, these cover all angles. */
export const ANGLES: readonly number[] = [
  0,
  ...Array.from({ length: MAX_DEGREES / STEP_DEGREES }, (_, index) => {
    const degrees = (index + 1) * STEP_DEGREES;
    return [degrees, -degrees];
  }).flat(),
];

/** Options for zxing-wasm. Plain text mode, because by default it writes "<LF>" for a line feed. */
export const BARCODE_OPTIONS = {
  formats: ['PDF417'],
  tryHarder: true,
  tryInvert: false,
  maxNumberOfSymbols: 1,
  textMode: 'Plain',
} satisfies Record<string, unknown> as {
  formats: ['PDF417'];
  tryHarder: boolean;
  tryInvert: boolean;
  maxNumberOfSymbols: number;
  textMode: 'Plain';
};

/** Reads one picture without rotating it; undefined if it has no barcode. */
export type ReadPicture = (picture: Picture) => Promise<string | undefined>;

/** The result of the first angle whose text `accept` accepts; a text that it refuses was misread. */
export async function readAtAngles<Accepted>(
  picture: Picture,
  read: ReadPicture,
  accept: (text: string) => Accepted | undefined,
  angles: readonly number[] = ANGLES,
): Promise<Accepted | undefined> {
  const gray = toGray(picture);
  for (const degrees of angles) {
    const text = await read(degrees === 0 ? picture : toPicture(turn(gray, degrees)));
    const accepted = text === undefined ? undefined : accept(text);
    if (accepted !== undefined) return accepted;
  }
  return undefined;
}

function toGray({ width, height, data }: Picture): GrayPicture {
  const gray = new Uint8Array(width * height);
  for (let index = 0; index < gray.length; index += 1) {
    const at = index * 4;
    gray[index] = (data[at]! * 77 + data[at + 1]! * 150 + data[at + 2]! * 29) >> 8;
  }
  return { width, height, data: gray };
}

/**
 * Writes one 32-bit value per pixel, in the little-endian order of every machine that runs a browser: red in the lowest
 * byte, alpha in the highest.
 */
function toPicture({ width, height, data }: GrayPicture): Picture {
  const pixels = new Uint32Array(width * height);
  for (let index = 0; index < data.length; index += 1) {
    pixels[index] = 0xff00_0000 | (data[index]! * 0x01_0101);
  }
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) };
}

/** Rotates the picture around its center; the frame is enlarged to hold the corners, and the added area is light. */
function turn({ width, height, data }: GrayPicture, degrees: number): GrayPicture {
  const sine = Math.sin((degrees * Math.PI) / 180);
  const cosine = Math.cos((degrees * Math.PI) / 180);
  const wide = Math.ceil(width * Math.abs(cosine) + height * Math.abs(sine));
  const high = Math.ceil(width * Math.abs(sine) + height * Math.abs(cosine));
  const turned = new Uint8Array(wide * high).fill(OUTSIDE);
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      const fromX = (x - wide / 2) * cosine + (y - high / 2) * sine + width / 2;
      const fromY = (y - high / 2) * cosine - (x - wide / 2) * sine + height / 2;
      const left = Math.floor(fromX);
      const top = Math.floor(fromY);
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue;
      const [right, down] = [fromX - left, fromY - top];
      const at = top * width + left;
      const upper = data[at]! * (1 - right) + data[at + 1]! * right;
      const lower = data[at + width]! * (1 - right) + data[at + width + 1]! * right;
      turned[y * wide + x] = upper * (1 - down) + lower * down;
    }
  }
  return { width: wide, height: high, data: turned };
}

const OUTSIDE = 221;
