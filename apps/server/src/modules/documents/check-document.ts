/**
 * Compares what a document says with what was requested. A check never decides: it only flags differences. Pure
 * functions.
 */
import type { DocumentCheck } from '@cairn/contract/review';
import { kindLabel } from './document-kinds.ts';
import { lastDay, type DocumentFacts, type Evidence } from './read-facts.ts';

export interface AskedFor {
  readonly title: string;
  readonly description: string | null;
  readonly flags: readonly string[];
  /** Maximum age in days, from the template. */
  readonly freshDays: number | null;
}

export interface NamedEntity extends Evidence {
  readonly name: string;
}

export interface Compared {
  readonly request: AskedFor;
  readonly facts: DocumentFacts;
  /** The entity that the request is about; if null, any entity of the loan. */
  readonly entity: string | null;
  readonly mention: NamedEntity | null;
  readonly now: Date;
}

const MONTH_NAMES =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const DAY_MS = 86_400_000;

type Check = DocumentCheck;
const check = (
  kind: Check['kind'],
  isPassed: boolean,
  texts: { label: string; detail: string; evidence?: Evidence | null | undefined },
): Check => ({
  kind,
  state: isPassed ? 'PASSED' : 'FAILED',
  label: texts.label,
  detail: texts.detail,
  page: texts.evidence?.page ?? null,
  words: texts.evidence?.words ?? null,
});

export function checkDocument(compared: Compared): Check[] {
  return [
    kindCheck(compared),
    entityCheck(compared),
    periodCheck(compared),
    signatureCheck(compared),
    ageCheck(compared),
  ].filter((result) => result !== null);
}

/** Only a hint, because the same document has many names. */
function kindCheck({ facts: { kind } }: Compared): Check | null {
  const label = kind ? kindLabel(kind.kind) : undefined;
  if (!kind || label === undefined) return null;
  const hint = { label: 'Looks like', detail: label, evidence: kind };
  return { ...check('KIND', true, hint), state: 'NOTE' };
}

function entityCheck({ entity, mention }: Compared): Check | null {
  if (mention) {
    return check('ENTITY', true, {
      label: 'Entity matches',
      detail: mention.name,
      evidence: mention,
    });
  }
  if (entity === null) return null;
  return check('ENTITY', false, { label: 'Entity not found', detail: `${entity} isn’t named` });
}

interface AskedPeriod {
  readonly year: number | null;
  /** 1 to 12. */
  readonly months: readonly number[];
}

/** Parses titles such as "2025 business tax return", "Bank statements, Aug–Oct", "October bank statement". */
export function askedPeriod(title: string): AskedPeriod {
  const year = /\b(20[0-4]\d)\b/.exec(title)?.[1];
  const months = [
    ...title.matchAll(
      /\b(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/gi,
    ),
  ].map(
    ([name]) =>
      MONTH_NAMES.findIndex(
        (each) => each.slice(0, 3).toLowerCase() === name.slice(0, 3).toLowerCase(),
      ) + 1,
  );
  return { year: year ? Number(year) : null, months };
}

function periodCheck({ request, facts }: Compared): Check | null {
  const { year, months } = askedPeriod(request.title);
  if (months.length > 0) return monthsCheck(facts, year, months);
  if (year === null) return null;
  const dated =
    facts.years.find((each) => each.year === year) ??
    facts.periods.find(
      ({ from, to }) => from.startsWith(String(year)) || to.startsWith(String(year)),
    );
  if (dated) {
    const detail = `${year}, asked ${year}`;
    return check('PERIOD', true, { label: 'Period matches', detail, evidence: dated });
  }
  const [other] = facts.years;
  if (!other) return null;
  const detail = `${other.year}, asked ${year}`;
  return check('PERIOD', false, { label: 'Other period', detail, evidence: other });
}

const spanText = (from: string, to: string): string => {
  const name = (day: string) => MONTH_NAMES[Number(day.slice(5, 7)) - 1]!.slice(0, 3);
  const [first, last] = [name(from), name(to)];
  return `${first === last ? first : `${first}–${last}`} ${to.slice(0, 4)}`;
};

/**
 * Statements cover the requested months if the first begins and the last ends no later and no earlier than requested.
 */
function monthsCheck(
  { periods }: DocumentFacts,
  year: number | null,
  months: readonly number[],
): Check | null {
  const [first] = periods;
  if (!first) return null;
  const [begins, ends] = [months[0]!, months.at(-1)!];
  const covers = periods.find(({ from, to }) => {
    const askedYear = year ?? Number(to.slice(0, 4));
    const firstYear = askedYear - (begins > ends ? 1 : 0);
    return (
      from <= `${firstYear}-${String(begins).padStart(2, '0')}-03` &&
      to >= lastDay(askedYear, ends).slice(0, 8) + '25'
    );
  });
  const names = [...new Set([begins, ends])].map((month) => MONTH_NAMES[month - 1]!.slice(0, 3));
  const requested = `${names.join('–')}${year === null ? '' : ` ${year}`}`;
  const span = covers ?? first;
  const detail = `${spanText(span.from, span.to)}, asked ${requested}`;
  return check('PERIOD', covers !== undefined, {
    ...{ label: covers ? 'Period matches' : 'Period not covered', detail, evidence: span },
  });
}

const SIGNING_FLAGS = ['SIGNATURE_REQUIRED', 'NEEDS_SIGNATURE', 'NEEDS_WET_SIG', 'SELF_SIGN'];

function signatureCheck({ request, facts: { signature } }: Compared): Check | null {
  const isAsked =
    request.flags.some((flag) => SIGNING_FLAGS.includes(flag)) ||
    /\bsign(?:ed|ature)\b/i.test(`${request.title} ${request.description ?? ''}`);
  if (!isAsked) return null;
  return signature
    ? check('SIGNATURE', true, {
        label: 'Signature page found',
        detail: signature.words,
        evidence: signature,
      })
    : check('SIGNATURE', false, {
        label: 'No signature page',
        detail: 'No line for a signature was found',
      });
}

/** Matches "Not older than 60 days", "Dated within 90 days of closing". */
const FRESH = /(?:older than|within|no more than|last) (\d{1,3}) days/i;

function ageCheck({ request, facts, now }: Compared): Check | null {
  const days = Number(FRESH.exec(request.description ?? '')?.[1] ?? request.freshDays ?? 0);
  const today = now.toISOString().slice(0, 10);
  const dated = [
    ...facts.dates,
    ...facts.periods.map(({ to, page, words }) => ({ date: to, page, words })),
  ]
    .filter(({ date }) => date <= today)
    .toSorted((one, other) => other.date.localeCompare(one.date))[0];
  if (days === 0 || !dated) return null;
  const age = Math.floor((now.getTime() - new Date(dated.date).getTime()) / DAY_MS);
  const day = `${MONTH_NAMES[Number(dated.date.slice(5, 7)) - 1]!.slice(0, 3)} ${Number(dated.date.slice(8))}`;
  const detail = `Dated ${age === 0 ? 'today' : `${age} ${age === 1 ? 'day' : 'days'} ago`}, ${day}`;
  return check('AGE', age <= days, {
    ...{
      label: age <= days ? `Within ${days} days` : `Older than ${days} days`,
      detail,
      evidence: dated,
    },
  });
}
