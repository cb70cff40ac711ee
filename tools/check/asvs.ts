/**
 * Checks docs/security/asvs.md: every requirement of levels 1 and 2 has exactly one row with a state and evidence,
 * and each file and test title named as evidence exists. Checks docs/security/review-findings.md: every finding has a
 * row that names a test. Files that SECURITY.md names must exist too.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(resolve(root, 'docs/security/asvs.md'), 'utf8');

/** Requirements of levels 1 and 2 per chapter in ASVS 5.0.0. */
const PER_CHAPTER = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

interface Row {
  id: string;
  state: string;
  evidence: string;
}

const rows: Row[] = [
  ...page.matchAll(
    /^\| (\d+\.\d+\.\d+) \(L[12]\) +\| .*? +\| (met|not met|n\/a|TODO) +\|(.*)\|$/gm,
  ),
].map(([, id, state, evidence]) => ({ id: id!, state: state!, evidence: evidence!.trim() }));

const problems: string[] = [];
const ids = new Set(rows.map(({ id }) => id));
if (ids.size !== rows.length) problems.push('a requirement has two rows');
PER_CHAPTER.forEach((expected, index) => {
  const count = rows.filter(({ id }) => id.startsWith(`${index + 1}.`)).length;
  if (count !== expected) problems.push(`V${index + 1}: ${count} rows instead of ${expected}`);
});

for (const { id, state, evidence } of rows) {
  if (state === 'TODO' || evidence === '') problems.push(`${id}: no state or no evidence`);
  for (const problem of missingFrom(evidence)) problems.push(`${id}: ${problem}`);
}

for (const problem of missingFrom(readFileSync(resolve(root, 'SECURITY.md'), 'utf8'), '.')) {
  problems.push(`SECURITY.md: ${problem}`);
}

const FINDINGS = [
  ...Array.from({ length: 11 }, (_, index) => `F${index + 1}`),
  ...Array.from({ length: 16 }, (_, index) => `L${index + 1}`),
];
const findings = readFileSync(resolve(root, 'docs/security/review-findings.md'), 'utf8');
for (const finding of FINDINGS) {
  const lines = findings.split('\n').filter((line) => line.startsWith(`| ${finding} `));
  if (lines.length !== 1) problems.push(`${finding}: ${lines.length} rows in review-findings.md`);
  for (const line of lines) {
    if (!/`[\w./-]+\.(?:test|spec)\.ts` "/.test(line)) problems.push(`${finding}: names no test`);
    for (const problem of missingFrom(line)) problems.push(`${finding}: ${problem}`);
  }
}

const count = (state: string): number => rows.filter((row) => row.state === state).length;
for (const problem of problems) console.error(problem);
console.log(
  `asvs: ${rows.length} requirements, ${count('met')} met, ${count('not met')} not met, ` +
    `${count('n/a')} not applicable; ${FINDINGS.length} findings; ${problems.length} problems`,
);
process.exit(problems.length > 0 ? 1 : 0);

/** Returns what is missing: `path`, or a test with the "title" that follows it. */
function missingFrom(evidence: string, linkedFrom = 'docs/security'): string[] {
  const quoted = [...evidence.matchAll(/`([\w./-]+\.(?:ts|tsx|sql|md|tsv|json))`(?: "([^"]+)")?/g)];
  const linked = [...evidence.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path]) => [
    '',
    `${linkedFrom}/${path}`,
    undefined,
  ]);
  return [...quoted, ...linked].flatMap(([, path, title]) => {
    const file = fileAt(path!);
    if (file === undefined) return [`${path} does not exist`];
    if (title !== undefined && !readFileSync(file, 'utf8').includes(title)) {
      return [`${path} has no test "${title}"`];
    }
    return [];
  });
}

function fileAt(path: string): string | undefined {
  return [resolve(root, 'apps/server/src', path), resolve(root, path)].find((file) =>
    existsSync(file),
  );
}
