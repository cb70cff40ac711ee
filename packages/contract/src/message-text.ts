/** The structure of plain text: paragraphs, lists and links. The same for the server and the page. */

export type Block = { kind: 'text'; lines: string[] } | { kind: 'list'; items: string[] };

export const LIST_ITEM = /^[-•] +(?=\S)/;

/** Lines that begin with a dash form a list; an empty line ends a paragraph. */
export function blocksOf(body: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const line of body.split('\n')) {
    if (line.trim() === '') {
      open = undefined;
      continue;
    }
    const kind = LIST_ITEM.test(line) ? 'list' : 'text';
    if (open?.kind !== kind) {
      open = kind === 'list' ? { kind, items: [] } : { kind, lines: [] };
      blocks.push(open);
    }
    if (open.kind === 'list') open.items.push(line.replace(LIST_ITEM, ''));
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
 * The lookbehind keeps matching linear: without it, a long word is scanned to its end for an at sign from each of its
 * characters.
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
  for (const { 0: link, index } of text.matchAll(LINK)) {
    const address = withoutTrailing(link);
    if (index > from) pieces.push({ text: text.slice(from, index) });
    const href = /^https?:/i.test(address) ? address : `mailto:${address}`;
    pieces.push({ text: address, href });
    from = index + address.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}
