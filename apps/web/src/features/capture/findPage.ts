/**
 * Finds a sheet of paper in a photo: detects edges, finds straight lines through them (Hough transform), and picks the
 * four lines whose sides are best covered by edges. Works on a small grayscale copy, so that a phone needs only a
 * fraction of a second.
 */
import { areaOf, type Point, type Quad } from './quad.ts';

export interface GrayImage {
  readonly data: Float32Array;
  readonly width: number;
  readonly height: number;
}

interface Line {
  readonly votes: number;
  readonly angle: number;
  /** Distance from the origin, measured perpendicular to the line. */
  readonly offset: number;
}

/** Length in pixels of the longer side of the copy that is analyzed. */
export const FIND_AT_PX = 480;
const ANGLES = 180;
/** Tolerance in degrees for the direction of an edge. */
const ANGLE_SLACK = 4;
const EDGE_SHARE = 0.12;
const WEAKEST_EDGE = 12;
const MAX_LINES = 14;
const SMALLEST_PAGE = 0.2;
/** The minimum share of each side that must lie on an edge. */
const LEAST_SUPPORT = 0.5;
const SAMPLES = 40;

const COS = Float32Array.from({ length: ANGLES }, (_, k) => Math.cos((k * Math.PI) / ANGLES));
const SIN = Float32Array.from({ length: ANGLES }, (_, k) => Math.sin((k * Math.PI) / ANGLES));

export function grayOf({ data, width, height }: ImageData): GrayImage {
  const gray = new Float32Array(width * height);
  for (let i = 0, j = 0; i < gray.length; i += 1, j += 4) {
    gray[i] = 0.299 * data[j]! + 0.587 * data[j + 1]! + 0.114 * data[j + 2]!;
  }
  return { data: gray, width, height };
}

function smooth({ data, width, height }: GrayImage): GrayImage {
  const across = new Float32Array(data.length);
  const both = new Float32Array(data.length);
  for (let i = 0; i < data.length; i += 1) {
    const x = i % width;
    across[i] = (data[x > 0 ? i - 1 : i]! + 2 * data[i]! + data[x < width - 1 ? i + 1 : i]!) / 4;
  }
  for (let i = 0; i < data.length; i += 1) {
    const above = i >= width ? i - width : i;
    const below = i + width < data.length ? i + width : i;
    both[i] = (across[above]! + 2 * across[i]! + across[below]!) / 4;
  }
  return { data: both, width, height };
}

interface Edges {
  readonly isEdge: Uint8Array;
  readonly angle: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** Computes Sobel gradients and keeps only the strongest pixel across each edge. */
function edgesOf(image: GrayImage): Edges {
  const { data, width, height } = smooth(smooth(image));
  const strength = new Float32Array(data.length);
  const angle = new Float32Array(data.length);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const i = y * width + x;
      const right = data[i - width + 1]! + 2 * data[i + 1]! + data[i + width + 1]!;
      const left = data[i - width - 1]! + 2 * data[i - 1]! + data[i + width - 1]!;
      const below = data[i + width - 1]! + 2 * data[i + width]! + data[i + width + 1]!;
      const above = data[i - width - 1]! + 2 * data[i - width]! + data[i - width + 1]!;
      strength[i] = Math.hypot(right - left, below - above);
      angle[i] = Math.atan2(below - above, right - left);
    }
  }
  const ranked = strength.toSorted();
  const weakest = Math.max(WEAKEST_EDGE, ranked[Math.floor(ranked.length * (1 - EDGE_SHARE))]!);
  const isEdge = new Uint8Array(data.length);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const i = y * width + x;
      if (strength[i]! < weakest) continue;
      const step = Math.round(Math.sin(angle[i]!)) * width + Math.round(Math.cos(angle[i]!));
      if (strength[i]! >= strength[i + step]! && strength[i]! >= strength[i - step]!) isEdge[i] = 1;
    }
  }
  return { isEdge, angle, width, height };
}

function votesOf({ isEdge, angle, width, height }: Edges): { votes: Uint16Array; reach: number } {
  const reach = Math.ceil(Math.hypot(width, height));
  const votes = new Uint16Array(ANGLES * 2 * reach);
  for (let i = 0; i < isEdge.length; i += 1) {
    if (!isEdge[i]) continue;
    const x = i % width;
    const y = Math.floor(i / width);
    const middle = Math.round((((angle[i]! + Math.PI) % Math.PI) * ANGLES) / Math.PI);
    for (let by = -ANGLE_SLACK; by <= ANGLE_SLACK; by += 1) {
      const k = (middle + by + ANGLES) % ANGLES;
      const offset = Math.round(x * COS[k]! + y * SIN[k]!) + reach;
      votes[k * 2 * reach + offset]! += 1;
    }
  }
  return { votes, reach };
}

const isSameLine = (one: Line, other: Line, width: number): boolean => {
  const apart = Math.abs(one.angle - other.angle);
  const turned = apart > ANGLES / 2;
  const offset = turned ? -other.offset : other.offset;
  return (turned ? ANGLES - apart : apart) < 8 && Math.abs(one.offset - offset) < width * 0.03;
};

function linesOf(edges: Edges): { upright: Line[]; level: Line[] } {
  const { votes, reach } = votesOf(edges);
  const all: Line[] = [];
  for (let i = 0; i < votes.length; i += 1) {
    if (votes[i]! <= edges.width * 0.08) continue;
    const angle = Math.floor(i / (2 * reach));
    all.push({ votes: votes[i]!, angle, offset: (i % (2 * reach)) - reach });
  }
  all.sort((one, other) => other.votes - one.votes);
  const strongest = (fits: (angle: number) => boolean): Line[] => {
    const lines: Line[] = [];
    for (const line of all) {
      if (lines.length >= MAX_LINES) break;
      if (fits(line.angle) && !lines.some((other) => isSameLine(other, line, edges.width))) {
        lines.push(line);
      }
    }
    return lines;
  };
  return {
    upright: strongest((angle) => angle < 35 || angle > 145),
    level: strongest((angle) => angle > 55 && angle < 125),
  };
}

function intersectionOf(one: Line, other: Line): Point {
  const det = COS[one.angle]! * SIN[other.angle]! - COS[other.angle]! * SIN[one.angle]!;
  return {
    x: (one.offset * SIN[other.angle]! - other.offset * SIN[one.angle]!) / det,
    y: (other.offset * COS[one.angle]! - one.offset * COS[other.angle]!) / det,
  };
}

function isNearEdge({ isEdge, width, height }: Edges, x: number, y: number): boolean {
  for (let v = Math.max(1, y - 2); v <= Math.min(height - 2, y + 2); v += 1) {
    for (let u = Math.max(1, x - 2); u <= Math.min(width - 2, x + 2); u += 1) {
      if (isEdge[v * width + u]) return true;
    }
  }
  return false;
}

/** The share of a side, from 0 to 1, that lies on an edge. */
function supportOf(edges: Edges, from: Point, to: Point): number {
  let hits = 0;
  for (let i = 0; i < SAMPLES; i += 1) {
    const part = (i + 0.5) / SAMPLES;
    const x = Math.round(from.x + (to.x - from.x) * part);
    const y = Math.round(from.y + (to.y - from.y) * part);
    if (isNearEdge(edges, x, y)) hits += 1;
  }
  return hits / SAMPLES;
}

/** A corner may lie slightly outside the photo, where the camera cut it off. */
const isInReach = ({ x, y }: Point, { width, height }: Edges): boolean =>
  x > -width * 0.05 && y > -height * 0.05 && x < width * 1.05 && y < height * 1.05;

function scoreOf(edges: Edges, quad: Quad): number {
  const [topLeft, topRight, bottomRight, bottomLeft] = quad;
  if (!quad.every((corner) => isInReach(corner, edges))) return 0;
  if (topLeft.x >= topRight.x || bottomLeft.x >= bottomRight.x) return 0;
  if (topLeft.y >= bottomLeft.y || topRight.y >= bottomRight.y) return 0;
  const share = areaOf(quad) / (edges.width * edges.height);
  if (share < SMALLEST_PAGE) return 0;
  let sum = 0;
  for (let i = 0; i < 4; i += 1) {
    const support = supportOf(edges, quad[i]!, quad[(i + 1) % 4]!);
    if (support < LEAST_SUPPORT) return 0;
    sum += support;
  }
  return sum * share ** 0.25;
}

const within = (value: number): number => Math.min(1, Math.max(0, value));

/** Coordinates are fractions of the photo's width and height. Returns null if no page is found. */
export function findPage(image: GrayImage): Quad | null {
  const edges = edgesOf(image);
  const { upright, level } = linesOf(edges);
  let best: Quad | null = null;
  let bestScore = 0;
  for (const left of upright) {
    for (const right of upright) {
      if (left === right) continue;
      for (const top of level) {
        for (const bottom of level) {
          if (top === bottom) continue;
          const quad: Quad = [
            intersectionOf(left, top),
            intersectionOf(right, top),
            intersectionOf(right, bottom),
            intersectionOf(left, bottom),
          ];
          const score = scoreOf(edges, quad);
          if (score > bestScore) [best, bestScore] = [quad, score];
        }
      }
    }
  }
  const { width, height } = edges;
  return (best?.map(({ x, y }) => ({ x: within(x / width), y: within(y / height) })) ??
    null) as Quad | null;
}
