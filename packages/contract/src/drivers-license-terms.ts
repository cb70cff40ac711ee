import { uploadExtension } from './file-terms.ts';

export const LICENSE_SIDES = ['front', 'back'] as const;
export type LicenseSide = (typeof LICENSE_SIDES)[number];

/** Only image types are accepted for driver's license images [R150]. */
const LICENSE_IMAGE_EXTENSIONS: readonly string[] = [
  ...['jpg', 'jpeg', 'png', 'webp', 'heic', 'heif'],
  ...['gif', 'tif', 'tiff', 'bmp'],
];
export const isLicenseImage = (name: string): boolean =>
  LICENSE_IMAGE_EXTENSIONS.includes(uploadExtension(name) ?? '');

/** Letters, digits, and the blanks, hyphens and asterisks that some cards have. */
export const LICENSE_NUMBER = /^[A-Z0-9](?:[A-Z0-9 *-]{0,23}[A-Z0-9])?$/i;
