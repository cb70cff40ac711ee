/** The square of a picture that is kept. All lengths are in pixels of the picture. */
export interface Crop {
  readonly width: number;
  readonly height: number;
  /** Center of the square. */
  readonly x: number;
  readonly y: number;
  /** 1 is the largest possible square. */
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

/** Keeps the square inside the picture. */
function inside(crop: Crop): Crop {
  const half = sideOf(crop) / 2;
  return {
    ...crop,
    x: between(half, crop.x, crop.width - half),
    y: between(half, crop.y, crop.height - half),
  };
}

/** Moves by fractions of the square's side, so that the picture follows the pointer at any size. */
export const moveCrop = (crop: Crop, right: number, down: number): Crop =>
  inside({ ...crop, x: crop.x - right * sideOf(crop), y: crop.y - down * sideOf(crop) });

/** Zooms around the center of the square. */
export const zoomCrop = (crop: Crop, zoom: number): Crop =>
  inside({ ...crop, zoom: between(1, zoom, MOST_ZOOM) });

const STEP = 0.02;
const LEAP = 0.1;
const ZOOM_STEP = 0.1;

/** The crop after a key press, or undefined for other keys. */
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
  // JPEG has no transparency, so transparent pixels become white.
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
