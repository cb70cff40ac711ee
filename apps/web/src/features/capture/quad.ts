export interface Point {
  readonly x: number;
  readonly y: number;
}
/** The corners of a page in its photo: top left, top right, bottom right, bottom left. */
export type Quad = readonly [Point, Point, Point, Point];

/** Number of clockwise quarter turns. */
export type Turns = 0 | 1 | 2 | 3;

/** Coordinates are fractions of the photo's width and height, so that they apply to the photo at any size. */
export const WHOLE_PHOTO: Quad = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

export const turnBy = (turns: Turns, by: number): Turns => ((((turns + by) % 4) + 4) % 4) as Turns;

const turnPoint = ({ x, y }: Point, turns: Turns): Point => {
  if (turns === 1) return { x: 1 - y, y: x };
  if (turns === 2) return { x: 1 - x, y: 1 - y };
  return turns === 3 ? { x: y, y: 1 - x } : { x, y };
};

/** Returns the corners in the rotated photo, starting at its top left. */
export function turnQuad(quad: Quad, turns: Turns): Quad {
  const at = (index: number) => turnPoint(quad[(index - turns + 4) % 4]!, turns);
  return [at(0), at(1), at(2), at(3)];
}

export const scaleQuad = (quad: Quad, width: number, height: number): Quad =>
  quad.map(({ x, y }) => ({ x: x * width, y: y * height })) as unknown as Quad;

export const distance = (one: Point, other: Point): number =>
  Math.hypot(one.x - other.x, one.y - other.y);

export function areaOf(quad: Quad): number {
  const twice = quad.reduce((sum, { x, y }, index) => {
    const next = quad[(index + 1) % 4]!;
    return sum + x * next.y - next.x * y;
  }, 0);
  return Math.abs(twice) / 2;
}

/** True if no corner lies inside the triangle of the other three and no sides cross. */
export function isConvex(quad: Quad): boolean {
  return quad.every((corner, index) => {
    const next = quad[(index + 1) % 4]!;
    const after = quad[(index + 2) % 4]!;
    return (
      (next.x - corner.x) * (after.y - next.y) - (next.y - corner.y) * (after.x - next.x) > 1e-6
    );
  });
}
