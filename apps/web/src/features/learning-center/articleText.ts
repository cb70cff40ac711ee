/**
 * Parses the plain text of an article. The result is rendered as React elements, never as HTML, so nothing needs to be
 * sanitized.
 */

export type Inline =
  | { kind: 'text' | 'bold' | 'key'; text: string }
  | { kind: 'link'; text: string; href: string };

export type Block =
  | { kind: 'heading'; level: 2 | 3; text: string; id: string }
  | { kind: 'paragraph' | 'tip'; text: string }
  | { kind: 'steps' | 'list'; items: string[] }
  | { kind: 'picture'; pictureId: string; caption: string };

const HEADING = /^(#{2,3}) (.+)$/;
const STEP = /^\d{1,3}\. (.+)$/;
const ITEM = /^[-*] (.+)$/;
const TIP = /^> (.+)$/;
const PICTURE = /^!\[([^\]]*)\]\(picture:([0-9a-f-]{36})\)$/i;

type Listed = Extract<Block, { items: string[] }>;

/** Consecutive lines of one kind form a block. An empty line ends a block, except a list. */
export function blocksOf(body: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  let list: Listed | undefined;
  const add = (block: Block): void => {
    blocks.push(block);
    open = block;
    list = 'items' in block ? block : undefined;
  };
  for (const line of body.split('\n')) {
    const text = line.trim();
    const isFurther = list !== undefined && /^\s/.test(line) && text !== '';
    if (text === '') {
      open = undefined;
    } else if (isFurther) {
      list!.items[list!.items.length - 1] += ` ${text}`;
    } else {
      const block = blockOf(text);
      if ('items' in block && list?.kind === block.kind) list.items.push(...block.items);
      else if ('text' in block && block.kind !== 'heading' && open?.kind === block.kind) {
        (open as { text: string }).text += ` ${block.text}`;
      } else add(block);
    }
  }
  return withOwnIds(blocks);
}

function blockOf(line: string): Block {
  const heading = HEADING.exec(line);
  if (heading) {
    const level = heading[1] === '##' ? 2 : 3;
    return { kind: 'heading', level, text: heading[2]!, id: '' };
  }
  const picture = PICTURE.exec(line);
  if (picture) return { kind: 'picture', caption: picture[1]!, pictureId: picture[2]! };
  const step = STEP.exec(line);
  if (step) return { kind: 'steps', items: [step[1]!] };
  const item = ITEM.exec(line);
  if (item) return { kind: 'list', items: [item[1]!] };
  const tip = TIP.exec(line);
  if (tip) return { kind: 'tip', text: tip[1]! };
  return { kind: 'paragraph', text: line };
}

/** The ids of headings, for the table of contents, use their position: two headings can have the same text. */
const withOwnIds = (blocks: Block[]): Block[] =>
  blocks.map((block, place) =>
    block.kind === 'heading' ? { ...block, id: `part-${place}` } : block,
  );

export const headingsOf = (blocks: readonly Block[]) =>
  blocks.flatMap((block) => (block.kind === 'heading' && block.level === 2 ? [block] : []));

/** Allows only paths of this site, web pages and email addresses; undefined for everything else. */
export function safeLink(href: string): string | undefined {
  // Browsers remove tabs and line breaks from URLs, so "/<tab>/host" would lead to another site.
  if (/[\s\p{C}]/u.test(href)) return undefined;
  if (/^\/(?![/\\])/.test(href)) return href;
  return /^(https?:\/\/|mailto:)./i.test(href) ? href : undefined;
}

interface PieceMatch {
  piece: Inline;
  end: number;
}

/** The formatted piece that starts at this position, if any. */
function pieceAt(text: string, at: number): PieceMatch | undefined {
  if (text.startsWith('**', at)) {
    const end = text.indexOf('**', at + 2);
    if (end > at + 2)
      return { piece: { kind: 'bold', text: text.slice(at + 2, end) }, end: end + 2 };
  } else if (text[at] === '`') {
    const end = text.indexOf('`', at + 1);
    if (end > at + 1)
      return { piece: { kind: 'key', text: text.slice(at + 1, end) }, end: end + 1 };
  } else if (text[at] === '[') {
    return linkAt(text, at);
  }
  return undefined;
}

function linkAt(text: string, at: number): PieceMatch | undefined {
  const middle = text.indexOf('](', at);
  const end = middle === -1 ? -1 : text.indexOf(')', middle);
  const href = end === -1 ? undefined : safeLink(text.slice(middle + 2, end));
  const words = text.slice(at + 1, middle);
  if (href === undefined || words === '' || words.includes('[')) return undefined;
  return { piece: { kind: 'link', text: words, href }, end: end + 1 };
}

export function inlinesOf(text: string): Inline[] {
  const pieces: Inline[] = [];
  let plainFrom = 0;
  let at = 0;
  while (at < text.length) {
    const match = pieceAt(text, at);
    if (match) {
      if (at > plainFrom) pieces.push({ kind: 'text', text: text.slice(plainFrom, at) });
      pieces.push(match.piece);
      plainFrom = at = match.end;
    } else {
      at += 1;
    }
  }
  if (plainFrom < text.length) pieces.push({ kind: 'text', text: text.slice(plainFrom) });
  return pieces;
}

const WORDS_PER_MINUTE = 200;
export const minutesToRead = (wordCount: number): string =>
  `${Math.max(1, Math.round(wordCount / WORDS_PER_MINUTE))} min read`;
