/**
 * An exported value whose name no other file has is used in its own file alone, or not at all: it is not exported, so that
 * a reader knows how far it reaches. A name that another file has by chance hides an unused export; no used one is found.
 */
import type { Complaint } from './import-rules.ts';

const EXPORTED = /^export (?:async )?(?:const|let|function\*?|class|enum) (\w+)/gm;

/** Values that no code names. */
const ALLOWED: Record<string, string> = {
  NO_EVAL: 'the module is loaded for its effect, and needs an export to be one',
};

export function findUnusedExports(files: ReadonlyMap<string, string>): Complaint[] {
  const filesWith = new Map<string, number>();
  for (const text of files.values()) {
    for (const word of new Set(text.match(/\w+/g))) {
      filesWith.set(word, (filesWith.get(word) ?? 0) + 1);
    }
  }
  return [...files].flatMap(([file, text]) =>
    [...text.matchAll(EXPORTED)]
      .map(([, name]) => name!)
      .filter((name) => filesWith.get(name) === 1 && !(name in ALLOWED))
      .map((name) => ({ where: `${file}: ${name}`, why: 'is exported and used in no other file' })),
  );
}
