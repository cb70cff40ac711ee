import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { LEFT_OUT_REASONS, PACKAGE_KINDS, PACKAGE_STATES } from './export-terms.ts';
import { byId, flag, id, timestamp } from './shapes.ts';

const packageFile = z.object({
  kind: z.enum(PACKAGE_KINDS),
  /** NEVER: there is no export of what the caller can see now. */
  state: z.enum(PACKAGE_STATES),
  /** The package has changed since the caller's last export. */
  outOfDate: z.boolean(),
  percent: z.number().int(),
  /** Whether the export is in progress and only the caller requested it. */
  cancelable: z.boolean(),
  size: z.number().int().nullable(),
  madeDate: timestamp.nullable(),
  expiresDate: timestamp.nullable(),
  /** Files that the caller can see and that are not in the export. */
  leftOut: z.array(
    z.object({ folder: z.string(), title: z.string(), reason: z.enum(LEFT_OUT_REASONS) }),
  ),
});
export type PackageFile = z.infer<typeof packageFile>;

/** A top-level folder, including everything below it. */
const packageContents = z.object({
  /** Empty for files that are not in a folder. */
  folder: z.string(),
  files: z.number().int(),
  /** Number of pages of the files whose pages are counted. */
  pages: z.number().int(),
  /** Files whose pages are not counted yet. */
  uncounted: z.number().int(),
  /** Bytes of the original files. */
  size: z.number().int(),
});
export type PackageContents = z.infer<typeof packageContents>;

const packageFiles = z.object({
  /** Number of files that an export for the caller would contain. */
  files: z.number().int(),
  /** Contents in the order of the package. */
  contents: z.array(packageContents),
  packages: z.array(packageFile),
});

/** Both together mean the third kind: a zip of PDFs [G-C6]. */
const kinds = { zip: flag, pdf: flag };
const options = { approvedOnly: flag, cover: flag, stamps: flag };
const url = z.string().nullable();

/** Additions to the specification, for verifying an export or a receipt without an account. */
export const verification = {
  downloadVerifyPage: endpoint({
    method: 'GET',
    path: '/v1/noauth/verifyPage',
    audience: 'public',
    summary: 'The page that verifies exports and receipts of this installation, offline',
  }),
  downloadReceipt: endpoint({
    method: 'GET',
    path: '/v1/loans/{id}/answers/{elementId}/receipt/signed',
    audience: 'session',
    summary: 'The receipt of a file as a signed page that verifies itself offline',
    params: z.strictObject({ id, elementId: id }),
    errors: ['NOT_FOUND', 'NO_ANSWER', 'NOTHING_TO_DOWNLOAD'],
  }),
};

export const packageExports = {
  refreshPackages: endpoint({
    method: 'POST',
    path: '/v1/loans/{id}/refreshPackages',
    audience: 'session',
    summary:
      'Prepare the package as files, of what the caller sees now; with zip and pdf all three kinds; files that exist already are reused',
    params: byId,
    query: z.strictObject({ ...kinds, ...options }),
    reply: packageFiles,
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED', 'INVALID_REQUEST'],
    changes: ['package'],
    slow: true,
  }),
  getPackageUrls: endpoint({
    method: 'GET',
    path: '/v1/loans/{id}/getPackageUrls',
    audience: 'session',
    summary:
      'An address that serves the package to this caller: zip, pdf, or with both flags a zip of PDFs; null where it is not made of what the caller sees now',
    params: byId,
    query: z.strictObject({ ...kinds, ...options }),
    reply: z.object({ zipPackage: url, pdfPackage: url, zip_pdfPackage: url }),
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED', 'INVALID_REQUEST'],
    silent: true,
    slow: true,
    traced: true,
  }),
  /**
   * An addition to the specification, which uses URLs of the object store: those would keep working after the export is
   * removed.
   */
  downloadPackage: endpoint({
    method: 'GET',
    path: '/v1/loans/{id}/downloadPackage',
    audience: 'session',
    summary: 'The package as a file, while it is made of what the caller sees now; takes a Range',
    params: byId,
    query: z.strictObject({
      ...kinds,
      ...options,
      /** The ticket from getPackageUrls, which recorded this read. Without a ticket, this call records the read. */
      ticket: z.string().max(500).optional(),
    }),
    errors: [
      'LOAN_NOT_FOUND',
      'UNAUTHORIZED',
      'INVALID_REQUEST',
      'PACKAGE_NOT_READY',
      'RANGE_NOT_SATISFIABLE',
    ],
    traced: true,
    slow: true,
  }),
  /** An addition to the specification. */
  cancelPackages: endpoint({
    method: 'DELETE',
    path: '/v1/loans/{id}/packages',
    audience: 'session',
    summary:
      'Cancel the exports of the package that the caller asked for and that are being made; those that someone else asked for too go on',
    params: byId,
    query: z.strictObject(options),
    reply: packageFiles,
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['package'],
    slow: true,
  }),
  /**
   * An addition to the specification, whose client only logs the exports that it fetches; this page shows their
   * progress.
   */
  listPackages: endpoint({
    method: 'GET',
    path: '/v1/loans/{id}/packages',
    audience: 'session',
    summary: 'State of the package’s exports: made, being made, out of date, and omitted files',
    params: byId,
    query: z.strictObject(options),
    reply: packageFiles,
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['package', 'element', 'document'],
    silent: true,
    slow: true,
  }),
};
