/** Suggests requests for files by their names and their text. Pure; a user decides. */
import { kindIn } from '../documents/index.ts';
import {
  FiledBefore as FiledContents,
  placeOfName,
  readContent,
  contentMatch,
  type FileContent,
  type ContentWords,
} from './compare-content.ts';
import { callOf, readTitleWords, withoutEnding, wordsOf, type Words } from './title-words.ts';

/** A request without an answer. */
export interface OpenRequest {
  elementId: string;
  title: string;
  entityId: string | null;
  entityName: string | null;
  assignedToUserId: string | null;
  /** Alternative titles in the template. */
  aliases: readonly string[];
}

export interface WaitingFile {
  id: string;
  title: string;
  documentType: string | null;
  userId: string;
  /** The name of the person who sent it. */
  userName: string | null;
  sherpaEntityId: string | null;
  /** Null if not read yet, or without text. */
  content?: FileContent | null;
}

/** A file that this company filed earlier, with the title of its request. */
export interface FiledBefore {
  title: string;
  filedAs: string;
  /** Words of its content. */
  words?: readonly string[] | null;
}

export interface Suggestion {
  elementId: string;
  title: string;
  entityName: string | null;
  score: number;
  reason: string;
}

const NEEDED = 0.5;
/** From this score on a request is offered as an alternative. */
const POSSIBLE = 0.15;
/** If two requests have scores this close, neither is suggested. */
const TOO_CLOSE = 0.05;
/** Weight of a year or month, relative to the words. */
const OF_A_DATE = 1;

/** Pairs of words that exclude each other. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['personal', 'business'],
  ['federal', 'state'],
];
/** Words in company names that do not distinguish companies. */
const OF_COMPANIES = new Set(
  'llc inc corp corporation co company ltd lp llp trust holding group'.split(' '),
);

interface Prepared extends OpenRequest {
  says: Words;
  /** The kind of document, by the request's title and alternative titles. */
  kind: string | null;
  also: { alias: string; says: Words }[];
  entity: string[];
}

interface Scored {
  /** The text alone is sufficient evidence, for any person or business. */
  isSure: boolean;
  file: WaitingFile;
  request: Prepared;
  score: number;
  reason: string;
}

/** How many alternatives are offered besides the suggestion. */
const MAX_OTHERS = 2;

const presentSuggestion = ({ request, score: reached, reason }: Scored): Suggestion => ({
  elementId: request.elementId,
  title: request.title,
  entityName: request.entityName,
  score: Math.round(reached * 100) / 100,
  reason,
});

/** The requests that a file may answer, most likely first. */
export function rankRequests(
  files: readonly WaitingFile[],
  requests: readonly OpenRequest[],
  before: readonly FiledBefore[] = [],
): Map<string, Suggestion[]> {
  const knowledge = knowledgeOf(requests, before);
  return new Map(
    files.map((file) => [
      file.id,
      scoresFor(file, knowledge)
        .slice(0, 1 + MAX_OTHERS)
        .map(presentSuggestion),
    ]),
  );
}

/** The suggested request of each file, by the file's id; no request is suggested twice. */
export function suggestFilings(
  files: readonly WaitingFile[],
  requests: readonly OpenRequest[],
  before: readonly FiledBefore[] = [],
): Map<string, Suggestion> {
  const knowledge = knowledgeOf(requests, before);
  const best = files
    .flatMap((file) => bestFor(file, knowledge) ?? [])
    .toSorted((one, other) => other.score - one.score);
  const suggested = new Map<string, Suggestion>();
  const takenElements = new Set<string>();
  for (const scored of best) {
    const { elementId } = scored.request;
    if (takenElements.has(elementId)) continue;
    takenElements.add(elementId);
    suggested.set(scored.file.id, presentSuggestion(scored));
  }
  return suggested;
}

interface Knowledge {
  byWord: Map<string, Prepared[]>;
  byCall: Map<string, Prepared[]>;
  /** Earlier filings by file name. */
  filedAs: Map<string, Map<string, string>>;
  contents: FiledContents;
  requests: readonly Prepared[];
  entities: { name: string; words: string[] }[];
  /** Words that few requests contain have more weight. */
  weight(word: string): number;
}

function knowledgeOf(requests: readonly OpenRequest[], before: readonly FiledBefore[]): Knowledge {
  const prepared = requests.map(prepare);
  const byWord = groupByKeys(prepared, ({ says, also }) => [
    ...says.words,
    ...also.flatMap((each) => [...each.says.words]),
  ]);
  const filedAs = new Map<string, Map<string, string>>();
  for (const { title, filedAs: name } of before) {
    const call = callOf(wordsOf(withoutEnding(title)));
    if (call === '') continue;
    const names = filedAs.get(call) ?? new Map<string, string>();
    filedAs.set(call, names.set(callOf(wordsOf(name)), name));
  }
  const names = new Map(prepared.map(({ entityName, entity }) => [entityName, entity]));
  return {
    byWord,
    byCall: groupByKeys(prepared, ({ says }) => [callOf(says)]),
    filedAs,
    contents: new FiledContents(
      before.map(({ filedAs: name, words }) => ({ filedAs: name, words: words ?? null })),
    ),
    requests: prepared,
    entities: [...names].flatMap(([name, words]) => (name === null ? [] : { name, words })),
    weight: (word) =>
      (isCode(word) ? 4 : 1) * Math.log(1 + prepared.length / (byWord.get(word)?.length ?? 1)),
  };
}

/** A form number such as "1919" or "4506c", which identifies the document by itself. */
const isCode = (word: string): boolean => /^\d{3,4}[a-z]?$/.test(word);

const prepare = (request: OpenRequest): Prepared => ({
  ...request,
  says: wordsOf(request.title),
  kind: kindIn(request.title)?.kind ?? kindIn(request.aliases.join('; '))?.kind ?? null,
  also: request.aliases.map((alias) => ({ alias, says: wordsOf(alias) })),
  entity: [...wordsOf(request.entityName ?? '').words].filter((word) => !OF_COMPANIES.has(word)),
});

function groupByKeys(
  requests: readonly Prepared[],
  keysOf: (request: Prepared) => readonly string[],
): Map<string, Prepared[]> {
  const groups = new Map<string, Prepared[]>();
  for (const request of requests) {
    for (const key of new Set(keysOf(request))) {
      groups.set(key, [...(groups.get(key) ?? []), request]);
    }
  }
  return groups;
}

function bestFor(file: WaitingFile, knowledge: Knowledge): Scored | undefined {
  const [first, second] = scoresFor(file, knowledge).filter(
    ({ score: reached, isSure }) => isSure && reached >= NEEDED,
  );
  return first && (!second || first.score - second.score >= TOO_CLOSE) ? first : undefined;
}

function scoresFor(file: WaitingFile, knowledge: Knowledge): Scored[] {
  const inside = file.content ? readContent(file.content) : null;
  const says = addDates(wordsOf(`${withoutEnding(file.title)} ${file.documentType ?? ''}`), inside);
  const past =
    knowledge.filedAs.get(callOf(wordsOf(withoutEnding(file.title)))) ?? new Map<string, string>();
  const candidates = inside
    ? knowledge.requests
    : new Set([
        ...[...says.words].flatMap((word) => knowledge.byWord.get(word) ?? []),
        ...[...past.keys()].flatMap((call) => knowledge.byCall.get(call) ?? []),
      ]);
  const alike = inside ? knowledge.contents.alike(inside.words) : new Map<string, Alike>();
  const mentioned = mentionedIn(says, inside, knowledge);
  return [...candidates]
    .map((request) => score({ file, says, inside, request, mentioned, past, alike }, knowledge))
    .filter(({ score: reached }) => reached >= POSSIBLE)
    .toSorted((one, other) => other.score - one.score);
}

interface Alike {
  readonly like: number;
  readonly filedAs: string;
}

/** Adds dates from the text that the name lacks. */
const addDates = (says: Words, inside: ContentWords | null): Words =>
  inside
    ? {
        words: says.words,
        years: says.years.size > 0 ? says.years : new Set(inside.years),
        months: says.months.size > 0 ? says.months : new Set(inside.months),
      }
    : says;

/** The entities mentioned in the name; otherwise the one that the text names first. */
function mentionedIn(says: Words, inside: ContentWords | null, { entities }: Knowledge): string[] {
  const byName = entities.filter(({ words }) => isMentioned(words, says));
  const [first] = inside
    ? entities
        .flatMap((entity) => {
          const at = placeOfName(inside, entity.words);
          return at === undefined ? [] : { ...entity, at };
        })
        .toSorted((one, other) => one.at - other.at)
    : [];
  const isClear = byName.length === 1 || !first;
  return isClear ? byName.map(({ name }) => name) : [first.name];
}

/** At least half of the words that distinguish an entity from the others. */
const isMentioned = (words: readonly string[], says: Words): boolean =>
  words.length > 0 && words.filter((word) => says.words.has(word)).length * 2 >= words.length;

interface Compared {
  file: WaitingFile;
  says: Words;
  request: Prepared;
  mentioned: readonly string[];
  past: ReadonlyMap<string, string>;
  inside: ContentWords | null;
  alike: ReadonlyMap<string, Alike>;
}

function score(compared: Compared, knowledge: Knowledge): Scored {
  const { file, says, request, past } = compared;
  const none = { file, request, isSure: false, score: 0, reason: '' };
  if (differs(says.years, request.says.years) || differs(says.months, request.says.months))
    return none;
  if (isOpposite(says, request.says)) return none;
  const nameLikeness = likeness(says, request.says, knowledge);
  const alias = request.also
    .map((also) => ({ ...also, like: likeness(says, also.says, knowledge) }))
    .toSorted((one, other) => other.like - one.like)[0];
  const filedAs = past.get(callOf(request.says));
  const byName = Math.max(nameLikeness, (alias?.like ?? 0) * 0.95, filedAs === undefined ? 0 : 0.8);
  const content = contentSays(compared, knowledge);
  const like = together(byName, content.like);
  if (like < (compared.inside ? POSSIBLE : 0.45)) return none;
  const about = aboutWhom(compared);
  return {
    file,
    request,
    isSure: like >= 0.45,
    score: Math.min(1, Math.max(0, like * 0.8 + datedAlike(says, request.says) + about.weight)),
    reason: [
      content.like > byName
        ? content.reason
        : nameSays({ ...compared, alias, nameLikeness, filedAs }),
      about.words,
    ]
      .filter(Boolean)
      .join('; '),
  };
}

/** Combines two independent scores: higher than each, but never 1. */
const together = (one: number, other: number): number =>
  Math.min(1, Math.max(one, other) + 0.25 * Math.min(one, other));

/** Similarity of unrelated filings, through headings, addresses and common phrases. */
const ALIKE_ANYWAY = 0.22;
const ALIKE_SURELY = 0.62;

function contentSays(
  { inside, request, alike }: Compared,
  { weight }: Knowledge,
): { like: number; reason: string } {
  if (!inside) return { like: 0, reason: '' };
  const learned = alike.get(callOf(request.says));
  const byFilings = learned
    ? Math.min(1, Math.max(0, (learned.like - ALIKE_ANYWAY) / (ALIKE_SURELY - ALIKE_ANYWAY))) * 0.9
    : 0;
  const titles = [request.says, ...request.also.map(({ says }) => says)];
  const byWords = Math.max(...titles.map((says) => contentMatch(inside, says, weight))) * 0.85;
  const byKind = request.kind !== null && request.kind === inside.kind ? 0.75 : 0;
  const signs = [byFilings, byWords, byKind].toSorted((one, other) => other - one);
  const like = Math.min(1, signs[0]! + 0.2 * signs[1]! + 0.1 * signs[2]!);
  if (byFilings === signs[0] && learned && byFilings > 0) {
    return { like, reason: `Reads like files you filed as ${learned.filedAs}` };
  }
  if (byKind > 0 && inside.kindWords) return { like, reason: `It says “${inside.kindWords}”` };
  const shared = [...request.says.words].filter((word) => inside.all.words.has(word));
  return {
    like,
    reason: shared.length > 0 ? `It says ${shared.join(', ')}` : 'Text inside matches',
  };
}

const differs = (inName: ReadonlySet<number>, inTitle: ReadonlySet<number>): boolean =>
  inName.size > 0 && inTitle.size > 0 && [...inTitle].every((each) => !inName.has(each));

const isOpposite = (inName: Words, inTitle: Words): boolean =>
  OPPOSITES.some(
    ([one, other]) =>
      (inName.words.has(one) && !inName.words.has(other) && inTitle.words.has(other)) ||
      (inName.words.has(other) && !inName.words.has(one) && inTitle.words.has(one)),
  );

/** How much of the request the name contains, 0 to 1, with more weight for rare words. */
function likeness(inName: Words, inTitle: Words, { weight }: Knowledge): number {
  const parts = [
    ...[...inTitle.words].map((word) => ({ weight: weight(word), shared: inName.words.has(word) })),
    ...[...inTitle.years].map((year) => ({ weight: OF_A_DATE, shared: inName.years.has(year) })),
    ...[...inTitle.months].map((month) => ({
      weight: OF_A_DATE,
      shared: inName.months.has(month),
    })),
  ];
  const sum = (some: typeof parts) => some.reduce((total, part) => total + part.weight, 0);
  return parts.length === 0 ? 0 : sum(parts.filter(({ shared }) => shared)) / sum(parts);
}

/** A score for matching years and months; slightly negative for a year that the name lacks. */
function datedAlike(inName: Words, inTitle: Words): number {
  const both = (one: Set<number>, other: Set<number>) => [...one].some((each) => other.has(each));
  const year = both(inName.years, inTitle.years) ? 0.15 : inTitle.years.size > 0 ? -0.05 : 0;
  return year + (both(inName.months, inTitle.months) ? 0.15 : 0);
}

function aboutWhom({ file, request, mentioned }: Compared): { weight: number; words: string } {
  const { entityName, entityId } = request;
  if (file.sherpaEntityId !== null && entityId !== null) {
    return file.sherpaEntityId === entityId
      ? { weight: 0.3, words: `it is about ${entityName}` }
      : { weight: -0.4, words: '' };
  }
  if (entityName !== null && mentioned.length > 0) {
    return mentioned.includes(entityName)
      ? { weight: 0.15, words: `it names ${entityName}` }
      : { weight: -0.3, words: '' };
  }
  if (request.assignedToUserId === file.userId) {
    return { weight: 0.1, words: `${file.userName ?? 'its sender'} was asked for it` };
  }
  if (entityName !== null && entityName === file.userName) {
    return { weight: 0.1, words: `it is from ${entityName}` };
  }
  return { weight: 0, words: entityName === null ? '' : `${entityName} has one open` };
}

interface Reasons extends Compared {
  alias: { alias: string; like: number } | undefined;
  nameLikeness: number;
  filedAs: string | undefined;
}

/** The words of the title that occur in the name, spelled as in the title. */
function nameSays({ says, request, alias, nameLikeness, filedAs }: Reasons): string {
  if (filedAs !== undefined && nameLikeness < 0.8)
    return `Files named like this were filed as ${filedAs}`;
  if (alias && alias.like > nameLikeness) return `Name says ${alias.alias}`;
  const contentWords = new Map(
    request.title.split(/[^\p{L}\p{N}'’&-]+/u).map((word) => [word, readTitleWords(word)]),
  );
  const shared = [...contentWords].flatMap(([word, dates]) =>
    dates.some(
      ({ words, year, month }) =>
        words.some((each) => says.words.has(each)) ||
        (year !== undefined && says.years.has(year)) ||
        (month !== undefined && says.months.has(month)),
    )
      ? word
      : [],
  );
  return `Name says ${shared.join(' ')}`;
}
