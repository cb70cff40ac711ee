/**
 * Mantine's styles come component by component, so that a page loads no more than it shows. A component
 * without its style sheet is drawn as bare HTML, which no test notices: so each file that uses one must
 * import its sheet, unless the theme does for all.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

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
  const there = [...everywhere, ...sheetsIn(text)];
  return usedIn(text)
    .filter((name) => hasSheet(name) && !there.includes(name))
    .map((name) => `${file}: ${name} without its style sheet`);
});
for (const line of bare) console.error(line);
console.log(`styles: ${bare.length} components without their style sheet`);
process.exit(bare.length > 0 ? 1 : 0);
