/**
 * Checks every import of the repository against import-rules.ts, and every exported value against unused-exports.ts.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkImports } from './import-rules.ts';
import { findUnusedExports, findUnusedReexports } from './unused-exports.ts';

const root = resolve(import.meta.dirname, '../..');
const paths = [
  ...globSync('{apps,packages}/*/src/**/*.{ts,tsx,css}', { cwd: root }),
  ...globSync('{bench,db,drills,e2e,tools}/**/*.ts', { cwd: root }),
];
const read = (some: readonly string[]) =>
  new Map(some.map((path) => [path, readFileSync(join(root, path), 'utf8')]));

const checked = paths.filter((path) => !/\.(test|spec)\.tsx?$/.test(path));
const { imports, complaints } = checkImports(read(checked));
const everything = read([...paths, ...globSync('{*.ts,apps/*/*.{ts,html}}', { cwd: root })]);
const unused = [...findUnusedExports(everything), ...findUnusedReexports(everything)];
for (const { where, why } of [...complaints, ...unused]) console.error(`${where}: ${why}`);
console.log(
  `imports: ${imports} in ${checked.length} files, ${complaints.length} against the rules or in a cycle, ${unused.length} unused exports`,
);
if (complaints.length + unused.length > 0) process.exit(1);
