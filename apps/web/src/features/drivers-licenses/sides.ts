/** The upload state of the two sides: idle, loading, or error if an upload failed [R149]. */
import {
  isLicenseImage,
  LICENSE_SIDES,
  type LicenseSide,
} from '@cairn/contract/drivers-license-terms';
import type { ErrorCode } from '@cairn/contract';
import { uploadExtension } from '@cairn/contract/file-terms';
import { problemOf } from '../documents/uploadProblems.ts';

export interface SideState {
  readonly status: 'idle' | 'loading' | 'error';
  /** The picture chosen on this page. A picture from an earlier visit is loaded from the object storage. */
  readonly file?: File;
  readonly percent?: number;
  /** Why the upload failed, and what to do. */
  readonly reason?: string;
}
export type Sides = Readonly<Record<LicenseSide, SideState>>;

export const NO_SIDES = Object.fromEntries(
  LICENSE_SIDES.map((side) => [side, { status: 'idle' }]),
) as Sides;

export type SideEvent =
  | { readonly kind: 'chosen'; readonly file: File }
  | { readonly kind: 'progress'; readonly percent: number }
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'removing' }
  | { readonly kind: 'removed' };

/** An error stays until another picture is chosen or the picture is removed. */
function nextSide(state: SideState, event: SideEvent): SideState {
  const { reason: _reason, percent: _percent, ...rest } = state;
  switch (event.kind) {
    case 'chosen':
      return { status: 'loading', file: event.file };
    case 'progress':
      return { ...rest, percent: event.percent };
    case 'sent':
      return { ...rest, status: 'idle' };
    case 'failed':
      return { ...rest, status: 'error', reason: event.reason };
    case 'removing':
      return { ...rest, status: 'loading' };
    default:
      return { status: 'idle' };
  }
}

export const nextSides = (
  sides: Sides,
  { side, ...event }: SideEvent & { readonly side: LicenseSide },
): Sides => ({ ...sides, [side]: nextSide(sides[side], event) });

/** Some cameras provide no file name, so the MIME type determines the extension. */
const extensionOf = ({ name, type }: { name: string; type: string }): string =>
  uploadExtension(name) ?? /^image\/([a-z0-9]+)$/.exec(type)?.[1] ?? '';

/** The name that the lender sees instead of one such as IMG_2041.JPG. */
export const pictureName = (side: LicenseSide, file: { name: string; type: string }): string =>
  `Driver's license ${side}.${extensionOf(file)}`;

/** Why a file cannot be used as the picture of a side, checked before anything is uploaded [R150]. */
export function pictureProblem(
  side: LicenseSide,
  file: { name: string; type: string; size: number },
): ErrorCode | null {
  const name = pictureName(side, file);
  if (file.size > 0 && !isLicenseImage(name)) return 'FILE_INVALID_TYPE';
  return problemOf({ name, size: file.size });
}

export const isHeic = (name: string): boolean => /\.hei[cf]$/i.test(name);
