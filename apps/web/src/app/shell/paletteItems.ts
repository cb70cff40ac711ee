import type { Found, LoggedUser } from '@cairn/contract';
import type { Command } from '../../lib/commands.ts';
import { pipelineCompany } from '../../lib/roles.ts';
import { routes } from '../../lib/routes.ts';
import { wordsOf } from '../../lib/searchWords.ts';
import type { Section } from './sections.ts';

export type Item =
  | { kind: 'found'; id: string; title: string; found: Found }
  | { kind: 'all'; id: string; title: string; typed: string }
  | { kind: 'screen'; id: string; title: string; section: Section }
  | { kind: 'command'; id: string; title: string; command: Command };

export interface ItemGroup {
  title: string;
  items: Item[];
}

/** Every word typed begins a word of the title: as the server finds loans. */
export function matches(title: string, typed: string): boolean {
  const words = wordsOf(title);
  return wordsOf(typed).every((wanted) => words.some((word) => word.startsWith(wanted)));
}

/** An exact match of the whole title ranks first. */
const isExactly = (title: string, typed: string): boolean =>
  wordsOf(title).join(' ') === wordsOf(typed).join(' ');

const exactFirst = <T>(list: readonly T[], exact: (item: T) => boolean): T[] => [
  ...list.filter(exact),
  ...list.filter((item) => !exact(item)),
];

const foundItem = (found: Found): Item => ({
  kind: 'found',
  id: found.id,
  title: found.title,
  found,
});

/** Commands of the palette alone: they have no key, and no page registers them. */
export const commandsFor = (user: LoggedUser, open: (path: string) => unknown): Command[] =>
  pipelineCompany(user) === null
    ? []
    : [{ label: 'New loan', where: 'everywhere', run: () => open(routes.loanCreate) }];

interface Offered {
  typed: string;
  results: Found[];
  recent: Found[];
  sections: Section[];
  commands: readonly Command[];
  most: number;
}

/** What the palette lists: while nothing is typed what was opened last, then what is found. */
export function itemsOf({
  typed,
  results,
  recent,
  sections,
  commands,
  most,
}: Offered): ItemGroup[] {
  const searching = wordsOf(typed).length > 0;
  const ofKind = (kind: Found['kind']) =>
    results.filter((found) => found.kind === kind).map(foundItem);
  const screens = sections
    .filter(({ name }) => matches(name, typed))
    .map((section): Item => ({
      kind: 'screen',
      id: `screen ${section.path}`,
      title: section.name,
      section,
    }));
  const actions = commands
    .filter(({ label, keyOnly }) => !keyOnly && matches(label, typed))
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
  const meant = ({ title }: Item) => isExactly(title, typed);
  const filled = [
    ...groups,
    { title: 'Go to', items: screens },
    { title: 'Actions', items: actions },
  ]
    .filter(({ items }) => items.length > 0)
    .map(({ title, items }) => ({ title, items: exactFirst(items, meant) }));
  return exactFirst(filled, ({ items }) => items.some(meant));
}

/** The link to the search page, which finds text in documents too; the palette finds names only. */
export function allResults(typed: string, hasResults: boolean): ItemGroup[] {
  if (wordsOf(typed).length === 0) return [];
  const words = `“${typed.trim()}”`;
  const title = hasResults
    ? `See all results for ${words}`
    : `Search documents and messages for ${words}`;
  return [{ title: 'Search', items: [{ kind: 'all', id: 'all', title, typed: typed.trim() }] }];
}
