/** Runs in a web worker: processing 12-megapixel photos on the main thread would freeze the page. */
import { FIND_AT_PX, findPage, grayOf } from './findPage.ts';
import { scaleQuad, type Quad, type Turns } from './quad.ts';
import { isBlurred } from './sharpness.ts';
import type { Look } from './steadyPage.ts';
import { sizeOfPage, straighten } from './straighten.ts';

/**
 * Lengths in pixels. At 2,200 pixels, US Letter paper has 200 dpi. The photo is larger because it also shows what is
 * around the page.
 */
const LONGEST_PHOTO = 3000;
const LONGEST_PAGE = 2200;
const PHOTO_QUALITY = 0.9;
const PAGE_QUALITY = 0.8;

/** An upright, smaller copy of the photo without the camera's metadata (location, date, device). */
export interface TakenPhoto {
  readonly photo: Blob;
  /** Null if no page was found. */
  readonly corners: Quad | null;
}
export interface CutPage {
  readonly picture: Blob;
  readonly width: number;
  readonly height: number;
  readonly isBlurred: boolean;
}
export type PageJob =
  | { readonly kind: 'take'; readonly file: Blob }
  | { readonly kind: 'look'; readonly frame: ImageBitmap }
  | { readonly kind: 'find'; readonly photo: Blob }
  | { readonly kind: 'cut'; readonly photo: Blob; readonly corners: Quad; readonly turns: Turns };
export type PageAnswer<Job extends PageJob> = Job extends { kind: 'take' }
  ? TakenPhoto
  : Job extends { kind: 'look' }
    ? Look
    : Job extends { kind: 'find' }
      ? Quad | null
      : CutPage;

async function drawScaled(blob: Blob, longest: number): Promise<OffscreenCanvas> {
  const bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' });
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(2, Math.round(bitmap.width * scale));
  const height = Math.max(2, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = contextOf(canvas);
  // Transparent areas of a PNG would become black in a JPEG.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return canvas;
}

const contextOf = (canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D =>
  canvas.getContext('2d', { willReadFrequently: true })!;

const pixelsOf = (canvas: OffscreenCanvas): ImageData =>
  contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height);

async function find(photo: Blob): Promise<Quad | null> {
  return findPage(grayOf(pixelsOf(await drawScaled(photo, FIND_AT_PX))));
}

/** Analyzes a frame of the live picture. This runs several times per second, so the frame is no larger than needed. */
function look(frame: ImageBitmap): Look {
  const canvas = new OffscreenCanvas(frame.width, frame.height);
  contextOf(canvas).drawImage(frame, 0, 0);
  frame.close();
  const gray = grayOf(pixelsOf(canvas));
  const brightness = gray.data.reduce((sum, each) => sum + each, 0) / gray.data.length;
  return { corners: findPage(gray), brightness };
}

async function take(file: Blob): Promise<TakenPhoto> {
  const canvas = await drawScaled(file, LONGEST_PHOTO);
  const photo = await canvas.convertToBlob({ type: 'image/jpeg', quality: PHOTO_QUALITY });
  return { photo, corners: await find(photo) };
}

async function cutPage(photo: Blob, corners: Quad, turns: Turns): Promise<CutPage> {
  const pixels = pixelsOf(await drawScaled(photo, LONGEST_PHOTO));
  // The corner that is at the top left after the rotation comes first.
  const first = (4 - turns) % 4;
  const turned = [...corners.slice(first), ...corners.slice(0, first)] as unknown as Quad;
  const quad = scaleQuad(turned, pixels.width, pixels.height);
  const { width, height } = sizeOfPage(quad, LONGEST_PAGE);
  const page = new ImageData(straighten(pixels, quad, { width, height }), width, height);
  const canvas = new OffscreenCanvas(width, height);
  contextOf(canvas).putImageData(page, 0, 0);
  const picture = await canvas.convertToBlob({ type: 'image/jpeg', quality: PAGE_QUALITY });
  return { picture, width, height, isBlurred: isBlurred(grayOf(page)) };
}

async function runJob(job: PageJob): Promise<TakenPhoto | Look | Quad | null | CutPage> {
  if (job.kind === 'take') return take(job.file);
  if (job.kind === 'look') return look(job.frame);
  if (job.kind === 'find') return find(job.photo);
  return cutPage(job.photo, job.corners, job.turns);
}

addEventListener('message', ({ data }: MessageEvent<{ id: number; job: PageJob }>) => {
  const { id, job } = data;
  runJob(job).then(
    (answer) => postMessage({ id, answer }),
    (failure: unknown) => postMessage({ id, failure: String(failure) }),
  );
});
