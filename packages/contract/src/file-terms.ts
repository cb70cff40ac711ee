/**
 * The accepted file types, and the texts that the uploader sees when a file is not accepted.
 * docs/security/file-types.md gives the reasons.
 */
import type { ContentState, ScanReason } from './constants.ts';

/** Accepted file extensions. The scan compares the content with the extension. */
const UPLOAD_EXTENSIONS: readonly string[] = [
  ...['pdf'],
  ...['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'heif', 'tif', 'tiff', 'bmp'],
  ...['docx', 'dotx', 'xlsx', 'xltx', 'pptx', 'ppsx', 'odt', 'ods', 'odp', 'rtf'],
  ...['doc', 'dot', 'xls', 'xlt', 'ppt', 'pps'],
  ...['txt', 'csv'],
];

/** Types of empty office files that can be created in a package. */
export const OFFICE_FILE_CODES = ['DOCX', 'XLSX', 'PPTX'] as const;
export type OfficeFile = (typeof OFFICE_FILE_CODES)[number];
export const OFFICE_FILES: Record<OfficeFile, string> = {
  DOCX: 'Word document',
  XLSX: 'Excel workbook',
  PPTX: 'PowerPoint presentation',
};

/** The last extension, in lower case. `payload.exe.` has none. */
export function uploadExtension(name: string): string | undefined {
  const [, extension] = /\.([a-z0-9]+)$/i.exec(name) ?? [];
  return extension?.toLowerCase();
}

export const isAcceptedName = (name: string): boolean =>
  UPLOAD_EXTENSIONS.includes(uploadExtension(name) ?? '');

const OFFICE_EXTENSIONS = [
  ...['doc', 'docx', 'docm', 'dot', 'dotx', 'xls', 'xlsx', 'xlsm', 'xlsb', 'xlt', 'xltx'],
  ...['ppt', 'pptx', 'pptm', 'pps', 'ppsx', 'odt', 'ods', 'odp', 'rtf'],
];

/** Whether it is an office file, which is displayed as a PDF. */
export const isOfficeFile = (name: string): boolean =>
  OFFICE_EXTENSIONS.includes(uploadExtension(name) ?? '');

/** Maximum size for editing in the browser; larger files are edited in a desktop program. */
export const OFFICE_EDIT_MAX_BYTES = 50 * 2 ** 20;

/** A photo that browsers and office programs of most computers cannot open. */
export const isHeic = (name: string): boolean =>
  ['heic', 'heif'].includes(uploadExtension(name) ?? '');

export const SCAN_REASON_TEXTS: Record<ScanReason, string> = {
  VIRUS:
    'A virus was found in this file, so it was blocked. Download it again from its source, or send photos of a paper copy.',
  TYPE_NOT_ALLOWED:
    'This kind of file is not accepted. Send a PDF, a photo, or an Office document without macros.',
  TYPE_MISMATCH:
    'The content of this file does not match its extension. Save it again in the right format and upload it.',
  ENCRYPTED:
    'This file is locked with a password, so it could not be checked. Unlock a PDF on its card, or send a copy without a password.',
  WRONG_PASSWORD:
    'That password didn’t open the file. Try again, or send a copy without a password.',
  TOO_COMPLEX: 'This file is too large when unpacked, or too complex to check. Send a smaller one.',
  DAMAGED: 'The stored copy of this file is damaged, so it was blocked. Upload the file again.',
};

const LOCKED_REASONS: readonly (ScanReason | null)[] = ['ENCRYPTED', 'WRONG_PASSWORD'];

/**
 * A PDF that is locked with a password, for which the page asks. Office files have to be uploaded again without a
 * password.
 */
export const isLockedPdf = (file: { name: string; scanReason: ScanReason | null }): boolean =>
  LOCKED_REASONS.includes(file.scanReason) && uploadExtension(file.name) === 'pdf';

export const LOCKED_PDF_TEXT =
  'This PDF is locked with a password. Enter the password within two days to unlock it, or send a copy without a password.';

/** Why a file was blocked and what to do about it. */
export const scanReasonText = (reason: ScanReason, name: string): string =>
  reason === 'ENCRYPTED' && isLockedPdf({ name, scanReason: reason })
    ? LOCKED_PDF_TEXT
    : SCAN_REASON_TEXTS[reason];

/** The maximum length of a password in the PDF standard. */
export const FILE_PASSWORD_MAX = 127;

/** Why a clean file cannot be shown. The original is kept and can be downloaded. */
export type ContentProblem = Exclude<ContentState, 'PROCESSING' | 'READING' | 'READY'>;

export const CONTENT_PROBLEM_TEXTS: Record<ContentProblem, string> = {
  PASSWORD:
    'This file is password-protected, so its pages can’t be shown. Save a copy without the password and upload it.',
  DAMAGED:
    'This file is damaged and can’t be opened. Save or scan it again and upload the new copy.',
  EMPTY: 'This file is empty: there is nothing on its pages. Check that it is the right file.',
  UNSUPPORTED: 'This kind of file has no pages to show. You can still download it.',
  TOO_LARGE: 'This file is too large to show here. You can still download it.',
  FAILED: 'The pages of this file could not be prepared. You can still download it.',
};

/**
 * States of files without readable content, which the sender has to replace. Files in other states can be downloaded.
 */
export const UNREADABLE_STATES = [
  'DAMAGED',
  'EMPTY',
  'PASSWORD',
] as const satisfies readonly ContentProblem[];
export type UnreadableState = (typeof UNREADABLE_STATES)[number];
/** Why a file cannot be read, in a short form for lists. */
export const UNREADABLE_WORDS: Record<UnreadableState, string> = {
  DAMAGED: 'Can’t be opened',
  EMPTY: 'Empty file',
  PASSWORD: 'Locked with a password',
};
const unreadable: readonly unknown[] = UNREADABLE_STATES;
export const isUnreadable = (state: unknown): state is UnreadableState =>
  unreadable.includes(state);

/** Undefined if the file can be shown, or is still being processed. */
export function contentProblemOf(state: ContentState | null): ContentProblem | undefined {
  return state === null || state === 'PROCESSING' || state === 'READING' || state === 'READY'
    ? undefined
    : state;
}

/** Maximum number of pages with a stored thumbnail; the viewer renders those of further pages. */
export const MAX_THUMBNAILS = 20;

/** Maximum number of pages of text in one reply. */
export const MAX_TEXT_PAGES = 25;

/** Maximum number of files whose pages one call divides into answers. */
export const MAX_PAGE_SOURCES = 10;
