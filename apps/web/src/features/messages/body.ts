/** Formatting of plain-text messages and the text operations of the composer. */
import { LIST_ITEM } from '@cairn/contract/message-text';

export { blocksOf, piecesOf } from '@cairn/contract/message-text';

/** Continues a list after Enter. Enter in an empty item ends the list. Undefined if the line is not in a list. */
export function afterEnter(text: string, at: number): { text: string; at: number } | undefined {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const line = text.slice(start, at);
  if (line === '- ') return { text: text.slice(0, start) + text.slice(at), at: start };
  if (!LIST_ITEM.test(line)) return undefined;
  return { text: `${text.slice(0, at)}\n- ${text.slice(at)}`, at: at + 3 };
}

/** Turns the selected lines into list items, or back into plain lines if they all are items. */
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

/** Characters shown before the match. A row shows about 45 characters, which must include the match. */
const BEFORE = 12;

/** The text on one line, starting a few words before the search words. */
export function textAround(body: string, words: string): string {
  const line = body.replaceAll(/\s+/g, ' ').trim();
  const at = line.toLowerCase().indexOf(words.toLowerCase());
  if (at <= BEFORE) return line;
  const start = line.indexOf(' ', at - BEFORE);
  return `…${line.slice(start < at && start !== -1 ? start + 1 : at)}`;
}
