/** What emails and text messages about each topic say. */
import { LOAN_STATUSES, REJECTION_REASONS, type NotificationTopic } from '@cairn/contract';
import { SCAN_REASON_TEXTS } from '@cairn/contract/file-terms';
import { composeEmail } from '../../platform/email/compose.ts';
import type { EmailContent, Line, ListItem, Sender } from '../../platform/email/content.ts';
import {
  PRODUCT,
  safeFileName,
  safeSenderName,
  safeTitle,
} from '../../platform/email/sender-name.ts';
import { decisionEmail, submittedEmail, withdrawnEmail } from './application-emails.ts';
import type { PendingFacts } from './deliver-store.ts';
import { formatDay, weekdayOf } from './email-days.ts';
import type { Brand } from './types.ts';

export type Facts = readonly [PendingFacts, ...PendingFacts[]];
/** Reminders have a file of their own. */
type EventTopic = Exclude<NotificationTopic, 'REMINDERS'>;
/** Where no employee has opened an application, the lender's brand is left out. */
export interface From extends Brand {
  readonly site: string;
  /** The given name of the person who gets the email. */
  readonly recipient: string | null;
}
type Compose = (facts: Facts, from: From) => EmailContent;
type ComposeSms = (facts: Facts, site: string) => string | undefined;

export const emailOf = (
  topic: EventTopic,
  facts: readonly PendingFacts[],
  from: From,
): EmailContent => EMAILS[topic](facts as Facts, from);

export const smsOf = (
  topic: EventTopic,
  facts: readonly PendingFacts[],
  site: string,
): string | undefined => TEXTS[topic](facts as Facts, site);

const ON_LOAN = 'You get this email because you are on this loan.';
export const SAFE_WAY =
  'Please don’t attach documents to a reply. The button is the safe way to send them. We never ask for passwords or Social Security numbers by email.';
/** Requests or files that an email names one by one; the rest is counted. */
const MAX_ITEMS = 15;

const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
export const loanLink = (site: string, { loan_id }: PendingFacts): string =>
  `${site}/loans/${loan_id}`;
export const loanName = ({ loan_name }: PendingFacts, neutral = 'your loan'): string =>
  safeSenderName(loan_name, neutral);
/** What no employee has opened is not told in the lender's name. */
export const senderName = (facts: Facts): string =>
  facts.every(({ unreviewed }) => unreviewed) ? PRODUCT : facts[0].company_name;
export const senderOf = (facts: Facts, { site, logo, officer }: From): Sender => {
  const name = senderName(facts);
  return { name, site, ...(name !== PRODUCT && { logo, officer }) };
};
/** "Hi Elena, these are needed …"; without a usable name only the sentence. */
export const greet = ({ recipient }: From, sentence: string): string => {
  const name = safeSenderName(recipient, '');
  return name === '' ? sentence : `Hi ${name}, ${sentence[0]!.toLowerCase()}${sentence.slice(1)}`;
};

export const loansOf = (facts: Facts): PendingFacts[][] => [
  ...Map.groupBy(facts, ({ loan_id }) => loan_id).values(),
];
/** "Larkspur Bakery", or "3 loans". */
export function aboutLoans(facts: Facts): string {
  const loans = loansOf(facts);
  return loans.length === 1 ? loanName(facts[0]) : `${loans.length} loans`;
}

// Status, and applications: not gathered, each is told by itself.

const statusEmail: Compose = (facts, from) => {
  const { site } = from;
  const sender = senderOf(facts, from);
  const fact = facts.at(-1)!;
  if (fact.kind === 'APPLICATION_SUBMITTED') return submittedEmail(sender, fact);
  if (fact.kind === 'APPLICATION_DECIDED') return decisionEmail(sender, fact);
  if (fact.detail.byApplicant === true) return withdrawnEmail(sender, fact);
  const status = LOAN_STATUSES[fact.loan_status];
  return composeEmail(
    sender,
    `${loanName(fact, 'Your loan')}: ${status}`,
    [
      `The status of ${loanName(fact)} is now “${status}”.`,
      { link: loanLink(site, fact), words: 'Open the loan' },
    ],
    { reason: ON_LOAN },
  );
};

const statusText: ComposeSms = (facts, site) => {
  const fact = facts.at(-1)!;
  if (fact.kind !== 'STATUS_CHANGED' || fact.detail.byApplicant === true) return undefined;
  const status = LOAN_STATUSES[fact.loan_status];
  return `${fact.company_name}: the status of ${loanName(fact)} is now ${status}. ${loanLink(site, fact)}`;
};

// People on a loan.

/** Of an application that no employee has opened nothing is said that the applicant wrote. */
const namedLoan = ({ loan_name, unreviewed }: PendingFacts): string => {
  if (unreviewed) return 'a loan application';
  const safe = safeSenderName(loan_name, '');
  return safe === '' ? 'a loan' : `the loan “${safe}”`;
};

const memberEmail: Compose = (facts, from) => {
  const { site } = from;
  const sender = senderOf(facts, from);
  const fact = facts.at(-1)!;
  const { company_name, unreviewed } = fact;
  if (fact.kind === 'MEMBER_REMOVED') {
    return composeEmail(
      sender,
      `You were removed from ${namedLoan(fact)}`,
      [
        `You were removed from ${namedLoan(fact)} at ${company_name}. What you sent in stays with the lender.`,
        `If you think that this is a mistake, ask ${company_name}.`,
      ],
      { reason: 'You get this email because you were on this loan.' },
    );
  }
  return composeEmail(
    sender,
    `You were added to ${namedLoan(fact)}`,
    [
      unreviewed
        ? `An applicant added you to a loan application at ${company_name}. ${company_name} has not reviewed it yet.`
        : `${sender.name} added you to ${namedLoan(fact)}. You can open it right away.`,
      { link: loanLink(site, fact), words: 'Open the loan' },
    ],
    { reason: ON_LOAN },
  );
};

const memberText: ComposeSms = (facts, site) => {
  const fact = facts.at(-1)!;
  const by = senderName(facts);
  return fact.kind === 'MEMBER_REMOVED'
    ? `${by}: you were removed from ${namedLoan(fact)}.`
    : `${by}: you were added to ${namedLoan(fact)}. ${loanLink(site, fact)}`;
};

// Messages: how many, from whom, on which loan. What they say is not repeated.

const authorOf = ({ actor_name, unreviewed }: PendingFacts): string =>
  unreviewed ? 'Someone on a loan application' : safeSenderName(actor_name, 'Someone on the loan');
const messageLoan = (fact: PendingFacts): string =>
  fact.unreviewed ? 'a new loan application' : loanName(fact);
const threadLink = (site: string, fact: PendingFacts): string =>
  fact.kind === 'NOTE'
    ? `${loanLink(site, fact)}?notes=${fact.merge_key}`
    : `${loanLink(site, fact)}/messages?thread=${fact.merge_key}`;
const isNote = ({ kind }: PendingFacts): boolean => kind === 'NOTE';
const countOf = (facts: readonly PendingFacts[]): string => {
  const one = facts.every(isNote) ? 'note' : 'message';
  return facts.length === 1 ? `a ${one}` : `${facts.length} ${one}s`;
};
/** Notes are mentioned, messages are sent; gathered with messages, they are counted as such. */
const sentYou = (facts: readonly PendingFacts[]): string =>
  facts.every(isNote) ? `mentioned you in ${countOf(facts)}` : `sent you ${countOf(facts)}`;

function messageTitle(facts: Facts): string {
  const authors = new Set(facts.map(authorOf));
  const loans = new Set(facts.map(messageLoan));
  const about = loans.size === 1 ? [...loans][0]! : `${loans.size} loans`;
  return authors.size === 1
    ? `${[...authors][0]} ${sentYou(facts)} about ${about}`
    : `You have ${countOf(facts)} about ${about}`;
}

/** Conversations that a digest names one by one; the rest is counted. */
const MAX_CONVERSATIONS = 10;

const linkWords = (facts: readonly PendingFacts[]): string => {
  if (facts.every(isNote)) return 'Read the note';
  return facts.length === 1 ? 'Read the message' : 'Read the messages';
};

const messageEmail: Compose = (facts, from) => {
  const { site } = from;
  const threads = [...Map.groupBy(facts, ({ merge_key }) => merge_key).values()];
  const shown = threads.slice(0, MAX_CONVERSATIONS);
  const more = threads.length - shown.length;
  return composeEmail(
    senderOf(facts, from),
    messageTitle(facts),
    [
      ...shown.flatMap((inThread) => [
        `${[...new Set(inThread.map(authorOf))].join(', ')}: ${countOf(inThread)} about ${messageLoan(inThread[0]!)}.`,
        {
          link: threadLink(site, inThread[0]!),
          words: linkWords(inThread),
        },
      ]),
      ...(more > 0 ? [`And ${plural(more, 'more conversation', 'more conversations')}.`] : []),
    ],
    {
      reason: facts.every(isNote)
        ? 'You get this email because a colleague mentioned you in a note.'
        : 'You get this email because you have unread messages. You can mute a conversation.',
    },
  );
};

const messageText: ComposeSms = (facts, site) =>
  `${senderName(facts)}: ${messageTitle(facts)}. ${threadLink(site, facts[0])}`;

// New requests.

/** The day by which all of them are needed, if each has one. */
const lastDue = (facts: Facts): string | undefined => {
  const dates = facts.flatMap(({ due_date }) => due_date ?? []);
  return dates.length === facts.length ? dates.toSorted().at(-1) : undefined;
};

/** Borrowers choose the names of businesses and files: none of them is a link in the lender's email. */
export const titleOf = ({ title, from_rule }: PendingFacts): string | null =>
  title !== null && from_rule ? safeTitle(title, 'A document') : title;
const nameOf = (fact: PendingFacts, neutral: string): string =>
  titleOf(fact) ?? safeFileName(fact.document_name, neutral);
const entityOf = ({ entity_name }: PendingFacts): string => safeSenderName(entity_name, '');

export function requestItem(fact: PendingFacts): ListItem {
  const { instructions, due_date } = fact;
  return {
    title: titleOf(fact) ?? 'A document',
    notes: [entityOf(fact), instructions].flatMap((note) => note || []),
    aside: due_date ? `Due ${weekdayOf(due_date)}` : undefined,
  };
}

export const itemLines = (items: readonly ListItem[]): Line[] => [
  { items: items.slice(0, MAX_ITEMS) },
  ...(items.length > MAX_ITEMS ? [`And ${items.length - MAX_ITEMS} more.`] : []),
];

export const titlesIn = (facts: readonly PendingFacts[]): string =>
  facts
    .slice(0, 3)
    .map((fact) => nameOf(fact, 'A file'))
    .join(', ');

const requestSubject = (facts: Facts): string => {
  const due = lastDue(facts);
  const by = due ? ` by ${formatDay(due, { month: 'short', day: 'numeric' })}` : '';
  return `${facts[0].company_name} needs ${plural(facts.length, 'document')}${by}`;
};

const requestTitle = (facts: Facts): string => {
  const due = lastDue(facts);
  const needed = `${plural(facts.length, 'document')} needed`;
  if (!due) return needed;
  const day = formatDay(due, { weekday: 'long', month: 'long', day: 'numeric' });
  // The number stays on the month's line.
  return `${needed} by ${day.replace(/ (\d+)$/, '\u00A0$1')}`;
};

const requestEmail: Compose = (facts, from) => {
  const { site } = from;
  const fact = facts[0];
  return composeEmail(
    senderOf(facts, from),
    requestTitle(facts),
    [
      greet(
        from,
        `${facts.length === 1 ? 'This is' : 'These are'} needed for ${aboutLoans(facts)}. Phone photos are fine.`,
      ),
      ...itemLines(facts.map(requestItem)),
      { link: loansOf(facts).length === 1 ? loanLink(site, fact) : site, words: 'Send documents' },
      ...(fact.level === 'BORROWER'
        ? [{ hint: 'Your accountant has one of these? Hand it over from the same page.' }]
        : []),
    ],
    {
      subject: requestSubject(facts),
      preheader: titlesIn(facts),
      reason: 'You get this email because documents were requested from you.',
      note: SAFE_WAY,
    },
  );
};

const requestText: ComposeSms = (facts, site) =>
  `${requestSubject(facts)}. ${loanLink(site, facts[0])}`;

// Decisions about what someone sent, and files that were blocked.

const isProblem = ({ kind }: PendingFacts): boolean => kind !== 'APPROVED';

function problemLines(fact: PendingFacts): Line[] {
  const name = nameOf(fact, 'Your file');
  if (fact.kind === 'FILE_BLOCKED') {
    return [`${name}: ${SCAN_REASON_TEXTS[fact.detail.reason ?? 'VIRUS']}`];
  }
  const code = fact.rejection_code && REJECTION_REASONS[fact.rejection_code];
  return [
    { quote: fact.rejection_reason ?? code?.sentence ?? '', by: `${reviewerOf(fact)} wrote` },
    { details: detailsOf(fact, name) },
  ];
}

const reviewerOf = ({ actor_given_name, company_name }: PendingFacts): string =>
  safeSenderName(actor_given_name, company_name);

function detailsOf(fact: PendingFacts, name: string): [string, string][] {
  const details: [string, string | null][] = [
    ['Document', name],
    ['For', entityOf(fact)],
    ['You sent', safeFileName(fact.document_name, '')],
    ['Due', fact.due_date && weekdayOf(fact.due_date)],
  ];
  return details.flatMap(([label, value]) => (value ? [[label, value]] : []));
}

function reviewTitle(facts: Facts): string {
  const problems = facts.filter(isProblem);
  const [first] = problems;
  if (!first) {
    return facts.length === 1
      ? `${titleOf(facts[0]) ?? 'A document'} was approved`
      : `${facts.length} documents were approved`;
  }
  return problems.length === 1
    ? `${nameOf(first, 'A file')} needs attention`
    : `${problems.length} documents need attention`;
}

const reviewEmail: Compose = (facts, from) => {
  const { site } = from;
  const problems = facts.filter(isProblem);
  const approved = facts.filter((fact) => !isProblem(fact));
  const [first] = problems;
  return composeEmail(
    senderOf(facts, from),
    first?.kind === 'REJECTED' && problems.length === 1
      ? `Please send ${nameOf(first, 'the document')} again`
      : reviewTitle(facts),
    [
      ...(first?.kind === 'REJECTED'
        ? [greet(from, 'Thanks for sending this. Please read the note and send a new file.')]
        : []),
      ...problems.slice(0, MAX_ITEMS).flatMap(problemLines),
      ...(approved.length > 0
        ? [
            first ? 'Approved:' : `Approved for ${aboutLoans(facts)}. There is nothing to do.`,
            ...itemLines(approved.map(requestItem)),
          ]
        : []),
      {
        link:
          problems.length === 1 && first?.element_id
            ? `${loanLink(site, first)}?view=package&item=${first.element_id}`
            : loanLink(site, first ?? facts[0]),
        words: first ? 'Send a new file' : 'Open the loan',
      },
      ...(first?.kind === 'REJECTED'
        ? [
            {
              hint: 'Need more time, or think this is a mistake?',
              link: `${loanLink(site, first)}/messages`,
              words: `Tell ${reviewerOf(first)}`,
            },
          ]
        : []),
    ],
    {
      subject: reviewTitle(facts),
      preheader: first?.rejection_reason ?? titlesIn(facts),
      reason: 'You get this email because you sent documents for this loan.',
      ...(first && { badge: 'Needs attention', note: SAFE_WAY }),
    },
  );
};

const reviewText: ComposeSms = (facts, site) => {
  const problems = facts.filter(isProblem);
  const [first] = problems;
  if (!first) return undefined;
  return `${senderName(facts)}: ${reviewTitle(problems as unknown as Facts)}. ${loanLink(site, first)}`;
};

// What came in, for the lender.

function uploadTitle(facts: Facts): string {
  const people = new Set(facts.map(({ actor_name }) => safeSenderName(actor_name, 'Someone')));
  const who = people.size === 1 ? [...people][0]! : plural(people.size, 'person', 'people');
  return `${who} sent ${plural(facts.length, 'document')} for ${aboutLoans(facts)}`;
}

const uploadEmail: Compose = (facts, from) => {
  const { site } = from;
  return composeEmail(
    { ...senderOf(facts, from), officer: undefined },
    uploadTitle(facts),
    [
      ...loansOf(facts)
        .slice(0, MAX_ITEMS)
        .flatMap((ofLoan): Line[] => [
          ...(loansOf(facts).length > 1 ? [`${loanName(ofLoan[0]!, 'A loan')}:`] : []),
          ...itemLines(
            ofLoan.map((fact) => ({
              title: nameOf(fact, 'A file'),
              notes: [entityOf(fact)].filter(Boolean),
              aside: fact.kind === 'FILE_BLOCKED' ? 'Blocked' : undefined,
            })),
          ),
        ]),
      {
        link: loansOf(facts).length === 1 ? loanLink(site, facts[0]) : site,
        words: loansOf(facts).length === 1 ? 'Open the loan' : 'Open Cairn',
      },
    ],
    { preheader: titlesIn(facts), reason: 'You get this email because you work on this loan.' },
  );
};

const uploadText: ComposeSms = (facts, site) =>
  `${senderName(facts)}: ${uploadTitle(facts)}. ${loanLink(site, facts[0])}`;

const EMAILS: Record<EventTopic, Compose> = {
  MEMBERS: memberEmail,
  MESSAGES: messageEmail,
  STATUS: statusEmail,
  REQUESTS: requestEmail,
  REVIEWS: reviewEmail,
  UPLOADS: uploadEmail,
};
const TEXTS: Record<EventTopic, ComposeSms> = {
  MEMBERS: memberText,
  MESSAGES: messageText,
  STATUS: statusText,
  REQUESTS: requestText,
  REVIEWS: reviewText,
  UPLOADS: uploadText,
};
