/**
 * Runs in a web worker that has its own content security policy, the only one that allows WebAssembly. The picture
 * stays in the browser. Only the contents of the barcode leave this file, without the data that a lender must not use.
 */
import { parseLicenseBarcode, type LicenseBarcode } from '@cairn/contract/aamva';
import {
  ANGLES,
  BARCODE_OPTIONS,
  readAtAngles,
  type Picture,
  type ReadPicture,
} from '@cairn/contract/barcode-picture';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { LicenseReading, ReadLicense } from './licenseReading.ts';

/** Without this, the WebAssembly file would be loaded from a public CDN. */
prepareZXingModule({ overrides: { locateFile: () => wasm } });

interface Attempt {
  longestPx: number;
  angles: readonly number[];
}

/**
 * If the card fills the photo, a barcode module has about three pixels at the first size. A card that is farther away
 * needs the larger size.
 */
const ATTEMPTS: readonly Attempt[] = [
  { longestPx: 2000, angles: ANGLES },
  { longestPx: 3200, angles: ANGLES.slice(0, 7) },
];
/** A faster attempt for the front: enough to notice that a picture shows the back. */
const GLANCE: readonly Attempt[] = [{ longestPx: 1600, angles: ANGLES.slice(0, 5) }];

function pixelsOf(bitmap: ImageBitmap, longestPx: number): Picture {
  const scale = Math.min(1, longestPx / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(2, Math.round(bitmap.width * scale));
  const height = Math.max(2, Math.round(bitmap.height * scale));
  const context = new OffscreenCanvas(width, height).getContext('2d', {
    willReadFrequently: true,
  })!;
  // Transparent areas of a PNG would become black and hide the barcode.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}

const withoutElements = ({
  elements: _elements,
  issuer: _issuer,
  ...license
}: LicenseBarcode): ReadLicense => license;

async function readBarcode(file: Blob, attempts: readonly Attempt[]): Promise<LicenseReading> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(
    () => undefined,
  );
  if (!bitmap) return { kind: 'unopened' };
  let hasBarcode = false;
  const readPicture: ReadPicture = async (picture) => {
    const barcodes = await readBarcodes({ ...picture, colorSpace: 'srgb' }, BARCODE_OPTIONS);
    const text = barcodes.find(({ isValid }) => isValid)?.text;
    hasBarcode ||= text !== undefined;
    return text;
  };
  let before = 0;
  for (const { longestPx, angles } of attempts) {
    const picture = pixelsOf(bitmap, longestPx);
    // The picture is not larger than in the previous attempt, so another attempt would see the same pixels.
    if (picture.width <= before) break;
    before = picture.width;
    const license = await readAtAngles(picture, readPicture, parseLicenseBarcode, angles);
    if (license) return { kind: 'license', license: withoutElements(license) };
  }
  return { kind: hasBarcode ? 'other' : 'none' };
}

export interface BarcodeJob {
  readonly file: Blob;
  readonly isGlance: boolean;
}

addEventListener('message', ({ data }: MessageEvent<BarcodeJob>) => {
  readBarcode(data.file, data.isGlance ? GLANCE : ATTEMPTS).then(
    (reading) => postMessage(reading),
    // WebAssembly is blocked, or its file could not be loaded.
    () => postMessage({ kind: 'failed' } satisfies LicenseReading),
  );
});
