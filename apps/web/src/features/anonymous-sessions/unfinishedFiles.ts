/**
 * Names of the files that this tab is sending. After a reload the browser has the files no more: the visitor is asked to
 * choose them again, and a large one goes on where it stopped.
 */
const NAME = 'cairn-unfinished';

export function unfinishedFiles(): readonly string[] {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? '[]') as string[];
  } catch {
    return [];
  }
}

export function keepUnfinishedFiles(names: readonly string[]): void {
  try {
    if (names.length === 0) sessionStorage.removeItem(NAME);
    else sessionStorage.setItem(NAME, JSON.stringify(names));
  } catch {
    // Private windows may refuse storage: then no question is asked.
  }
}
