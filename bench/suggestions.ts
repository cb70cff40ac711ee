/**
 * node bench/suggestions.ts: measures how often the right request is suggested for a file, by kind of input. Reads
 * scans and photos with Tesseract, which takes half an hour the first time; results are cached in .cache. --documents N
 * reads at most N more and measures those that are read; --known reads none; --round N uses other borrowers and files
 * (0: those with which the suggestions were tuned); --wrong lists the misses.
 */
import { parseArgs } from 'node:util';
import { readFacts, distinctiveWords } from '../apps/server/src/modules/documents/read-facts.ts';
import type { FileContent } from '../apps/server/src/modules/shoebox/compare-content.ts';
import { rankRequests } from '../apps/server/src/modules/shoebox/suggest-filings.ts';
import { SAMPLE_KINDS } from '@cairn/testing/documents/document-kinds';
import { companyOf, COMPANIES, type BenchCompany } from './suggestions/corpus.ts';

const LEARNED = 50;
const FIRST_BAR = 0.85;
const THREE_BAR = 0.95;
const MIN_FILES = 600;

const INPUTS = { pdf: 'text', scan: 'scan', photo: 'photo' } as const;
type Input = (typeof INPUTS)[keyof typeof INPUTS];

function contentOf(text: string): FileContent {
  const pages = [{ page: 1, text }];
  const facts = readFacts(pages);
  const month = (day: string): number => Number(day.slice(5, 7));
  const years = [
    ...facts.years.map(({ year }) => year),
    ...facts.periods.map(({ to }) => Number(to.slice(0, 4))),
  ];
  return {
    words: distinctiveWords(pages),
    kind: facts.kind?.kind ?? null,
    kindWords: facts.kind?.words ?? null,
    years: [...new Set(years)],
    months: [...new Set(facts.periods.flatMap(({ from, to }) => [month(from), month(to)]))],
  };
}

interface Outcome {
  input: Input;
  place: number;
  file: string;
  wanted: string;
  got: string;
}

function outcomesOf({ who, requests, filed, files }: BenchCompany, learned: number): Outcome[] {
  const open = requests.map(({ elementId, title, aliases, entityName }) => ({
    ...{ elementId, title, aliases, entityName, entityId: entityName },
    assignedToUserId: null,
  }));
  const before = filed.slice(0, learned).map(({ title, filedAs, text }) => ({
    title,
    filedAs,
    words: distinctiveWords([{ page: 1, text }]),
  }));
  const waiting = files.map(({ name, text }, at) => ({
    ...{ id: String(at), title: name, documentType: null, sherpaEntityId: null },
    userId: 'sender',
    userName: who.people[0],
    content: contentOf(text),
  }));
  const ranked = rankRequests(waiting, open, before);
  return files.map(({ name, form, elementId }, at) => {
    const elementIds = ranked.get(String(at))!.map((each) => each.elementId);
    return {
      input: INPUTS[form as keyof typeof INPUTS],
      place: elementIds.indexOf(elementId),
      file: name,
      wanted: elementId,
      got: elementIds[0] ?? '-',
    };
  });
}

const share = (some: number, all: number): string =>
  all === 0 ? '-' : `${((100 * some) / all).toFixed(1)} %`;

/** Wilson's interval, 95 %. */
function interval(some: number, all: number): string {
  if (all === 0) return '-';
  const [z, p] = [1.96, some / all];
  const middle = p + z ** 2 / (2 * all);
  const half = z * Math.sqrt((p * (1 - p)) / all + z ** 2 / (4 * all ** 2));
  const at = (sign: 1 | -1) => ((100 * (middle + sign * half)) / (1 + z ** 2 / all)).toFixed(1);
  return `${at(-1)} to ${at(1)} %`;
}

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: 'Infinity' },
    known: { type: 'boolean', default: false },
    round: { type: 'string', default: '1' },
    wrong: { type: 'boolean', default: false },
  },
});
const reading = { left: options.known ? 0 : Number(options.documents) };
const round = Number(options.round);
const companies = Array.from({ length: COMPANIES }, (_, company) =>
  companyOf(company, { round, learned: LEARNED, reading }),
);
console.log(`round ${round}, ${SAMPLE_KINDS.length} kinds of documents, ${COMPANIES} lenders`);
for (const learned of [0, LEARNED]) {
  const outcomes = companies.flatMap((company) => outcomesOf(company, learned));
  console.log(`after ${learned} accepted filings of each lender, ${outcomes.length} files`);
  for (const input of ['text', 'scan', 'photo', 'all'] as const) {
    const some = outcomes.filter((each) => input === 'all' || each.input === input);
    const first = some.filter(({ place }) => place === 0).length;
    const three = some.filter(({ place }) => place >= 0).length;
    console.log(
      `  ${input.padEnd(5)} ${String(some.length).padStart(4)}  first ${share(first, some.length)} (${interval(first, some.length)})  among three ${share(three, some.length)} (${interval(three, some.length)})`,
    );
    if (input !== 'all' || learned === 0) continue;
    if (some.length < MIN_FILES) console.log(`  fewer than ${MIN_FILES} files were read`);
    if (first / some.length < FIRST_BAR || three / some.length < THREE_BAR) process.exitCode = 1;
  }
  if (options.wrong && learned > 0) {
    for (const { file, wanted, got, place } of outcomes.filter((each) => each.place !== 0)) {
      console.log(`    ${place} ${file}: wanted ${wanted}, got ${got}`);
    }
  }
}
