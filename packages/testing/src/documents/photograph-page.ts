/** Turns a drawn page into a scan or a phone photo: rotated, in perspective, shaded and noisy, in grayscale. */
import type { Random } from '../random.ts';

export interface GrayPicture {
  readonly width: number;
  readonly height: number;
  readonly light: Uint8Array;
}

export function readPgm(bytes: Buffer): GrayPicture {
  const [header, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(
    bytes.subarray(0, 64).toString('latin1'),
  )!;
  return { width: Number(width), height: Number(height), light: bytes.subarray(header.length) };
}

export const writePgm = ({ width, height, light }: GrayPicture): Buffer =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), light]);

/** The brightness between four pixels. */
function lightAt({ width, height, light }: GrayPicture, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return -1;
  const at = top * width + left;
  const [across, down] = [x - left, y - top];
  const above = light[at]! * (1 - across) + light[at + 1]! * across;
  const below = light[at + width]! * (1 - across) + light[at + width + 1]! * across;
  return above * (1 - down) + below * down;
}

/** `place` maps a point of the picture to a point of the page. */
function drawPage(
  page: GrayPicture,
  place: (x: number, y: number) => readonly [number, number],
  finish: (light: number, x: number, y: number) => number,
): GrayPicture {
  const { width, height } = page;
  const light = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [fromX, fromY] = place(x, y);
      const brightness = finish(lightAt(page, fromX, fromY), x, y);
      light[y * width + x] = Math.max(0, Math.min(255, brightness));
    }
  }
  return { width, height, light };
}

export function scanPage(page: GrayPicture, random: Random): GrayPicture {
  const angle = (random.between(-1.2, 1.2) * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const [midX, midY] = [page.width / 2, page.height / 2];
  const noise = random.between(4, 14);
  return drawPage(
    page,
    (x, y) => [
      midX + (x - midX) * cosine + (y - midY) * sine,
      midY + (y - midY) * cosine - (x - midX) * sine,
    ],
    (light) => (light < 0 ? 238 : 18 + light * 0.9) + (random.next() - 0.5) * 2 * noise,
  );
}

/** The page fills most of the picture, as in a phone photo. */
export function photographPage(page: GrayPicture, random: Random): GrayPicture {
  const { width, height } = page;
  const angle = (random.between(-2, 2) * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  /** The far edge appears shorter. */
  const lean = random.between(-0.09, 0.09);
  const margin = random.between(1.03, 1.09);
  const noise = random.between(4, 12);
  const shadeAt = random.between(0, Math.PI * 2);
  const shade = random.between(0.12, 0.34);
  return drawPage(
    page,
    (x, y) => {
      const [right, down] = [(x - width / 2) * margin, (y - height / 2) * margin];
      const far = 1 + lean * (down / height);
      const [across, along] = [right * far, down * (1 + lean * (down / height) * 0.5)];
      return [
        width / 2 + across * cosine + along * sine,
        height / 2 + along * cosine - across * sine,
      ];
    },
    (light, x, y) => {
      const toward =
        0.5 +
        0.5 * ((x / width - 0.5) * Math.cos(shadeAt) + (y / height - 0.5) * Math.sin(shadeAt));
      const lit = light < 0 ? 150 : 24 + light * 0.86;
      return lit * (1 - shade * toward) + (random.next() - 0.5) * 2 * noise;
    },
  );
}
