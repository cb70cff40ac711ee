/**
 * Writes e2e/journey-seconds.json from what Playwright reported: of CI's last run, or of the reports that are named.
 * A file that ran in none of them keeps its figure; one that no longer exists loses it.
 *
 *   node tools/ci/journey-seconds.ts [report.json …]
 */
import { globSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { journeyFiles, readSeconds, secondsFile } from './journey-parts.ts';
import { secondsByFile } from './reports.ts';

const root = resolve(import.meta.dirname, '../..');
const named = process.argv.slice(2);
const reports = named.length > 0 ? named : globSync('.cache/ci/playwright-*.json', { cwd: root });
const known = readSeconds();
const measured = Object.assign(
  {},
  ...reports.map((file) => secondsByFile(resolve(root, file))),
) as Record<string, number>;
const files = journeyFiles();
const seconds = files.flatMap((file) => {
  const found = measured[file] ?? known[file];
  return found === undefined ? [] : [[file, Math.max(1, Math.round(found))] as const];
});
writeFileSync(secondsFile, `${JSON.stringify(Object.fromEntries(seconds), null, 2)}\n`);
const news = files.filter((file) => measured[file] !== undefined);
console.log(`${news.length} of ${files.length} files measured in ${reports.length} reports`);
