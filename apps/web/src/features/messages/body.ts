/** What the plain text of a message looks like: paragraphs, lists and links. */

export type Block = { kind: 'text'; lines: string[] } | { kind: 'list'; items: string[] };

const ITEM = /^[-•] +(?=\S)/;

/** Lines that begin with a dash are a list, an empty line ends a paragraph. */
export function blocksOf(body: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const line of body.split('\n')) {
    if (line.trim() === '') {
      open = undefined;
      continue;
    }
    const kind = ITEM.test(line) ? 'list' : 'text';
    if (open?.kind !== kind) {
      open = kind === 'list' ? { kind, items: [] } : { kind, lines: [] };
      blocks.push(open);
    }
    if (open.kind === 'list') open.items.push(line.replace(ITEM, ''));
    else open.lines.push(line);
  }
  return blocks;
}

export interface Piece {
  text: string;
  /** Link target: http(s) or mailto, and nothing else. */
  href?: string;
}

/**
 * The lookbehind makes it linear: without it, a long word is scanned to its end from each of its
 * characters in search of an at sign.
 */
const LINK = /https?:\/\/[^\s<>"]+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi;
const TRAILING = new Set(".,;:!?)]'’”");

/** Punctuation that ends a sentence is not part of the address in it. */
function withoutTrailing(address: string): string {
  let end = address.length;
  while (end > 0 && TRAILING.has(address[end - 1]!)) end -= 1;
  return address.slice(0, end);
}

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(LINK)) {
    const address = withoutTrailing(found);
    if (index > from) pieces.push({ text: text.slice(from, index) });
    const href = /^https?:/i.test(address) ? address : `mailto:${address}`;
    pieces.push({ text: address, href });
    from = index + address.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** Where the list of the line goes on after Enter; an empty item ends it. Nothing outside a list. */
export function afterEnter(text: string, at: number): { text: string; at: number } | undefined {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const line = text.slice(start, at);
  if (line === '- ') return { text: text.slice(0, start) + text.slice(at), at: start };
  if (!ITEM.test(line)) return undefined;
  return { text: `${text.slice(0, at)}\n- ${text.slice(at)}`, at: at + 3 };
}

/** The lines from one place to another as items of a list, or no longer. */
export function toggleList(text: string, from: number, to: number): { text: string; at: number } {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const after = text.indexOf('\n', to);
  const end = after === -1 ? text.length : after;
  const lines = text.slice(start, end).split('\n');
  const listed = lines.every((line) => line.startsWith('- '));
  const changed = lines
    .map((line) => (listed ? line.slice(2) : line.startsWith('- ') ? line : `- ${line}`))
    .join('\n');
  return { text: text.slice(0, start) + changed + text.slice(end), at: start + changed.length };
}
