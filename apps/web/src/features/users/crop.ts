/** Which square of a picture is kept. Lengths are the picture's own pixels. */
export interface Crop {
  readonly width: number;
  readonly height: number;
  /** The middle of the square. */
  readonly x: number;
  readonly y: number;
  /** 1: the largest square there is. */
  readonly zoom: number;
}

export const MOST_ZOOM = 4;

export const wholePicture = (width: number, height: number): Crop => ({
  width,
  height,
  x: width / 2,
  y: height / 2,
  zoom: 1,
});

export const sideOf = ({ width, height, zoom }: Crop): number => Math.min(width, height) / zoom;

const between = (low: number, value: number, high: number): number =>
  Math.min(Math.max(low, value), high);

/** The square never leaves the picture. */
function inside(crop: Crop): Crop {
  const half = sideOf(crop) / 2;
  return {
    ...crop,
    x: between(half, crop.x, crop.width - half),
    y: between(half, crop.y, crop.height - half),
  };
}

/** By shares of the square's side: the picture follows the hand, whatever its size. */
export const moveCrop = (crop: Crop, right: number, down: number): Crop =>
  inside({ ...crop, x: crop.x - right * sideOf(crop), y: crop.y - down * sideOf(crop) });

/** Around the middle of what is shown. */
export const zoomCrop = (crop: Crop, zoom: number): Crop =>
  inside({ ...crop, zoom: between(1, zoom, MOST_ZOOM) });

const STEP = 0.02;
const LEAP = 0.1;
const ZOOM_STEP = 0.1;

/** What a key does; undefined for keys that are not for this. */
export function cropAfterKey(crop: Crop, key: string, leap: boolean): Crop | undefined {
  const step = leap ? LEAP : STEP;
  switch (key) {
    case 'ArrowLeft':
      return moveCrop(crop, -step, 0);
    case 'ArrowRight':
      return moveCrop(crop, step, 0);
    case 'ArrowUp':
      return moveCrop(crop, 0, -step);
    case 'ArrowDown':
      return moveCrop(crop, 0, step);
    case '+':
    case '=':
      return zoomCrop(crop, crop.zoom + ZOOM_STEP);
    case '-':
      return zoomCrop(crop, crop.zoom - ZOOM_STEP);
    default:
      return undefined;
  }
}

/** Draws the square over the whole canvas. */
export function draw(canvas: HTMLCanvasElement, picture: CanvasImageSource, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const side = sideOf(crop);
  context.imageSmoothingQuality = 'high';
  // Transparent pixels become white, as on paper.
  context.fillStyle = '#FFFFFF';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(
    picture,
    crop.x - side / 2,
    crop.y - side / 2,
    side,
    side,
    0,
    0,
    canvas.width,
    canvas.height,
  );
}
