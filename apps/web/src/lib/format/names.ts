interface Named {
  givenName: string | null;
  familyName: string | null;
  emailAddress: string;
}

/** People who never filled in a name are known by their address. */
export function personName(person: Named): string {
  const name = [person.givenName, person.familyName].filter(Boolean).join(' ');
  return name || person.emailAddress;
}

function initialsOf(words: string[]): string {
  const first = words[0]?.[0] ?? '';
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : (words[0]?.[1] ?? '');
  return `${first}${last}`.toUpperCase();
}

export const personInitials = (person: Named): string =>
  initialsOf(personName(person).split(/[\s.@]+/));

/** "Larkspur Bakery LLC" is LB: the first two words, for the last one is often the legal form. */
export function loanInitials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return initialsOf(words.slice(0, 2));
}

/** The extension says nothing a reader needs; a leading dot is part of the name. */
export const withoutExtension = (fileName: string): string =>
  fileName.replace(/(?<=.)\.[a-z0-9]{1,5}$/i, '');

/** The same person has the same color everywhere, without a color being stored. */
export function hueOf<Hue>(id: string, hues: readonly Hue[]): Hue {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return hues[hash % hues.length] as Hue;
}
