/**
 * Parses an untrusted email. Parts are found and files decoded in one pass over the bytes; the library parses only
 * headers and the beginning of texts, both limited in size, because its cost grows faster than its input.
 */
import PostalMime, { addressParser, type Email } from 'postal-mime';

/**
 * For one email. Half a megabyte of headers, or a From line with 1,000 addresses, would be an attempt to waste our
 * time.
 */
const MAX_HEADER_BYTES = 128 * 1024;
const MAX_FROM = 2000;
const MAX_DEPTH = 20;
/** For all texts of an email. A message is shorter, and what follows is quoted. */
const MAX_TEXT_BYTES = 200_000;
const MAX_TEXT_LINES = 5000;
/** For all files of an email: more Base64 lines than they need, for programs that pad each line. */
const MAX_PIECES = 400_000;

export interface ReadEmail {
  readonly email: Email;
  /** In order; for alternatives, the text of each kind. */
  readonly texts: { plain: string; html: string }[];
  readonly files: { readonly name: string; readonly content: Buffer }[];
}

class TooCostly extends Error {}

interface Walk extends ReadEmail {
  readonly budget: { headers: number; text: number; lines: number; pieces: number };
}

/** Undefined if it is not an email, or costs more to parse than a person's email would. */
export async function readEmail(bytes: Buffer): Promise<ReadEmail | undefined> {
  const budget = {
    headers: MAX_HEADER_BYTES,
    text: MAX_TEXT_BYTES,
    lines: MAX_TEXT_LINES,
    pieces: MAX_PIECES,
  };
  try {
    const { head } = partOf(bytes, budget);
    if (!hasOneSender(head)) return undefined;
    const walked: Walk = { email: await PostalMime.parse(head), texts: [], files: [], budget };
    budget.headers = MAX_HEADER_BYTES;
    await walk(walked, bytes, { depth: 0, isRelated: false });
    return walked;
  } catch {
    return undefined;
  }
}

/**
 * The mail server verified one address. With several From lines, or several addresses in one, it may have verified
 * another one than the library reads. The library trims header names, and accepts an indented first line as a header.
 */
function hasOneSender(head: Buffer): boolean {
  const [from, another] = linesOf(head).filter((line) => /^[ \t]*from[ \t]*:/i.test(line));
  if (from === undefined) return true;
  if (another !== undefined || from.length > MAX_FROM) return false;
  return addressParser(from.slice(from.indexOf(':') + 1)).length <= 1;
}

interface Place {
  readonly depth: number;
  readonly isRelated: boolean;
  /** The texts of the surrounding alternatives. */
  readonly text?: { plain: string; html: string };
}

async function walk(state: Walk, bytes: Buffer, place: Place): Promise<void> {
  const { head, body } = partOf(bytes, state.budget);
  const type = headerOf(head, 'content-type') ?? 'text/plain';
  const multipart = /^multipart\/([\w-]+)/i.exec(type)?.[1]?.toLowerCase();
  if (multipart === undefined) return readLeaf(state, { head, body, type }, place);
  const boundary = boundaryOf(type);
  if (boundary === undefined || place.depth === MAX_DEPTH) throw new TooCostly();
  const isRelated = place.isRelated || multipart === 'related';
  const text = multipart === 'alternative' ? { plain: '', html: '' } : place.text;
  if (text && text !== place.text) state.texts.push(text);
  for (const part of partsOf(body, boundary)) {
    await walk(state, part, { depth: place.depth + 1, isRelated, ...(text && { text }) });
  }
}

interface Leaf {
  readonly head: Buffer;
  readonly body: Buffer;
  readonly type: string;
}

async function readLeaf(state: Walk, { head, body, type }: Leaf, place: Place): Promise<void> {
  const isAttached = /^attachment\b/i.test(headerOf(head, 'content-disposition') ?? '');
  if (/^text\/(?:plain|html)\b/i.test(type) && !isAttached) {
    const content = beginning(body, state.budget);
    const isBase64 = encodingOf(head) === 'base64';
    // Passed as one buffer, because the library would keep an object for each chunk.
    const encoded = isBase64
      ? Buffer.from(decodeBase64(content, state.budget).toString('base64'))
      : content;
    const { text = '', html = '' } = await PostalMime.parse(Buffer.concat([head, encoded]));
    const into = place.text ?? { plain: '', html: '' };
    if (into !== place.text) state.texts.push(into);
    into.plain += text;
    into.html += html;
    return;
  }
  // A forwarded email was not written by its sender.
  if (/^message\/rfc822\b/i.test(type) && !isAttached) return;
  const [file] = (await PostalMime.parse(head)).attachments;
  if (!file || file.filename === null || file.disposition === 'inline') return;
  if (place.isRelated && file.contentId !== undefined) return;
  state.files.push({ name: file.filename, content: decode(body, encodingOf(head), state.budget) });
}

const encodingOf = (head: Buffer): string =>
  headerOf(head, 'content-transfer-encoding')?.toLowerCase() ?? '';

const EMPTY_LINE = /^\r?\n|\n\r?\n/;

/** `head` includes the empty line at its end. */
function partOf(bytes: Buffer, budget: Walk['budget']): { head: Buffer; body: Buffer } {
  const searched = bytes.toString('latin1', 0, budget.headers + 4);
  const end = EMPTY_LINE.exec(searched);
  const length = end ? end.index + end[0].length : bytes.length;
  budget.headers -= length;
  if (budget.headers < 0) throw new TooCostly();
  const head = bytes.subarray(0, length);
  return {
    head: end ? head : Buffer.concat([head, Buffer.from('\r\n\r\n')]),
    body: bytes.subarray(length),
  };
}

/** One line per header. */
const linesOf = (head: Buffer): string[] =>
  head
    .toString('latin1')
    .replaceAll(/\r?\n(?=[ \t])/g, '')
    .split('\n');

/** The first header of this name, unfolded. */
function headerOf(head: Buffer, name: string): string | undefined {
  const line = linesOf(head).find((each) => each.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim();
}

function boundaryOf(type: string): string | undefined {
  const [, quoted, word] =
    /;\s*boundary\s*=\s*(?:"([^"]{1,100})"|([^\s;"]{1,100}))/i.exec(type) ?? [];
  return quoted ?? word;
}

/**
 * Yields the parts between boundary lines as views, without copies, because parts can be nested. The preamble before
 * the first boundary is skipped.
 */
function* partsOf(body: Buffer, boundary: string): Generator<Buffer> {
  const line = Buffer.from(`--${boundary}`, 'latin1');
  let start: number | undefined;
  let from = 0;
  for (let at = lineWith(body, line, 0); at !== -1; at = lineWith(body, line, from)) {
    from = at + 1;
    const rest = body.toString('latin1', at + line.length, at + line.length + 100);
    const [ending, isLast] = /^(--)?[ \t]*(?:\r?\n|$)/.exec(rest) ?? [];
    if (ending === undefined) continue;
    if (start !== undefined) {
      // The line break belongs to the boundary, even if another boundary follows at once.
      const end = body[at - 2] === 0x0d ? at - 2 : at - 1;
      yield body.subarray(start, Math.max(start, end));
    }
    if (isLast !== undefined) return;
    start = Math.min(body.length, at + line.length + ending.length);
    from = start;
  }
  if (start !== undefined) yield body.subarray(start);
}

/** The next position, from `from` on, where a line begins with these bytes. */
function lineWith(body: Buffer, bytes: Buffer, from: number): number {
  if (from === 0 && body.subarray(0, bytes.length).equals(bytes)) return 0;
  const position = body.indexOf(Buffer.concat([Buffer.from('\n'), bytes]), Math.max(0, from - 1));
  return position === -1 ? -1 : position + 1;
}

/** As much of a text as the limit for all texts of the email allows. */
function beginning(body: Buffer, budget: Walk['budget']): Buffer {
  let end = 0;
  const most = Math.min(body.length, budget.text);
  while (end < most && budget.lines > 0) {
    const next = body.indexOf(0x0a, end);
    end = next === -1 ? most : Math.min(most, next + 1);
    budget.lines -= 1;
  }
  budget.text -= end;
  return body.subarray(0, end);
}

function decode(body: Buffer, encoding: string, budget: Walk['budget']): Buffer {
  if (encoding === 'base64') return decodeBase64(body, budget);
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(body) : body;
}

/** Decodes line by line, because some programs pad each line. */
function decodeBase64(body: Buffer, budget: Walk['budget']): Buffer {
  const pieces = body.toString('latin1').split(/=+\s*/, budget.pieces + 1);
  budget.pieces -= pieces.length;
  if (budget.pieces < 0) throw new TooCostly();
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64')));
}

const hex = (digit: number | undefined): number => {
  const value = digit === undefined ? Number.NaN : Number.parseInt(String.fromCharCode(digit), 16);
  return Number.isNaN(value) ? -1 : value;
};

function decodeQuotedPrintable(body: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(body.length);
  let length = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]!;
    const [high, low] = byte === 0x3d ? [hex(body[at + 1]), hex(body[at + 2])] : [-1, -1];
    if (high >= 0 && low >= 0) {
      decoded[length++] = high * 16 + low;
      at += 2;
    } else if (byte === 0x3d && body[at + 1] === 0x0a) at += 1;
    else if (byte === 0x3d && body[at + 1] === 0x0d && body[at + 2] === 0x0a) at += 2;
    else decoded[length++] = byte;
  }
  return decoded.subarray(0, length);
}
