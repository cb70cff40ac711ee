/**
 * Updates e2e/journey-seconds.json from Playwright's reports: those of CI's last run, or those given as arguments. A
 * file that ran in none of them keeps its time; one that no longer exists is removed.
 *
 *   node tools/ci/journey-seconds.ts [report.json …]
 */
import { globSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { journeyFiles, readSeconds, secondsFile } from './journey-parts.ts';
import { secondsByFile } from './reports.ts';

const root = resolve(import.meta.dirname, '../..');
const paths = process.argv.slice(2);
const reports = paths.length > 0 ? paths : globSync('.cache/ci/playwright-*.json', { cwd: root });
const before = readSeconds();
const measured = Object.assign(
  {},
  ...reports.map((file) => secondsByFile(resolve(root, file))),
) as Record<string, number>;
const files = journeyFiles();
const seconds = files.flatMap((file) => {
  const duration = measured[file] ?? before[file];
  return duration === undefined ? [] : [[file, Math.max(1, Math.round(duration))] as const];
});
writeFileSync(secondsFile, `${JSON.stringify(Object.fromEntries(seconds), null, 2)}\n`);
const updated = files.filter((file) => measured[file] !== undefined);
console.log(`${updated.length} of ${files.length} files measured in ${reports.length} reports`);
