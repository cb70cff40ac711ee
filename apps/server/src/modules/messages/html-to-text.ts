/** Extracts the text of an HTML email in one pass; formatting is lost, and nothing is executed. */
const HIDDEN = new Set(['style', 'script', 'head', 'title', 'blockquote']);
const BREAKS = new Set(['br', 'p', 'div', 'li', 'tr', 'h1', 'h2', 'h3', 'ul', 'ol', 'table']);
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  ndash: '–',
  mdash: '—',
  hellip: '…',
};
const MAX_CODE_POINT = 0x10_ff_ff;

function decodeEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole;
  const isHex = /^#x/i.test(name);
  const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : whole;
}

export function htmlToText(html: string): string {
  let text = '';
  /** The element whose content is being skipped. */
  let hidden: string | undefined;
  let depth = 0;
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const end = open === -1 ? html.length : open;
    if (hidden === undefined) text += html.slice(at, end).replaceAll(/\s+/g, ' ');
    if (open === -1) break;
    const close = html.indexOf('>', open);
    if (close === -1) break;
    const [, slash, tag] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(open, open + 40)) ?? [];
    const name = tag?.toLowerCase();
    if (name !== undefined && hidden === undefined) {
      if (HIDDEN.has(name) && !slash) [hidden, depth] = [name, 1];
      else if (BREAKS.has(name)) text += '\n';
    } else if (name !== undefined && name === hidden) {
      depth += slash ? -1 : 1;
      if (depth === 0) hidden = undefined;
    }
    at = close + 1;
  }
  return text
    .replaceAll(/&(#?[a-z0-9]{1,8});/gi, decodeEntity)
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
}
