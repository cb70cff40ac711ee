/** Checks by a file's bytes that it is what its name says, and that it can be unpacked safely. */
import { open } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { uploadExtension } from '@cairn/contract/file-terms';
import { fileTypeFromFile } from 'file-type';
import yauzl, { type Entry, type ZipFile } from 'yauzl';

export type ContentProblem = 'TYPE_NOT_ALLOWED' | 'TYPE_MISMATCH' | 'ENCRYPTED' | 'TOO_COMPLEX';

/** Types that file-type may detect for an extension. An empty list means text. */
const CONTENT: Record<string, readonly string[]> = {
  pdf: ['pdf'],
  jpg: ['jpg'],
  jpeg: ['jpg'],
  png: ['png', 'apng'],
  gif: ['gif'],
  webp: ['webp'],
  heic: ['heic', 'heif'],
  heif: ['heic', 'heif'],
  tif: ['tif'],
  tiff: ['tif'],
  bmp: ['bmp'],
  docx: ['docx', 'dotx'],
  dotx: ['docx', 'dotx'],
  xlsx: ['xlsx', 'xltx'],
  xltx: ['xlsx', 'xltx'],
  pptx: ['pptx', 'ppsx'],
  ppsx: ['pptx', 'ppsx'],
  odt: ['odt'],
  ods: ['ods'],
  odp: ['odp'],
  rtf: ['rtf'],
  // Word saves .doc as RTF when asked to, and people rename .docx to .doc.
  doc: ['cfb', 'rtf', 'docx'],
  dot: ['cfb', 'rtf', 'dotx'],
  xls: ['cfb', 'xlsx'],
  xlt: ['cfb', 'xltx'],
  ppt: ['cfb', 'pptx'],
  pps: ['cfb', 'ppsx'],
  txt: [],
  csv: [],
};

const ZIPPED = new Set(['docx', 'dotx', 'xlsx', 'xltx', 'pptx', 'ppsx', 'odt', 'ods', 'odp']);
const MACROS = new Set(['docm', 'dotm', 'xlsm', 'xltm', 'xlsb', 'pptm', 'ppsm', 'potm']);
const HEAD_BYTES = 4096;

/** Undefined if the content matches the name. */
export async function contentProblem(
  path: string,
  name: string,
): Promise<ContentProblem | undefined> {
  const allowed = CONTENT[uploadExtension(name) ?? ''];
  if (!allowed) return 'TYPE_NOT_ALLOWED';
  const [type, head] = await Promise.all([typeOf(path), headOf(path)]);
  if (type === undefined) return textProblem(head, allowed);
  if (MACROS.has(type)) return 'TYPE_NOT_ALLOWED';
  // A password turns a zipped Office file into an OLE container (CFB).
  if (type === 'cfb' && !allowed.includes('cfb')) {
    return (await contains(path, ENCRYPTED_PACKAGE)) ? 'ENCRYPTED' : 'TYPE_MISMATCH';
  }
  if (!allowed.includes(type)) return 'TYPE_MISMATCH';
  if (type === 'cfb') {
    return (await contains(path, MACRO_STREAM)) ? 'TYPE_NOT_ALLOWED' : undefined;
  }
  return ZIPPED.has(type) ? unpackingProblem(path) : undefined;
}

const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');
/** A stream that each macro project of Word and Excel has, as the directory of a container names it. */
const MACRO_STREAM = Buffer.from('_VBA_PROJECT', 'utf16le');
/** In zipped Office files: VBA, macro sheets of Excel 4, and the script libraries of OpenDocument. */
const MACRO_PATH = /vbaproject\.bin$|^xl\/macrosheets\/|^(?:basic|scripts)\/./i;

/** Undefined if file-type does not know the content or fails on it. */
const typeOf = async (path: string): Promise<string | undefined> => {
  const type = await fileTypeFromFile(path).catch(() => undefined);
  return type?.ext;
};

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function contains(path: string, bytes: Buffer): Promise<boolean> {
  const file = await open(path);
  try {
    let before = Buffer.alloc(0);
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      const joined = Buffer.concat([before, chunk as Buffer]);
      if (joined.includes(bytes)) return true;
      before = joined.subarray(-bytes.length);
    }
    return false;
  } finally {
    await file.close();
  }
}

/** Content that starts like HTML or SVG, whatever the file's name. */
const MARKUP =
  /^(?:\u00EF\u00BB\u00BF)?\s*<(?:!doctype|!--|\?xml|html|head|body|script|svg|iframe|style|meta)/i;

/** Checks content without a signature: text, or a PDF with something before its header. */
function textProblem(head: Buffer, allowed: readonly string[]): ContentProblem | undefined {
  if (MARKUP.test(head.toString('latin1'))) return 'TYPE_MISMATCH';
  // PDF readers look for the header in the first kilobyte.
  if (allowed.includes('pdf') && head.subarray(0, 1024).includes('%PDF-')) return undefined;
  if (allowed.length > 0) return 'TYPE_MISMATCH';
  const isWide =
    head.subarray(0, 2).equals(LITTLE_ENDIAN) || head.subarray(0, 2).equals(BIG_ENDIAN);
  return head.includes(0) && !isWide ? 'TYPE_MISMATCH' : undefined;
}
const LITTLE_ENDIAN = Buffer.from([0xff, 0xfe]);
const BIG_ENDIAN = Buffer.from([0xfe, 0xff]);

/** Far more than an Office document of 5,000 pages with pictures has. */
const MAX_ENTRIES = 10_000;
export const MAX_UNPACKED_BYTES = 500 * 2 ** 20;

/**
 * Unpacks a zipped Office file and discards the data, because the sizes in its directory may be wrong. Also finds
 * macros in a renamed file.
 */
export async function unpackingProblem(
  path: string,
  maxBytes = MAX_UNPACKED_BYTES,
): Promise<ContentProblem | undefined> {
  let zip: ZipFile;
  try {
    zip = await yauzl.openPromise(path, { validateEntrySizes: true, strictFileNames: false });
  } catch {
    return 'TYPE_MISMATCH';
  }
  try {
    if (zip.entryCount > MAX_ENTRIES) return 'TOO_COMPLEX';
    let unpacked = 0;
    for await (const entry of zip.eachEntry()) {
      if (isEncrypted(entry)) return 'ENCRYPTED';
      if (MACRO_PATH.test(entry.fileName)) return 'TYPE_NOT_ALLOWED';
      unpacked += entry.uncompressedSize;
      if (unpacked > maxBytes) return 'TOO_COMPLEX';
      // Read to the end: validateEntrySizes fails if an entry has more or fewer bytes than its header states.
      const stream = await zip.openReadStreamPromise(entry);
      await finished(stream.resume());
    }
    return undefined;
  } catch {
    // Entries that are longer than stated, overlap, or cannot be read.
    return 'TOO_COMPLEX';
  } finally {
    zip.close();
  }
}

const isEncrypted = ({ generalPurposeBitFlag }: Entry): boolean =>
  (generalPurposeBitFlag & 1) === 1;
