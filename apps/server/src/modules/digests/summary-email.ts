/** The summary email: open requests by date, then what changed since the last one. */
import { UNREADABLE_WORDS } from '@cairn/contract/file-terms';
import { composeEmail } from '../../platform/email/compose.ts';
import type { EmailContent, Line, ListItem } from '../../platform/email/content.ts';
import { PRODUCT, safeSenderName, safeTitle } from '../../platform/email/sender-name.ts';
import { writeText } from '../../platform/email/texts.ts';
import {
  formatDay,
  greet,
  itemLines,
  nameOf,
  plural,
  SAFE_WAY,
  weekdayOf,
  type From,
  type PendingFacts,
} from '../notifications/index.ts';

export interface TodoRow {
  id: string;
  loan_id: string;
  loan_name: string;
  title: string;
  from_rule: boolean;
  entity_name: string | null;
  due_date: string | null;
  rejected: boolean;
  /** The request's file was blocked or cannot be read. */
  unusable: boolean;
}

export interface SummaryFacts {
  readonly company: string;
  readonly news: readonly PendingFacts[];
  readonly todo: readonly TodoRow[];
  readonly progress: { readonly approved: number; readonly inReview: number } | null;
  readonly weekly: boolean;
  readonly today: string;
}

const todoTitle = ({ title, from_rule }: TodoRow): string =>
  from_rule ? safeTitle(title, 'A document') : title;
const shownDay = (day: string, today: string): string => (day === today ? 'Today' : weekdayOf(day));

/** Borrowers choose the names of loans, so they are made safe as in all emails. */
const loansIn = ({ news, todo }: SummaryFacts): Map<string, string> =>
  new Map(
    [...todo, ...news].map(({ loan_id, loan_name }) => [
      loan_id,
      safeSenderName(loan_name, 'your loan'),
    ]),
  );
const aboutLoans = (facts: SummaryFacts): string => {
  const loans = loansIn(facts);
  return loans.size === 1 ? [...loans.values()][0]! : `${loans.size} loans`;
};

function todoItem(row: TodoRow, { today }: SummaryFacts, names: Map<string, string>): ListItem {
  const notes = [
    safeSenderName(row.entity_name, ''),
    row.rejected ? 'Needs attention: open it to read the note' : '',
    row.unusable && !row.rejected ? 'Needs attention: send another file' : '',
    names.size > 1 ? names.get(row.loan_id)! : '',
  ];
  return {
    title: todoTitle(row),
    notes: notes.filter((note) => note !== ''),
    aside: row.due_date ? shownDay(row.due_date, today) : undefined,
  };
}

const actorOf = ({ actor_name, unreviewed }: PendingFacts): string =>
  unreviewed ? 'Someone on a loan application' : safeSenderName(actor_name, 'Someone');

/** A short description of each kind of event, after the title. */
const WORDS: Partial<Record<PendingFacts['kind'], (fact: PendingFacts) => string>> = {
  APPROVED: () => 'Approved',
  REJECTED: () => 'Needs attention',
  REQUESTED: () => 'New request',
  UPLOADED: (fact) => `Sent by ${actorOf(fact)}`,
  FILE_BLOCKED: () => 'Blocked by the virus check',
  FILE_UNREADABLE: ({ detail }) => UNREADABLE_WORDS[detail.contentState ?? 'DAMAGED'],
};

/** Messages of a conversation, and notes that mention the reader. */
const isWritten = ({ kind }: PendingFacts): boolean => kind === 'MESSAGE' || kind === 'NOTE';

/** Similar messages are combined; requests are listed as open ones instead. */
function newsItems(facts: SummaryFacts, names: Map<string, string>): ListItem[] {
  const todo = new Set(facts.todo.map(({ id }) => id));
  const rest = facts.news.filter(
    ({ kind, element_id }) =>
      !((kind === 'REQUESTED' || kind === 'REJECTED') && element_id && todo.has(element_id)),
  );
  const lines = [
    ...Map.groupBy(rest, (fact) => (isWritten(fact) ? fact.merge_key : fact.id)).values(),
  ];
  return lines.map((line) => {
    const fact = line.at(-1)!;
    const isMessage = isWritten(fact);
    const noun = line.every(({ kind }) => kind === 'NOTE') ? 'note' : 'message';
    const loan = fact.unreviewed ? 'a loan application' : names.get(fact.loan_id)!;
    return {
      title: isMessage
        ? `${plural(line.length, noun)} from ${[...new Set(line.map(actorOf))].join(', ')}`
        : nameOf(fact, 'A file'),
      notes: [WORDS[fact.kind]?.(fact), names.size > 1 || isMessage ? loan : undefined].filter(
        (note) => note !== undefined,
      ),
      aside: formatDay(fact.created_at.slice(0, 10), { month: 'short', day: 'numeric' }),
    };
  });
}

const lastDue = ({ todo }: SummaryFacts): string | undefined => {
  const days = todo.flatMap(({ due_date }) => due_date ?? []);
  return days.length === todo.length ? days.toSorted().at(-1) : undefined;
};

const things = (count: number): string => (count === 1 ? '1 thing' : `${count} things`);

function titleOf(facts: SummaryFacts): string {
  const { todo, weekly, news } = facts;
  const when = weekly ? 'Your week' : 'Your day';
  if (todo.length === 0) return `${when}: ${plural(news.length, 'update')}`;
  const due = lastDue(facts);
  const day = due && formatDay(due, { weekday: 'long', month: 'long', day: 'numeric' });
  const by = day ? ` by ${day.replace(/ (\d+)$/, '\u00A0$1')}` : '';
  return `${when}: ${things(todo.length)} to do${by}`;
}

function subjectOf(facts: SummaryFacts): string {
  const { todo, weekly, news } = facts;
  const about = aboutLoans(facts);
  if (todo.length === 0) return `${plural(news.length, 'update')} on ${about}`;
  return `${things(todo.length)} to do${weekly ? ' this week' : ''} for ${about}`;
}

function openingOf(facts: SummaryFacts, from: From): string {
  const { todo, today } = facts;
  const late = todo.filter(({ due_date }) => due_date !== null && due_date < today).length;
  const now = todo.filter(({ due_date }) => due_date === today).length;
  if (todo.length === 0) return greet(from, `This is new on ${aboutLoans(facts)}.`);
  if (late > 0)
    return greet(
      from,
      `${plural(late, 'document')} ${late === 1 ? 'is' : 'are'} overdue. Phone photos are fine.`,
    );
  if (now > 0)
    return greet(
      from,
      `${now === 1 ? 'One' : now} of these ${now === 1 ? 'is' : 'are'} due today. Phone photos are fine.`,
    );
  return greet(from, 'This is left to send. Phone photos are fine.');
}

export function summaryEmail(facts: SummaryFacts, from: From): EmailContent {
  const { news, todo, progress, weekly } = facts;
  const names = loansIn(facts);
  const isOwn = news.length === 0 || !news.every(({ unreviewed }) => unreviewed);
  const { site, unsubscribe, logo, officer, color, legalLine } = from;
  const sender = isOwn
    ? {
        name: facts.company,
        site,
        unsubscribe,
        logo,
        officer: todo.length > 0 ? officer : undefined,
        color,
        legalLine,
      }
    : { name: PRODUCT, site, unsubscribe };
  const due = lastDue(facts);
  const { subject, opening } = writeText(
    isOwn ? from.texts?.SUMMARY : undefined,
    {
      firstName: safeSenderName(from.recipient, ''),
      company: facts.company,
      loan: aboutLoans(facts),
      officer: officer?.name,
      documents: todo.length === 0 ? undefined : plural(todo.length, 'document'),
      due: due && formatDay(due, { month: 'short', day: 'numeric' }),
    },
    { subject: subjectOf(facts), opening: openingOf(facts, from) },
  );
  const since = newsItems(facts, names);
  const [onlyLoan] = names.size === 1 ? names.keys() : [];
  const lines: Line[] = [
    ...opening,
    ...(progress ? [{ progress: { ...progress, todo: todo.length } }] : []),
    ...(todo.length > 0
      ? [{ heading: 'To do' }, ...itemLines(todo.map((row) => todoItem(row, facts, names)))]
      : []),
    {
      link: onlyLoan ? `${site}/loans/${onlyLoan}` : site,
      words: todo.length > 0 ? 'See your tasks' : 'Open Cairn',
    },
    ...(since.length > 0
      ? [{ heading: weekly ? 'Since the last summary' : 'Since yesterday' }, ...itemLines(since)]
      : []),
  ];
  return composeEmail(sender, titleOf(facts), lines, {
    subject,
    preheader: todo.length > 0 ? todo.slice(0, 3).map(todoTitle).join(', ') : opening[0]!,
    reason: `You get this summary every ${weekly ? 'week' : 'day'} because you chose it. You can change how often.`,
    ...(todo.length > 0 && { note: SAFE_WAY }),
  });
}
