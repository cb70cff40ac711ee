/** Searches untrusted XML as text. Only a plain subset is accepted, in which each `<` begins a tag. */
import { isUtf8 } from 'node:buffer';

const DECLARATION = /^\uFEFF?\s*<\?xml(?: [a-z]+=["'][\w.-]*["'])*\s?\?>/;
/** A tag at the given position. Comments and CDATA sections do not match, and attributes need double quotes. */
const TAG = /<(?:\/[\w:.-]+\s*|[\w:.-]+(?:\s+[\w:.-]+="[^"<>]*")*\s*\/?)>/y;

export function isPlainXml(part: Buffer): boolean {
  if (!isUtf8(part)) return false;
  const xml = part.toString('utf8');
  const declaration = DECLARATION.exec(xml)?.[0] ?? '';
  const encoding = / encoding=.([\w.-]*)/.exec(declaration)?.[1] ?? 'utf-8';
  if (encoding.toLowerCase() !== 'utf-8') return false;
  for (let at = xml.indexOf('<', declaration.length); at !== -1; at = xml.indexOf('<', at)) {
    TAG.lastIndex = at;
    if (!TAG.test(xml)) return false;
    at = TAG.lastIndex;
  }
  return true;
}

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

/** Replaces the five entities that XML defines; others stay as they are. */
export const unescapeXml = (text: string): string =>
  text.replaceAll(/&(?:lt|gt|quot|apos|amp);/g, (entity) => ENTITIES[entity]!);

/** Yields the start tags of that name. */
export function* tagsIn(xml: string, name: string): Generator<string> {
  for (const [tag] of xml.matchAll(new RegExp(`<${name}(?:\\s[^<>]*|/)?>`, 'g'))) yield tag;
}
