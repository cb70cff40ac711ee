/** Checks every write of the server against the owners in table-rules.ts, and every change against writer-rules.ts. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkTables, RULES, tablesIn } from './table-rules.ts';
import { checkWriters, tenantTablesIn } from './writer-rules.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const paths = globSync('apps/server/src/**/*.ts', { cwd: root }).filter(
  (path) => !path.endsWith('.test.ts'),
);
const generated = read('apps/server/src/platform/db/generated/tables.ts');
const files = new Map(paths.map((path) => [path, read(path)]));
const tables = tablesIn(generated);
const undeclared = checkTables(files, tables);
const writers = checkWriters(files, tenantTablesIn(generated));
const problems = [...undeclared, ...writers.problems];

for (const problem of problems) console.error(problem);
console.log(
  `tables: ${tables.length}, ${RULES.exceptions.length} exceptions, ${undeclared.length} undeclared writers`,
);
console.log(
  `writers: ${writers.authorized} take an Authorized row, ${writers.allowed} are exceptions, ${writers.problems.length} unproven`,
);
if (problems.length > 0) process.exit(1);
