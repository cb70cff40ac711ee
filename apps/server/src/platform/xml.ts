/**
 * Reads and writes the XML of partners: elements and text only. Document types are refused, so nothing can be
 * included or expanded.
 */

export interface XmlElement {
  /** The name without its namespace prefix. */
  readonly name: string;
  readonly text: string;
  readonly children: readonly XmlElement[];
}

export class XmlError extends Error {}

const MAX_DEPTH = 60;
const MAX_ELEMENTS = 100_000;

const TOKEN =
  /<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy;

interface OpenElement {
  qualifiedName: string;
  text: string;
  children: XmlElement[];
}

export function parseXml(source: string): XmlElement {
  const root: OpenElement = { qualifiedName: '', text: '', children: [] };
  const open: OpenElement[] = [root];
  const close = (): void => {
    const { qualifiedName, text, children } = open.pop()!;
    open.at(-1)!.children.push({ name: localName(qualifiedName), text: text.trim(), children });
  };
  let at = 0;
  let elements = 0;
  TOKEN.lastIndex = 0;
  for (;;) {
    const match = TOKEN.exec(source);
    if (!match) break;
    at = TOKEN.lastIndex;
    const [, data, slash, name, , isEmpty, text] = match;
    if (text !== undefined) open.at(-1)!.text += decodeText(text);
    else if (data !== undefined) open.at(-1)!.text += data;
    else if (name !== undefined && slash) {
      if (open.length === 1 || open.at(-1)!.qualifiedName !== name)
        throw new XmlError('unbalanced');
      close();
    } else if (name !== undefined) {
      elements += 1;
      if (open.length > MAX_DEPTH || elements > MAX_ELEMENTS) throw new XmlError('too large');
      open.push({ qualifiedName: name, text: '', children: [] });
      if (isEmpty) close();
    }
  }
  if (at !== source.length || open.length !== 1) throw new XmlError('not well-formed');
  const [only, ...more] = root.children;
  if (!only || more.length > 0 || root.text.replace('\uFEFF', '').trim() !== '') {
    throw new XmlError('not one element');
  }
  return only;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function decodeText(text: string): string {
  return text.replaceAll(/&(#x?[\da-fA-F]+|\w+);|&/g, (_all, name: string | undefined) => {
    if (name === undefined) throw new XmlError('a bare ampersand');
    const character = ENTITIES[name];
    if (character !== undefined) return character;
    const code = /^#x/i.test(name)
      ? Number.parseInt(name.slice(2), 16)
      : Number.parseInt(name.slice(1), 10);
    if (!name.startsWith('#') || !(code > 0 && code <= 0x10_ff_ff)) {
      throw new XmlError('an unknown entity');
    }
    return String.fromCodePoint(code);
  });
}

/** The first element at a path below this one. */
export function childAt(
  element: XmlElement | undefined,
  ...path: string[]
): XmlElement | undefined {
  let descendant = element;
  for (const name of path) descendant = descendant?.children.find((child) => child.name === name);
  return descendant;
}

export const textAt = (element: XmlElement | undefined, ...path: string[]): string | undefined =>
  childAt(element, ...path)?.text || undefined;

/** Every descendant of that name, in document order. */
export function descendants(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...descendants(child, name),
  ]);
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes text for an element or an attribute, without characters that XML 1.0 cannot represent. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"]/g, (sign) => ESCAPED[sign]!);

/** Elements by name; undefined and empty ones are left out. */
export type XmlContent = { readonly [name: string]: XmlContent | string | undefined };

export function writeXml(content: XmlContent): string {
  return Object.entries(content)
    .map(([name, value]) => {
      if (value === undefined || value === '') return '';
      const inner = typeof value === 'string' ? escapeXml(value) : writeXml(value);
      return inner === '' ? '' : `<${name}>${inner}</${name.split(' ')[0]}>`;
    })
    .join('');
}
