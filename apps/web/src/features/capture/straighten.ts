/** Straightens a page that was photographed at an angle, as if the camera were directly above it. */
import { distance, type Quad } from './quad.ts';

interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

type Projection = readonly [number, number, number, number, number, number, number, number];

/**
 * The projection that maps the rectangle onto the quad. Gaussian elimination solves for eight coefficients; the ninth
 * is 1.
 */
function projection(quad: Quad, width: number, height: number): Projection {
  const corners = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ] as const;
  const rows: number[][] = [];
  quad.forEach(({ x: u, y: v }, index) => {
    const [x, y] = corners[index]!;
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  });
  for (let i = 0; i < 8; i += 1) {
    let pivot = i;
    for (let r = i + 1; r < 8; r += 1) {
      if (Math.abs(rows[r]![i]!) > Math.abs(rows[pivot]![i]!)) pivot = r;
    }
    [rows[i], rows[pivot]] = [rows[pivot]!, rows[i]!];
    for (let r = 0; r < 8; r += 1) {
      if (r === i) continue;
      const factor = rows[r]![i]! / rows[i]![i]!;
      for (let c = i; c <= 8; c += 1) rows[r]![c]! -= factor * rows[i]![c]!;
    }
  }
  return rows.map((row, index) => row[8]! / row[index]!) as unknown as Projection;
}

/**
 * The size of the straightened page: the longer side of each pair of opposite sides, scaled down to at most `longest`
 * pixels.
 */
export function sizeOfPage(
  [topLeft, topRight, bottomRight, bottomLeft]: Quad,
  longest: number,
): { width: number; height: number } {
  const width = Math.max(distance(topLeft, topRight), distance(bottomLeft, bottomRight), 1);
  const height = Math.max(distance(topLeft, bottomLeft), distance(topRight, bottomRight), 1);
  const scale = Math.min(1, longest / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** Uses bilinear interpolation. The quad is in pixels of the photo. */
export function straighten(
  photo: Pixels,
  quad: Quad,
  { width, height }: { width: number; height: number },
): Uint8ClampedArray<ArrayBuffer> {
  const [a, b, c, d, e, f, g, h] = projection(quad, width, height);
  const out = new Uint8ClampedArray(width * height * 4);
  const { data, width: stride } = photo;
  const [lastX, lastY] = [photo.width - 2, photo.height - 2];
  let k = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, k += 4) {
      const depth = g * x + h * y + 1;
      const u = Math.min(lastX, Math.max(0, (a * x + b * y + c) / depth));
      const v = Math.min(lastY, Math.max(0, (d * x + e * y + f) / depth));
      const [left, above] = [Math.floor(u), Math.floor(v)];
      const [right, below] = [u - left, v - above];
      const i = (above * stride + left) * 4;
      const j = i + stride * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        const top = data[i + channel]! * (1 - right) + data[i + 4 + channel]! * right;
        const bottom = data[j + channel]! * (1 - right) + data[j + 4 + channel]! * right;
        out[k + channel] = top * (1 - below) + bottom * below;
      }
      out[k + 3] = 255;
    }
  }
  return out;
}
