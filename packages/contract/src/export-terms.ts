/** Exports of a package as files: kinds and states [F.7]. */
export const PACKAGE_KINDS = ['ZIP', 'PDF', 'ZIP_PDF'] as const;
export type PackageKind = (typeof PACKAGE_KINDS)[number];

/** CANCELING: the worker has not stopped yet; after that, the state is NEVER again. */
export const PACKAGE_STATES = [
  'NEVER',
  'QUEUED',
  'RUNNING',
  'CANCELING',
  'READY',
  'FAILED',
  'EXPIRED',
] as const;

/**
 * `approvedOnly` exports approved answers only; `cover` adds a cover and contents to the one PDF, `stamps` page, loan
 * and approval to its pages.
 */
export const EXPORT_OPTIONS = ['approvedOnly', 'cover', 'stamps'] as const;
export type ExportOption = (typeof EXPORT_OPTIONS)[number];
export type ExportOptions = Record<ExportOption, boolean>;

/** Maximum number of elements or files in one download. */
export const MAX_SELECTED = 500;
/** Maximum number of downloads per user that are prepared at the same time, and that are requested in a day. */
export const MAX_DOWNLOADS_AT_ONCE = 3;
export const MAX_DOWNLOADS_A_DAY = 50;
/** Maximum number of downloads in a list, newest first; older ones have expired. */
export const DOWNLOADS_LISTED = 20;

/** Why a file of the package is not in the export. */
export const LEFT_OUT_REASONS = [
  'INFECTED',
  'NOT_CHECKED',
  'UNSUPPORTED',
  'PASSWORD',
  'DAMAGED',
  'TOO_LARGE',
  'EMPTY',
  'NOT_APPROVED',
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

export const LEFT_OUT_SENTENCES: Record<LeftOutReason, string> = {
  INFECTED: 'Blocked by the file check',
  NOT_CHECKED: 'It has not been checked for viruses yet',
  UNSUPPORTED: 'A file of this kind has no pages',
  PASSWORD: 'It is protected by a password',
  DAMAGED: 'It could not be opened',
  TOO_LARGE: 'It is too large to be turned into pages',
  EMPTY: 'It has no pages',
  NOT_APPROVED: 'It is not approved',
};
