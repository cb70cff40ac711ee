/** What a file is, by its bytes; its name decides only between kinds that look alike. */
import { uploadExtension } from '@cairn/contract/file-terms';

export type FileKind = 'pdf' | 'picture' | 'scan' | 'office' | 'other';

const OFFICE_ZIPS = new Set('docx docm dotx xlsx xlsm xltx pptx pptm ppsx odt ods odp'.split(' '));
const OFFICE_OLD = new Set('doc dot xls xlt ppt pps'.split(' '));
const TEXTS = new Set(['txt', 'csv']);

const begins = (head: Buffer, text: string, at = 0): boolean =>
  head.toString('latin1', at, at + text.length) === text;

export function kindOf(head: Buffer, name: string): FileKind {
  const extension = uploadExtension(name.trim()) ?? '';
  // Readers look for it in the first kilobyte.
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

/** What the office program is told the file is: it goes by the name, and ours are safe. */
export function officeName(head: Buffer, name: string): string {
  if (begins(head, String.raw`{\rtf`)) return 'file.rtf';
  return `file.${uploadExtension(name.trim()) ?? 'txt'}`;
}

/** Office files with a password are a box in which the locked ones lie. */
export const isLockedOffice = (bytes: Buffer): boolean =>
  bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'));
