import type { Found, LoggedUser } from '@cairn/contract';
import type { Command } from '../../lib/commands.ts';
import { pipelineCompany } from '../../lib/roles.ts';
import { routes } from '../../lib/routes.ts';
import { wordsOf } from '../../lib/searchWords.ts';
import type { Section } from './sections.ts';

export type Item =
  | { kind: 'found'; id: string; title: string; result: Found }
  | { kind: 'all'; id: string; title: string; text: string }
  | { kind: 'screen'; id: string; title: string; section: Section }
  | { kind: 'command'; id: string; title: string; command: Command };

export interface ItemGroup {
  title: string;
  items: Item[];
}

/** Whether every typed word is the beginning of a word in the title, which is also how the server finds loans. */
export function matches(title: string, text: string): boolean {
  const words = wordsOf(title);
  return wordsOf(text).every((prefix) => words.some((word) => word.startsWith(prefix)));
}

/** Whether the text matches the whole title, in which case the item ranks first. */
const isExactly = (title: string, text: string): boolean =>
  wordsOf(title).join(' ') === wordsOf(text).join(' ');

const exactFirst = <T>(list: readonly T[], exact: (item: T) => boolean): T[] => [
  ...list.filter(exact),
  ...list.filter((item) => !exact(item)),
];

const foundItem = (result: Found): Item => ({
  kind: 'found',
  id: result.id,
  title: result.title,
  result,
});

/** Commands of the palette only. They have no shortcut, and no page registers them. */
export const commandsFor = (user: LoggedUser, open: (path: string) => unknown): Command[] =>
  pipelineCompany(user) === null
    ? []
    : [{ label: 'New loan', where: 'everywhere', run: () => open(routes.loanCreate) }];

interface Offered {
  text: string;
  results: Found[];
  recent: Found[];
  sections: Section[];
  commands: readonly Command[];
  most: number;
}

/**
 * The groups that the palette lists: recent items until text is entered, then search results, each followed by the
 * matching screens and actions.
 */
export function itemsOf({ text, results, recent, sections, commands, most }: Offered): ItemGroup[] {
  const searching = wordsOf(text).length > 0;
  const ofKind = (kind: Found['kind']) =>
    results.filter((result) => result.kind === kind).map(foundItem);
  const screens = sections
    .filter(({ name }) => matches(name, text))
    .map((section): Item => ({
      kind: 'screen',
      id: `screen ${section.path}`,
      title: section.name,
      section,
    }));
  const actions = commands
    .filter(({ label, keyOnly }) => !keyOnly && matches(label, text))
    .map((command): Item => ({
      kind: 'command',
      id: `command ${command.label}`,
      title: command.label,
      command,
    }));
  const groups = searching
    ? [
        { title: 'Loans', items: ofKind('LOAN') },
        { title: 'People', items: ofKind('PERSON') },
        { title: 'Entities', items: ofKind('ENTITY') },
        { title: 'Documents', items: ofKind('DOCUMENT') },
      ]
    : [{ title: 'Recent', items: recent.slice(0, Math.min(5, most)).map(foundItem) }];
  const isMatch = ({ title }: Item) => isExactly(title, text);
  const filled = [
    ...groups,
    { title: 'Go to', items: screens },
    { title: 'Actions', items: actions },
  ]
    .filter(({ items }) => items.length > 0)
    .map(({ title, items }) => ({ title, items: exactFirst(items, isMatch) }));
  return exactFirst(filled, ({ items }) => items.some(isMatch));
}

/** The link to the search page, which also finds text inside documents; the palette finds names only. */
export function allResults(text: string, hasResults: boolean): ItemGroup[] {
  if (wordsOf(text).length === 0) return [];
  const words = `“${text.trim()}”`;
  const title = hasResults
    ? `See all results for ${words}`
    : `Search documents and messages for ${words}`;
  return [{ title: 'Search', items: [{ kind: 'all', id: 'all', title, text: text.trim() }] }];
}
