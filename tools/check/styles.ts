/**
 * Mantine's styles come component by component, so that a page loads no more than it shows. A component
 * without its style sheet is drawn as bare HTML, which no test notices: so each file that uses one must
 * import its sheet, unless the theme does for all.
 *
 * A class name of a CSS module has a rule, and a rule has a use: TypeScript knows neither. A module that is passed on as
 * a whole (`classNames: menu`, `classes[state]`) counts as used.
 *
 * Pages are composed from `ui/` and Mantine's components, so style sheets stay small: their lines have a maximum, and so
 * has every length that is written in px instead of a name of `theme/variables.ts`.
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
  /** By class name, the file that uses it. */
  names: Map<string, string>;
  /** Passed on, or read by a computed name. */
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

/** Without comments, conditions (`@media … {`) and the class names of other libraries. */
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

/** What was reached, with the sheet of sources and uses: a new page that needs more takes it from a part of `ui/`, or from another page. */
const MAX_LINES = 9_959;
const MAX_RAW_LENGTHS = 27;
const MAX_LINES_WITH_LENGTHS = 274;
const styleSheets = globSync('apps/web/src/**/*.css', { cwd: root });
const lines = styleSheets.reduce((sum, sheet) => sum + read(sheet).split('\n').length - 1, 0);
const rawLengths = styleSheets
  .filter((sheet) => !/src\/(ui|theme)\//.test(sheet))
  .reduce((sum, sheet) => sum + (read(sheet).match(/\b[\d.]+px\b/g)?.length ?? 0), 0);

/**
 * A length in a prop (`gap={14}`) is in px as well. Space has names in theme/theme.ts: `gap="xs"`, `mt="s4"`; zero needs none.
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
