/** Which files are accepted, and what the uploader reads when one is not. docs/security/file-types.md says why. */
import type { ScanReason } from './constants.ts';

/** By extension. The scan compares the content with it. */
export const UPLOAD_EXTENSIONS: readonly string[] = [
  ...['pdf'],
  ...['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'heif', 'tif', 'tiff', 'bmp'],
  ...['docx', 'dotx', 'xlsx', 'xltx', 'pptx', 'ppsx', 'odt', 'ods', 'odp', 'rtf'],
  ...['doc', 'dot', 'xls', 'xlt', 'ppt', 'pps'],
  ...['txt', 'csv'],
];

/** The last extension, in lower case. `payload.exe.` has none. */
export function uploadExtension(name: string): string | undefined {
  const [, extension] = /\.([a-z0-9]+)$/i.exec(name) ?? [];
  return extension?.toLowerCase();
}

export const isAcceptedName = (name: string): boolean =>
  UPLOAD_EXTENSIONS.includes(uploadExtension(name) ?? '');

export const SCAN_REASON_TEXTS: Record<ScanReason, string> = {
  VIRUS:
    'A virus was found in this file, so it was blocked. Download it again from its source, or send photos of a paper copy.',
  TYPE_NOT_ALLOWED:
    'This kind of file is not accepted. Send a PDF, a photo, or an Office document without macros.',
  TYPE_MISMATCH:
    'The content of this file does not match its extension. Save it again in the right format and upload it.',
  ENCRYPTED:
    'This file is password-protected, so it could not be checked. Remove the password and upload it again.',
  TOO_COMPLEX: 'This file is too large when unpacked, or too complex to check. Send a smaller one.',
  DAMAGED: 'The stored copy of this file is damaged, so it was blocked. Upload the file again.',
};
