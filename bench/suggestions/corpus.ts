/**
 * Ten lenders, each with a loan that requests every kind of document that the generator can draw, and the files of
 * their borrowers. Training and test data are separate: they have different borrowers and seeds, and half of the test
 * files have a heading and a file name that no training file has. Each round has its own borrowers, documents and
 * pictures: suggestions were tuned with round 0 and are measured with another round.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SAMPLE_KINDS, type SampleKind } from '@cairn/testing/documents/document-kinds';
import type { SampleFacts } from '@cairn/testing/documents/draw-document';
import { makeSample, type SampleForm } from '@cairn/testing/documents/sample-documents';
import { Random } from '@cairn/testing/random';

export const COMPANIES = 10;
const YEARS = [2023, 2024, 2025];
const CACHE = join(import.meta.dirname, '../../.cache/suggestions');
const LIBRARY = join(
  import.meta.dirname,
  '../../apps/server/src/modules/templates/library/needs-lists.tsv',
);

export interface BenchRequest {
  elementId: string;
  title: string;
  aliases: string[];
  entityName: string;
  kinds: string[];
  year: number | null;
}
export interface BenchFile {
  name: string;
  form: SampleForm;
  text: string;
  /** The request that it answers. */
  elementId: string;
  title: string;
}
export interface Borrowers {
  business: string;
  people: readonly [string, string];
  property: string;
}

const GIVEN = 'Elena Jonas Priya Marcus Ines Tobias Wren Odile Casper Maren Idris Signe'.split(' ');
const FAMILY = 'Marsh Holt Okafor Lindqvist Varga Ames Pell Roth Castellan Dray Umber Voss'.split(
  ' ',
);
const FIRST = 'Larkspur Copper Tamarack Redfern Sunfield Juniper Harbor Alder Quartz Bramble'.split(
  ' ',
);
const TRADE = [
  'Bakery LLC',
  'Brewing Co.',
  'Dental Partners',
  'Logistics Inc.',
  'Roofing LLC',
  'Nursery Inc.',
];

function borrowersOf(random: Random): Borrowers {
  const one = <T>(items: readonly T[]): T => items[random.below(items.length)]!;
  const person = () => `${one(GIVEN)} ${one(FAMILY)}`;
  return {
    business: `${one(FIRST)} ${one(TRADE)}`,
    people: [person(), person()],
    property: `${100 + random.below(900)} ${one(FIRST)} Street`,
  };
}

interface LibraryRow {
  title: string;
  audience: string;
  aliases: string[];
}
function library(): Map<string, LibraryRow> {
  const [head, ...lines] = readFileSync(LIBRARY, 'utf8').trim().split('\n');
  const names = head!.split('\t');
  return new Map(
    lines.map((line) => {
      const row = Object.fromEntries(line.split('\t').map((cell, at) => [names[at]!, cell]));
      const { key = '', title = '', audience_title: audience = '', aliases = '' } = row;
      return [key, { title, audience, aliases: aliases.split('|').filter(Boolean) }];
    }),
  );
}

/**
 * Five lenders use the library's templates; five have their own lists, with simpler titles and no alternative names.
 */
function requestsOf(company: number, who: Borrowers): BenchRequest[] {
  const rows = library();
  const requests: BenchRequest[] = [];
  for (const [key, kinds] of Map.groupBy(SAMPLE_KINDS, ({ request }) => request)) {
    const row = rows.get(key)!;
    const isOwnList = company >= COMPANIES / 2;
    const title = isOwnList ? row.audience || row.title : row.title;
    for (const entityName of entitiesFor(kinds[0]!, who)) {
      for (const year of kinds[0]!.dated === 'YEAR' ? YEARS : [null]) {
        requests.push({
          elementId: `${company} ${key} ${entityName} ${year ?? ''}`,
          title: year === null ? title : `${year} ${title}`,
          aliases: isOwnList ? [] : row.aliases,
          entityName,
          kinds: kinds.map((kind) => kind.key),
          year,
        });
      }
    }
  }
  return requests;
}

function entitiesFor({ about }: SampleKind, who: Borrowers): readonly string[] {
  if (about === 'PERSON') return [...new Set(who.people)];
  return [about === 'PROPERTY' ? who.property : who.business];
}

const factsFor = (
  kind: SampleKind,
  entity: string,
  who: Borrowers,
  random: Random,
  heldOut: boolean,
) =>
  ({
    entity,
    address: `${100 + random.below(900)} Orchard Street\nBend, OR 97702`,
    year: kind.dated === 'YEAR' ? YEARS[random.below(YEARS.length)]! : 2026,
    month: 1 + random.below(10),
    day: 1 + random.below(27),
    heading: heldOut ? kind.headings.length - 1 : 0,
    signer: who.people[0],
  }) satisfies SampleFacts;

export interface BenchCompany {
  who: Borrowers;
  requests: BenchRequest[];
  /** Files that were filed earlier, for other borrowers of this lender. */
  filed: { title: string; filedAs: string; text: string }[];
  files: BenchFile[];
}

export interface Reading {
  /**
   * Number of scans and photos that may still be recognized; further ones are measured only if they are in the cache.
   */
  left: number;
}

export function companyOf(
  company: number,
  { round, learned, reading }: { round: number; learned: number; reading: Reading },
): BenchCompany {
  const random = new Random(9000 + company + round * 100);
  const firstSeed = (round * COMPANIES + company) * 10_000;
  const who = borrowersOf(random);
  const requests = requestsOf(company, who);
  const filed = random
    .shuffled(SAMPLE_KINDS)
    .slice(0, learned)
    .map((kind, at) => {
      const others = borrowersOf(random);
      const entity = entitiesFor(kind, others)[0]!;
      const facts = factsFor(kind, entity, others, random, false);
      const order = { kind, facts, form: 'pdf' as const, seed: firstSeed + at };
      const sample = makeSample(order);
      const request = requests.find((each) => each.kinds.includes(kind.key))!;
      return { title: sample.name, filedAs: request.title, text: textOf(sample.content) };
    });
  const files = SAMPLE_KINDS.flatMap((kind, at): BenchFile[] => {
    const entities = entitiesFor(kind, who);
    const entity = entities[random.below(entities.length)]!;
    const facts = factsFor(kind, entity, who, random, random.chance(0.5));
    const form = (['pdf', 'scan', 'photo'] as const)[(at + company) % 3]!;
    const request = requests.find(
      (each) =>
        each.kinds.includes(kind.key) &&
        each.entityName === entity &&
        (each.year === null || each.year === facts.year),
    )!;
    const order = {
      kind,
      facts,
      form,
      seed: firstSeed + 5000 + at,
      maxPages: form === 'pdf' ? 2 : 1,
    };
    const read = readOnce(order, reading);
    return read === undefined
      ? []
      : [{ ...read, form, elementId: request.elementId, title: request.title }];
  });
  return { who, requests, filed, files };
}

type Order = Parameters<typeof makeSample>[0];

/** Caches the recognized text, because OCR takes seconds for each file. */
function readOnce(order: Order, reading: Reading): { name: string; text: string } | undefined {
  if (order.form === 'pdf') {
    const sample = makeSample(order);
    return { name: sample.name, text: textOf(sample.content) };
  }
  const { kind, ...rest } = order;
  const key = createHash('sha256')
    .update(JSON.stringify({ kind, ...rest }))
    .digest('hex')
    .slice(0, 24);
  const path = join(CACHE, `${key}.json`);
  if (existsSync(path))
    return JSON.parse(readFileSync(path, 'utf8')) as { name: string; text: string };
  if (reading.left <= 0) return undefined;
  reading.left -= 1;
  const sample = makeSample(order);
  const read = { name: sample.name, text: recognized(sample.content, order.form) };
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(path, JSON.stringify(read));
  return read;
}

const textOf = (pdf: Buffer): string =>
  execFileSync('pdftotext', ['-q', '-l', '2', '-', '-'], { input: pdf }).toString();

/** Recognizes a page like the pipeline, by Tesseract with one thread. */
function recognized(content: Buffer, form: SampleForm): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-suggestions-'));
  try {
    const run = (program: string, ...args: string[]) =>
      execFileSync(program, args, {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { ...process.env, OMP_THREAD_LIMIT: '1' },
      }).toString();
    writeFileSync(join(folder, form === 'scan' ? 'file.pdf' : 'file.jpg'), content);
    if (form === 'scan') run('pdfimages', '-j', 'file.pdf', 'file');
    return run('tesseract', form === 'scan' ? 'file-000.jpg' : 'file.jpg', 'stdout', '--psm', '3');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
