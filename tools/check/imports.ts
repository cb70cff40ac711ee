/** Holds every import of the repository to the rules of import-rules.ts. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkImports } from './import-rules.ts';

const root = resolve(import.meta.dirname, '../..');
const paths = [
  ...globSync('{apps,packages}/*/src/**/*.{ts,tsx,css}', { cwd: root }),
  ...globSync('{bench,db,drills,e2e,tools}/**/*.ts', { cwd: root }),
].filter((path) => !/\.(test|spec)\.tsx?$/.test(path));

const { imports, complaints } = checkImports(
  new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])),
);
for (const { where, why } of complaints) console.error(`${where}: ${why}`);
console.log(
  `imports: ${imports} in ${paths.length} files, ${complaints.length} against the rules or in a cycle`,
);
if (complaints.length > 0) process.exit(1);
