/**
 * Finds exported values whose name occurs in no other file: they need not be exported, and without the export a
 * reader knows that they are local. Another use of the same name hides an unused export, but a used one is never
 * reported.
 */
import type { Complaint } from './import-rules.ts';

const INDEX = /^(apps\/server\/src\/modules\/[^/]+\/)index\.ts$/;
const REEXPORTED = /^export (?:type )?\{([^}]*)\} from/gm;
const EXPORTED = /^export (?:async )?(?:const|let|function\*?|class|enum) (\w+)/gm;

/** Values that are used without being named in code. */
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

/** Finds names that a module's index exports and that no file outside of the module contains. */
export function findUnusedReexports(files: ReadonlyMap<string, string>): Complaint[] {
  const words = [...files].map(([file, text]) => ({ file, words: new Set(text.match(/\w+/g)) }));
  return [...files].flatMap(([file, text]) => {
    const [, folder] = INDEX.exec(file) ?? [];
    if (folder === undefined) return [];
    const outside = words.filter((each) => !each.file.startsWith(folder));
    return [...text.matchAll(REEXPORTED)]
      .flatMap(([, names]) => names!.split(','))
      .map((name) => /(\w+)\s*$/.exec(name)?.[1])
      .filter((name) => name !== undefined && !outside.some((each) => each.words.has(name)))
      .map((name) => ({
        where: `${file}: ${name}`,
        why: 'is exported and used in no other module',
      }));
  });
}
