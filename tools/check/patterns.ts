/**
 * Checks patterns that production code may use in one place or nowhere: a cast that turns off type checking, and
 * forms and tables outside ui/. Fails if one occurs more or less often than its rule allows.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface Rule {
  readonly name: string;
  readonly files: string;
  readonly pattern: RegExp;
  /** Allowed occurrences by file, each with a reason. */
  readonly allowed: Readonly<Record<string, readonly [count: number, reason: string]>>;
}

const WEB = 'apps/web/src';
const RULES: readonly Rule[] = [
  {
    name: 'as never',
    files: '{apps,packages}/*/src/**/*.{ts,tsx}',
    pattern: /\bas never\b/g,
    allowed: {},
  },
  {
    name: '<form>',
    files: `${WEB}/**/*.tsx`,
    pattern: /<form\b/g,
    allowed: {
      [`${WEB}/ui/Form.tsx`]: [1, 'the one form'],
      [`${WEB}/features/documents/OfficeEditor.tsx`]: [
        1,
        'no one fills it in: it carries a token into a frame of another origin, decision 0175',
      ],
    },
  },
  {
    name: '<table>',
    files: `${WEB}/**/*.tsx`,
    pattern: /<table\b/g,
    allowed: {
      [`${WEB}/ui/DataTable.tsx`]: [1, 'the one table'],
      [`${WEB}/features/sources-uses/SheetGrid.tsx`]: [1, 'a sheet of inputs, decision 0149'],
      [`${WEB}/features/calendar/MonthGrid.tsx`]: [1, 'a grid of days, decision 0149'],
    },
  },
];

const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm;
const root = resolve(import.meta.dirname, '../..');

function check({ name, files, pattern, allowed }: Rule): string[] {
  const paths = globSync(files, { cwd: root }).filter((path) => !/\.test\.tsx?$/.test(path));
  const counts = new Map(
    paths.map((path) => {
      const code = readFileSync(join(root, path), 'utf8').replaceAll(COMMENT, '');
      return [path, [...code.matchAll(pattern)].length] as const;
    }),
  );
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  console.log(`patterns: ${total} times ${name} in ${paths.length} files`);
  return [...new Set([...paths, ...Object.keys(allowed)])].flatMap((path) => {
    const [count, most] = [counts.get(path) ?? 0, allowed[path]?.[0] ?? 0];
    return count === most ? [] : [`${path}: ${count} times ${name}, ${most} allowed`];
  });
}

const problems = RULES.flatMap(check);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
