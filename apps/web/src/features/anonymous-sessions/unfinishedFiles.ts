/**
 * Names of the files that this tab is uploading. A reload discards the File objects, so the visitor is asked to choose
 * the files again; a large file then resumes where its upload stopped.
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
    // Private windows may refuse storage. The visitor is then not asked for the files after a reload.
  }
}
