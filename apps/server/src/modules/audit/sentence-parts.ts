import type { EventKind } from '../../platform/event-kinds.ts';

/** The data that the sentence of an audit entry is made from. */
export interface SentenceSubject {
  who: string;
  /** The loan's name, if the entry is about a loan that still exists. */
  loan: string | null;
  document: string | null;
  request: string | null;
  template: string | null;
  entity: string | null;
  /** The person that the entry is about, if it is not the actor. */
  whom: string | null;
  detail: Record<string, unknown>;
}

/** A kind of entry: its title for the filter, and its sentence. */
export interface Kind {
  title: string;
  says(told: SentenceSubject): string;
}
export type Kinds = Partial<Record<EventKind, Kind>>;

export const quote = (name: string | null, otherwise: string): string =>
  name ? `“${name}”` : otherwise;
export const fileName = ({ document }: SentenceSubject): string => quote(document, 'a file');
export const onLoan = ({ loan }: SentenceSubject, word = 'on'): string =>
  loan ? ` ${word} ${loan}` : '';
export const possessiveOf = ({ whom }: SentenceSubject): string =>
  whom ? `${whom}’s` : 'their own';

export const words = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
export const quoteAll = (value: unknown): string =>
  words(value)
    .map((each) => `“${each}”`)
    .join(', ');

/** "1 phase", "3 phases". */
export function pluralize(count: unknown, one: string, several = `${one}s`): string {
  const number = Number(count);
  return number === 1 ? `1 ${one}` : `${Number.isFinite(number) ? number : 'some'} ${several}`;
}
