interface Named {
  givenName: string | null;
  familyName: string | null;
  emailAddress: string;
}

/** The name of a person, or the email address if the person has not entered a name. */
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

/** Initials of the first two words, because the last word is often the legal form: "Larkspur Bakery LLC" is LB. */
export function loanInitials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return initialsOf(words.slice(0, 2));
}

/** The file name without its extension, which users do not need. A leading dot is part of the name. */
export const withoutExtension = (fileName: string): string =>
  fileName.replace(/(?<=.)\.[a-z0-9]{1,5}$/i, '');

/** Derives the color from the id, so that a person has the same color everywhere and no color is stored. */
export function hueOf<Hue>(id: string, hues: readonly Hue[]): Hue {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return hues[hash % hues.length] as Hue;
}
