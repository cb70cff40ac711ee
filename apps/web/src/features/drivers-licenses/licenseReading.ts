import type { LicenseBarcode } from '@cairn/contract/aamva';

/**
 * The contents of the barcode without the elements that are neither shown nor sent, such as sex, height and eye color.
 */
export type ReadLicense = Omit<LicenseBarcode, 'elements' | 'issuer'>;

export type LicenseReading =
  | { readonly kind: 'license'; readonly license: ReadLicense }
  /** The barcode is not from a driver's license. */
  | { readonly kind: 'other' }
  | { readonly kind: 'none' }
  /** The file is not a picture, or this browser does not support its format. */
  | { readonly kind: 'unopened' }
  /** The barcode reader itself did not start. */
  | { readonly kind: 'failed' };

interface Advice {
  readonly title: string;
  readonly text: string;
}

const TYPE_IT = 'Or type what’s on your license below.';

/** Explains what happened and what to do next. */
export const UNREAD_ADVICE: Readonly<Record<Exclude<LicenseReading['kind'], 'license'>, Advice>> = {
  none: {
    title: 'We couldn’t read the barcode',
    text: `Check that this is the back of the card. Take the picture again in good light, without glare, with the whole card in it. ${TYPE_IT}`,
  },
  other: {
    title: 'This barcode isn’t from a driver’s license',
    text: `Take a picture of the back of a US or Canadian driver’s license or state ID. ${TYPE_IT}`,
  },
  unopened: {
    title: 'This browser can’t open the picture',
    text: `Take the picture again, or choose a JPEG or PNG file. ${TYPE_IT}`,
  },
  failed: {
    title: 'The barcode reader didn’t start',
    text: 'Your picture is saved. Type what’s on your license below.',
  },
};
