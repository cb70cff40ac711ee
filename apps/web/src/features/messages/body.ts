/** What the plain text of a message looks like, and how the composer changes it. */
import { LIST_ITEM } from '@cairn/contract/message-text';

export { blocksOf, piecesOf } from '@cairn/contract/message-text';

/** Where the list of the line goes on after Enter; an empty item ends it. Nothing outside a list. */
export function afterEnter(text: string, at: number): { text: string; at: number } | undefined {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const line = text.slice(start, at);
  if (line === '- ') return { text: text.slice(0, start) + text.slice(at), at: start };
  if (!LIST_ITEM.test(line)) return undefined;
  return { text: `${text.slice(0, at)}\n- ${text.slice(at)}`, at: at + 3 };
}

/** The lines from one place to another as items of a list, or no longer. */
export function toggleList(text: string, from: number, to: number): { text: string; at: number } {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const after = text.indexOf('\n', to);
  const end = after === -1 ? text.length : after;
  const lines = text.slice(start, end).split('\n');
  const isList = lines.every((line) => line.startsWith('- '));
  const changed = lines
    .map((line) => (isList ? line.slice(2) : line.startsWith('- ') ? line : `- ${line}`))
    .join('\n');
  return { text: text.slice(0, start) + changed + text.slice(end), at: start + changed.length };
}

/** A line of the list has room for about 45 characters, and the words are to be among them. */
const BEFORE = 12;

/** On one line, from a few words before those that were looked for. */
export function textAround(body: string, words: string): string {
  const line = body.replaceAll(/\s+/g, ' ').trim();
  const at = line.toLowerCase().indexOf(words.toLowerCase());
  if (at <= BEFORE) return line;
  const start = line.indexOf(' ', at - BEFORE);
  return `…${line.slice(start < at && start !== -1 ? start + 1 : at)}`;
}
