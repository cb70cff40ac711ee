/** Determines a file's type by its bytes; the name only distinguishes types that look alike. */
import { uploadExtension } from '@cairn/contract/file-terms';

export type FileKind = 'pdf' | 'picture' | 'scan' | 'office' | 'other';

const OFFICE_ZIPS = new Set('docx docm dotx xlsx xlsm xltx pptx pptm ppsx odt ods odp'.split(' '));
const OFFICE_OLD = new Set('doc dot xls xlt ppt pps'.split(' '));
const TEXTS = new Set(['txt', 'csv']);

const begins = (head: Buffer, text: string, at = 0): boolean =>
  head.toString('latin1', at, at + text.length) === text;

export function kindOf(head: Buffer, name: string): FileKind {
  const extension = uploadExtension(name.trim()) ?? '';
  // PDF readers look for the header in the first kilobyte.
  if (head.subarray(0, 1024).includes('%PDF-')) return 'pdf';
  if (isPicture(head) || (begins(head, 'BM') && extension === 'bmp')) return 'picture';
  if (begins(head, 'II*\0') || begins(head, 'MM\0*')) return 'scan';
  if (begins(head, 'PK\x03\x04')) return OFFICE_ZIPS.has(extension) ? 'office' : 'other';
  if (begins(head, '\xd0\xcf\x11\xe0')) {
    return OFFICE_OLD.has(extension) || OFFICE_ZIPS.has(extension) ? 'office' : 'other';
  }
  if (begins(head, String.raw`{\rtf`)) return 'office';
  if (TEXTS.has(extension) && !head.includes(0)) return 'office';
  return 'other';
}

const isPicture = (head: Buffer): boolean =>
  begins(head, '\x89PNG\r\n\x1a\n') ||
  begins(head, '\xff\xd8\xff') ||
  begins(head, 'GIF8') ||
  (begins(head, 'RIFF') && begins(head, 'WEBP', 8)) ||
  (begins(head, 'ftyp', 4) && /^(heic|heix|mif1|hevc)/.test(head.toString('latin1', 8, 12)));

/**
 * The name under which the office program opens the file: it selects the format by extension, and only our own names
 * are safe.
 */
export function officeName(head: Buffer, name: string): string {
  if (begins(head, String.raw`{\rtf`)) return 'file.rtf';
  return `file.${uploadExtension(name.trim()) ?? 'txt'}`;
}

/** An Office file with a password is an OLE container (CFB). */
export const isLockedOffice = (bytes: Buffer): boolean =>
  bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'));
