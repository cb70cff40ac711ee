/** Holds every write of the server to the owners of table-rules.ts. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkTables, RULES, tablesIn } from './table-rules.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const paths = globSync('apps/server/src/**/*.ts', { cwd: root }).filter(
  (path) => !path.endsWith('.test.ts'),
);
const tables = tablesIn(read('apps/server/src/platform/db/generated/tables.ts'));
const problems = checkTables(new Map(paths.map((path) => [path, read(path)])), tables);

for (const problem of problems) console.error(problem);
console.log(
  `tables: ${tables.length}, ${RULES.exceptions.length} exceptions, ${problems.length} undeclared writers`,
);
if (problems.length > 0) process.exit(1);
