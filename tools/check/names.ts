/**
 * Checks names (docs/glossary.md): files and exported functions are nouns or verb-object, never a bare gerund or
 * participle ("telling.ts", "approved()"), unless NAMES_ALLOWED has a reason. For words in prose see words.ts.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
  .trimEnd()
  .split('\n')
  .filter((file) => existsSync(resolve(root, file)));

/** Names that look like gerunds or participles but are established terms. */
const NAMES_ALLOWED: Record<string, string> = {
  tracing: 'the field’s noun for distributed tracing',
  naming: 'the specification’s noun: naming strategy of a template block',
  branding: 'the specification’s noun: logo and colors of a lender',
  greeting: 'a noun: the words at the top of a page',
  landing: 'the field’s noun: landing page',
  segmented: 'the field’s name of the control: segmented control',
  Segmented: 'the field’s name of the control: segmented control',
};

const NOT_VERBS = new Set(
  'string thing king ring wing spring during nothing something everything heading feed seed need speed bed red embed exceed proceed succeed'.split(
    ' ',
  ),
);
const IRREGULAR = new Set(
  'made kept held known seen shown given taken told said sent found left lost written chosen drawn hidden begun gone done brought bought thought built heard understood'.split(
    ' ',
  ),
);
const PREPOSITIONS = new Set(
  'with by of for in on to at from as into onto over under without within'.split(' '),
);

const isGerundOrParticiple = (word: string): boolean =>
  !NOT_VERBS.has(word) && (IRREGULAR.has(word) || /^[a-z]{2,}(ing|ed)$/.test(word));

/** True for "telling" and "answeredWith": a verb form alone, or followed only by a preposition. */
function isBare(words: readonly string[]): boolean {
  const [first = '', ...rest] = words;
  return isGerundOrParticiple(first) && rest.every((word) => PREPOSITIONS.has(word));
}

const wordsOfFile = (file: string): string[] =>
  basename(file)
    .replace(/\..*$/, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/-(store|routes|handlers|steps|page|dialog|view)$/, '')
    .split('-');

const wordsOfFunction = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ');

const source = tracked.filter(
  (file) =>
    /^(apps|packages|tools|bench|drills|e2e)\/.*\.tsx?$/.test(file) &&
    !file.includes('/generated/'),
);

const EXPORTED =
  /^export (?:async )?function\*? (\w+)|^export const (\w+)(?:: [^=\n]+)? =\s*(?:async )?(?:<[^>\n]*>)?(?:\(|\w+ =>)/gm;

const bareNames: string[] = [];
for (const file of source) {
  const words = wordsOfFile(file);
  if (isBare(words) && !(words.join('-') in NAMES_ALLOWED)) bareNames.push(file);
  if (/\.(test|spec)\.tsx?$/.test(file)) continue;
  for (const [, fn, constant] of readFileSync(resolve(root, file), 'utf8').matchAll(EXPORTED)) {
    const name = fn ?? constant!;
    if (isBare(wordsOfFunction(name)) && !(name in NAMES_ALLOWED))
      bareNames.push(`${file}: ${name}`);
  }
}

for (const name of bareNames) console.error(`${name}: a bare gerund or participle`);
console.log(`names: ${bareNames.length} bare gerunds or participles in ${source.length} files`);
if (bareNames.length > 0) process.exit(1);
