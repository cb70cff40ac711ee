/** Extracts from an untrusted email the text that its author wrote, and the files. */
import { MAX_ATTACHMENTS, MESSAGE_MAX } from '@cairn/contract';
import type { Email } from 'postal-mime';
import { uploadProblem } from '../documents/index.ts';
import { cutTo, toPlainLine, toPlainText } from '../../platform/unicode.ts';
import { htmlToText } from './html-to-text.ts';
import { readEmail, type ReadEmail } from './read-email.ts';

export interface ParsedReply {
  from: string;
  /** Null if the email has none. */
  messageId: string | null;
  /** Sent by a program: an out-of-office notice, a bounce, a mailing list. */
  isAutomatic: boolean;
  body: string;
  files: { name: string; bytes: Uint8Array }[];
}

const MAX_NAME = 200;
/** More parts than a person attaches. */
const MAX_PARTS = 500;

export async function parseReply(bytes: Buffer): Promise<ParsedReply | undefined> {
  if (mayHaveParts(bytes) > MAX_PARTS) return undefined;
  const walk = await readEmail(bytes);
  if (!walk) return undefined;
  const { email } = walk;
  return {
    from: (email.from?.address ?? '').toLowerCase(),
    messageId: email.messageId ?? null,
    isAutomatic: isAutomatic(email),
    body: wordsOf(walk),
    files: filesOf(walk),
  };
}

/** Counts lines that may start a part, stopping one above the limit. */
function mayHaveParts(bytes: Buffer): number {
  let count = 0;
  let at = bytes.indexOf('\n--');
  while (at !== -1 && count <= MAX_PARTS) {
    count += 1;
    at = bytes.indexOf('\n--', at + 3);
  }
  return count;
}

const AUTOMATIC_PRECEDENCE = /^\s*(bulk|junk|list|auto_reply)\b/i;

/** RFC 3834, and other headers that mail programs use. A reply to such an email could start a loop. */
function isAutomatic({ headers }: Email): boolean {
  const valueOf = (name: string) => headers.find(({ key }) => key === name)?.value;
  const submitted = valueOf('auto-submitted');
  return (
    (submitted !== undefined && !/^\s*no\b/i.test(submitted)) ||
    AUTOMATIC_PRECEDENCE.test(valueOf('precedence') ?? '') ||
    valueOf('list-id') !== undefined ||
    valueOf('x-autoreply') !== undefined ||
    valueOf('x-autorespond') !== undefined ||
    /^\s*<\s*>/.test(valueOf('return-path') ?? '') ||
    /^\s*multipart\/report\b/i.test(valueOf('content-type') ?? '')
  );
}

function wordsOf({ texts }: ReadEmail): string {
  const plain = texts
    .map(({ plain: part, html }) => (part.trim() ? part : htmlToText(html)))
    .join('\n');
  return cutTo(
    cutQuoted(toPlainText(plain.replaceAll('\0', '').toWellFormed())),
    MESSAGE_MAX,
  ).trim();
}

/** How common mail programs introduce the quoted email. */
const QUOTE_STARTS = [
  /^\s*On\b.{5,200}\bwrote:\s*$/,
  /^\s*-{2,}\s*(Original Message|Forwarded message|Reply above)\b/i,
  /^_{10,}\s*$/,
  /^\s*From:\s.{1,200}$/,
];
const ON_WROTE_TWO_LINES = /^\s*On\b.{5,200}$/;

function cutQuoted(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const end = lines.findIndex(
    (line, index) =>
      QUOTE_STARTS.some((start) => start.test(line)) ||
      (ON_WROTE_TWO_LINES.test(line) && /\bwrote:$/.test(lines[index + 1] ?? '')),
  );
  return lines
    .slice(0, end === -1 ? undefined : end)
    .filter((line) => !line.startsWith('>'))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Files of types that we do not accept are left out. */
function filesOf({ files }: ReadEmail): ParsedReply['files'] {
  return files
    .flatMap(({ name: fileName, content: bytes }) => {
      const plain = toPlainLine(fileName.replaceAll('\0', '').toWellFormed());
      const name = plain.split(/[/\\]/).at(-1)!.slice(-MAX_NAME).toWellFormed();
      return uploadProblem(name, bytes.length) === undefined ? [{ name, bytes }] : [];
    })
    .slice(0, MAX_ATTACHMENTS);
}
