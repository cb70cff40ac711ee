/**
 * Words to avoid in comments, test names, log lines, UI copy and documents: old-fashioned words obscure what the code
 * guarantees. `--list` prints each place. Fails where a word occurs more than LIMIT times outside ALLOWED.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Maximum number of occurrences of a word over all files. */
const LIMIT = 20;

const AVOIDED: Record<string, RegExp> = {
  whoever: /\bwhoever\b/gi,
  somebody: /\bsomebody\b/gi,
  nobody: /\bnobody\b/gi,
  oneself: /\boneself\b/gi,
  stands: /\bstands?\b/gi,
  dear: /\bdear(er)?\b/gi,
  mend: /\bmend(s|ed|ing)?\b/gi,
  tarry: /\btarr(y|ies|ied)\b/gi,
  nought: /\bnought\b/gi,
  letter: /\bletters?\b/gi,
  circle: /\bcircles?\b/gi,
  // As the subject of a sentence or of a test name; a question may ask "What is …?".
  'what is': /(?<=^|[.:;] |\/\*\* |\/\/ |\* |['"`>])what is\b(?![^.'"`<]*\?)/gim,
};

/** Legitimate uses, removed from the text before it is searched. */
const ALLOWED: readonly { use: RegExp; reason: string }[] = [
  {
    use: /letters? of (intent|credit|explanation|the accountant)|(commitment|zoning|EIN|demand|payoff|credit)[-_ ]letters?|letter(-signed)?\.(pdf|docx|rtf)|'Letter'/gi,
    reason: 'documents of a loan',
  },
  {
    use: /letters?, (numbers|digits|dots)|letters and (digits|numbers)|(single|capital|first|two|small|upper-?case|lower-?case|accented|latin|greek) letters?/gi,
    reason: 'letters of the alphabet',
  },
  { use: /\|letter\||'letter'|\bLetter paper/g, reason: 'a kind of document, and of paper' },
  { use: /\bletters? (key|keys|shortcuts?)\b/gi, reason: 'keyboard keys' },
  { use: /stands? for\b/gi, reason: 'represents' },
  { use: /dead-letter/gi, reason: 'the queueing term' },
  { use: /letter-spacing/g, reason: 'the CSS property' },
  { use: /<circle\b/gi, reason: 'the SVG element' },
];

/** The specification is quoted, lists of words are data, the style pages name the words to avoid, and applied migrations are hashed. */
const SKIPPED =
  /^docs\/spec\/|^db\/migrations\/[^/]+\/up\.sql$|^docs\/glossary\.md$|^tools\/check\/words\.ts$|\/generated\/|common-passwords/;

const root = resolve(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
  .trimEnd()
  .split('\n')
  .filter(
    (file) =>
      /\.(ts|tsx|cjs|css|md|html|sql)$/.test(file) &&
      !SKIPPED.test(file) &&
      existsSync(resolve(root, file)),
  );

const blank = (text: string): string => text.replaceAll(/[^\n]/g, '·');
const places = new Map<string, string[]>(Object.keys(AVOIDED).map((word) => [word, []]));
for (const file of files) {
  let text = readFileSync(resolve(root, file), 'utf8');
  for (const { use } of ALLOWED) text = text.replaceAll(use, blank);
  for (const [word, pattern] of Object.entries(AVOIDED)) {
    for (const { index } of text.matchAll(pattern)) {
      const line = text.slice(0, index).split('\n').length;
      places.get(word)!.push(`${file}:${line}`);
    }
  }
}

const tooMany = [...places].filter(([, occurrences]) => occurrences.length > LIMIT);
if (process.argv.includes('--list')) {
  for (const [word, occurrences] of places)
    for (const place of occurrences) console.log(`${place}: ${word}`);
}
console.log(
  `words to avoid: ${[...places].map(([word, occurrences]) => `${word} ${occurrences.length}`).join(', ')} in ${files.length} files`,
);
for (const [word, occurrences] of tooMany) {
  console.error(
    `"${word}" occurs ${occurrences.length} times, at most ${LIMIT} are allowed: see node tools/check/words.ts --list`,
  );
}
process.exit(tooMany.length > 0 ? 1 : 0);
