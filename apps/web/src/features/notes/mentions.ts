import type { Person } from '@cairn/contract';
import { personName } from '../../lib/format/names.ts';

/** The name that is being typed after an @ before the caret, and the position of the @. */
export function mentionAt(text: string, caret: number): { from: number; typed: string } | null {
  const before = text.slice(0, caret);
  const from = before.lastIndexOf('@');
  if (from === -1 || (from > 0 && !/[\s(]/.test(before[from - 1]!))) return null;
  const typed = before.slice(from + 1);
  return typed.length > 40 || typed.includes('\n') || /\s\s|\s.*\s/.test(typed)
    ? null
    : { from, typed };
}

/** Up to six members with a name, or a word of it, that starts with the query. */
export function matchMembers(team: readonly Person[], query: string): Person[] {
  const prefix = query.toLowerCase();
  return team
    .filter((member) => {
      const name = personName(member).toLowerCase();
      return name.startsWith(prefix) || name.split(' ').some((part) => part.startsWith(prefix));
    })
    .slice(0, 6);
}

/** Replaces the typed text with the member's name and places the caret after it. */
export function putMention(
  text: string,
  { from, typed }: { from: number; typed: string },
  member: Person,
): { text: string; at: number } {
  const name = `@${personName(member)} `;
  const rest = text.slice(from + 1 + typed.length);
  return { text: text.slice(0, from) + name + rest.replace(/^ /, ''), at: from + name.length };
}

/** Ids of the members whose names the text still contains. */
export const findMentions = (text: string, team: readonly Person[]): string[] =>
  team.filter((member) => text.includes(`@${personName(member)}`)).map(({ id }) => id);

/** Splits the text into pieces, so that mentions can be highlighted. */
export function splitMentions(
  text: string,
  mentions: readonly Person[],
): { words: string; isMention: boolean }[] {
  const names = mentions
    .map((member) => `@${personName(member)}`)
    .toSorted((a, b) => b.length - a.length);
  const pieces: { words: string; isMention: boolean }[] = [];
  let plain = '';
  for (let at = 0; at < text.length;) {
    const name = names.find((each) => text.startsWith(each, at));
    if (name === undefined) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (plain !== '') pieces.push({ words: plain, isMention: false });
    plain = '';
    pieces.push({ words: name, isMention: true });
    at += name.length;
  }
  if (plain !== '') pieces.push({ words: plain, isMention: false });
  return pieces;
}
