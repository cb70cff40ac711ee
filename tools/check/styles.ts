/**
 * Checks style sheets.
 *
 * Mantine's styles are imported by component, so that a page loads only those it shows. A component without its style
 * sheet is drawn as bare HTML, which no test notices: each file that uses one must import its sheet, unless the theme
 * does so for all.
 *
 * Every class name used from a CSS module has a rule, and every rule is used; TypeScript checks neither. A module that
 * is passed on as a whole (`classNames: menu`, `classes[state]`) counts as used.
 *
 * Pages are composed from `ui/` and Mantine's components, so the number of lines in style sheets has a maximum, and so
 * has the number of lengths in px instead of names of `theme/variables.ts`.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8');
const sheetsIn = (text: string): string[] =>
  [...text.matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)].map(([, name]) => name!);
const usedIn = (text: string): string[] =>
  [...text.matchAll(/^import \{([^}]*)\} from '@mantine\/core'/gm)].flatMap(([, names]) =>
    names!.split(',').map((name) => name.trim()),
  );
const hasSheet = (name: string): boolean =>
  existsSync(resolve(root, `node_modules/@mantine/core/styles/${name}.layer.css`));

const everywhere = sheetsIn(read('apps/web/src/theme/styles.ts'));
const bare = globSync('apps/web/src/**/*.tsx', { cwd: root }).flatMap((file) => {
  const text = read(file);
  const imported = [...everywhere, ...sheetsIn(text)];
  return usedIn(text)
    .filter((name) => hasSheet(name) && !imported.includes(name))
    .map((name) => `${file}: ${name} without its style sheet`);
});

interface Uses {
  /** The file that uses it, by class name. */
  names: Map<string, string>;
  /** Passed on as a whole, or read by a computed name. */
  isWhole: boolean;
}
const usesOf = new Map<string, Uses>();
const usesIn = (sheet: string): Uses => {
  const uses = usesOf.get(sheet) ?? { names: new Map<string, string>(), isWhole: false };
  usesOf.set(sheet, uses);
  return uses;
};

const IMPORT = /^import (\w+) from '([^']+\.module\.css)';$/gm;
for (const file of globSync('apps/web/src/**/*.{ts,tsx}', { cwd: root })) {
  const text = read(file);
  const code = text.replaceAll(/^import [^;]*;$/gm, '');
  for (const [, variable, path] of text.matchAll(IMPORT)) {
    const uses = usesIn(join(file, '..', path!));
    for (const [, dotted, quoted] of code.matchAll(
      new RegExp(String.raw`(?<![\w.])${variable}(?:\.(\w+)|\['([\w-]+)'\])`, 'g'),
    )) {
      uses.names.set((dotted ?? quoted)!, file);
    }
    uses.isWhole ||= new RegExp(String.raw`(?<![\w.'"])${variable}(?:\[[^']|[,;)}])`).test(code);
  }
}

/** Removes comments, conditions (`@media … {`) and class names of other libraries. */
const cssOf = (sheet: string): string =>
  read(sheet)
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/@[a-z-]+[^{;]*\{/g, '')
    .replaceAll(/:global\([^)]*\)/g, '');
const sheets = globSync('apps/web/src/**/*.module.css', { cwd: root });
for (const sheet of sheets) {
  for (const [, names, path] of cssOf(sheet).matchAll(
    /composes:([\w\s-]+?)(?:from '([^']+)')?;/g,
  )) {
    const uses = usesIn(path ? join(sheet, '..', path) : sheet);
    for (const name of names!.trim().split(/\s+/)) uses.names.set(name, sheet);
  }
}

const dead = sheets.flatMap((sheet) => {
  const rules = [...cssOf(sheet).matchAll(/([^{};]+)\{([^{}]*)/g)];
  const names = new Set(
    rules.flatMap(([, selector]) =>
      [...selector!.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name!),
    ),
  );
  const { names: used, isWhole } = usesIn(sheet);
  return [
    ...rules
      .filter(([, , declarations]) => declarations!.trim() === '')
      .map(([, selector]) => `${sheet}: ${selector!.trim()} is empty`),
    ...[...used]
      .filter(([name]) => !names.has(name))
      .map(([name, file]) => `${file}: ${name} has no rule in ${sheet}`),
    ...[...names]
      .filter((name) => !isWhole && !used.has(name))
      .map((name) => `${sheet}: ${name} is not used`),
  ];
});

/** The current number of lines. A page that needs more reuses a part of `ui/`, or makes another page smaller. */
const MAX_LINES = 9_620;
const MAX_RAW_LENGTHS = 27;
const MAX_LINES_WITH_LENGTHS = 230;
const styleSheets = globSync('apps/web/src/**/*.css', { cwd: root });
const lines = styleSheets.reduce((sum, sheet) => sum + read(sheet).split('\n').length - 1, 0);
const rawLengths = styleSheets
  .filter((sheet) => !/src\/(ui|theme)\//.test(sheet))
  .reduce((sum, sheet) => sum + (read(sheet).match(/\b[\d.]+px\b/g)?.length ?? 0), 0);

/**
 * Lengths in props (`gap={14}`) are px too. Spaces have names in theme/theme.ts: `gap="xs"`, `mt="s4"`; zero needs
 * none.
 */
const LENGTH_IN_PROP =
  /\b(?:gap|rowGap|columnGap|spacing|(?:vertical|horizontal)Spacing|[mp][tblrxyse]?|w|h|m[ai][wh]|fz)=\{-?(?!0\})\d/;
const linesWithLengths = globSync('apps/web/src/**/*.tsx', { cwd: root })
  .filter((file) => !/src\/(ui|theme)\//.test(file))
  .flatMap((file) => read(file).split('\n'))
  .filter((line) => LENGTH_IN_PROP.test(line)).length;

const excess = [
  ...(lines > MAX_LINES ? [`${lines} lines in style sheets, at most ${MAX_LINES}`] : []),
  ...(rawLengths > MAX_RAW_LENGTHS
    ? [`${rawLengths} lengths in px outside ui/ and theme/, at most ${MAX_RAW_LENGTHS}`]
    : []),
  ...(linesWithLengths > MAX_LINES_WITH_LENGTHS
    ? [
        `${linesWithLengths} lines of TSX outside ui/ and theme/ with a length in a prop, at most ${MAX_LINES_WITH_LENGTHS}: take a name of theme/theme.ts`,
      ]
    : []),
];

for (const line of [...bare, ...dead, ...excess]) console.error(line);
console.log(
  `styles: ${bare.length} components without their style sheet, ${dead.length} dead class names or rules in ${sheets.length} CSS modules, ${lines} lines, ${rawLengths} lengths in px, ${linesWithLengths} lines of TSX with a length in a prop`,
);
process.exit(bare.length + dead.length + excess.length > 0 ? 1 : 0);
