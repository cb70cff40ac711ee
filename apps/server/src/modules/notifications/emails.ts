/** Texts of emails and text messages by topic. */
import { LOAN_STATUSES, REJECTION_REASONS, type EmailTopic } from '@cairn/contract';
import {
  CONTENT_PROBLEM_TEXTS,
  isLockedPdf,
  scanReasonText,
  UNREADABLE_WORDS,
} from '@cairn/contract/file-terms';
import { composeEmail } from '../../platform/email/compose.ts';
import type { EmailContent, Line } from '../../platform/email/content.ts';
import { safeFileName, safeSenderName } from '../../platform/email/sender-name.ts';
import { decisionEmail, submittedEmail, withdrawnEmail } from './application-emails.ts';
import type { PendingFacts } from './deliver-store.ts';
import { formatDay, weekdayOf } from './email-days.ts';
import {
  aboutLoans,
  entityOf,
  greet,
  itemLines,
  loanLink,
  loanName,
  loansOf,
  MAX_ITEMS,
  nameOf,
  plural,
  requestItem,
  SAFE_WAY,
  senderName,
  senderOf,
  textFor,
  titleOf,
  titlesIn,
  type Compose,
  type ComposeSms,
  type Facts,
  type From,
} from './email-parts.ts';
import { messageEmail, messageText } from './message-emails.ts';

/** Reminders are in reminder-emails.ts. */
type EventTopic = Exclude<EmailTopic, 'REMINDERS'>;
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
// Status changes and applications, each sent by itself.

const statusEmail: Compose = (facts, from) => {
  const { site } = from;
  const sender = senderOf(facts, from);
  const fact = facts.at(-1)!;
  if (fact.kind === 'APPLICATION_SUBMITTED') return submittedEmail(sender, fact);
  if (fact.kind === 'APPLICATION_DECIDED') return decisionEmail(sender, fact);
  if (fact.detail.byApplicant === true) return withdrawnEmail(sender, fact);
  const status = LOAN_STATUSES[fact.loan_status];
  const title = `${loanName(fact, 'Your loan')}: ${status}`;
  const { subject, opening } = textFor(
    'STATUS',
    [fact],
    from,
    { status },
    {
      subject: `${title}: ${sender.name}`,
      opening: `The status of ${loanName(fact)} is now “${status}”.`,
    },
  );
  return composeEmail(
    sender,
    title,
    [...opening, { link: loanLink(site, fact), words: 'Open the loan' }],
    { subject, reason: ON_LOAN },
  );
};

const statusText: ComposeSms = (facts, site) => {
  const fact = facts.at(-1)!;
  if (fact.kind !== 'STATUS_CHANGED' || fact.detail.byApplicant === true) return undefined;
  const status = LOAN_STATUSES[fact.loan_status];
  return `${fact.company_name}: the status of ${loanName(fact)} is now ${status}. ${loanLink(site, fact)}`;
};

// Loan members.

/** Without text of the applicant if no employee has opened the application. */
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
        `You were removed from ${namedLoan(fact)} at ${company_name}. What you sent stays with the lender.`,
        `If you think this is a mistake, ask ${company_name}.`,
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

// New requests.

/** The latest due date, if all of them have one. */
const lastDue = (facts: Facts): string | undefined => {
  const dates = facts.flatMap(({ due_date }) => due_date ?? []);
  return dates.length === facts.length ? dates.toSorted().at(-1) : undefined;
};

const dueInShort = (facts: Facts): string | undefined => {
  const due = lastDue(facts);
  return due && formatDay(due, { month: 'short', day: 'numeric' });
};

const requestSubject = (facts: Facts): string => {
  const due = dueInShort(facts);
  const by = due ? ` by ${due}` : '';
  return `${facts[0].company_name} needs ${plural(facts.length, 'document')}${by}`;
};

const requestTitle = (facts: Facts): string => {
  const due = lastDue(facts);
  const needed = `${plural(facts.length, 'document')} needed`;
  if (!due) return needed;
  const day = formatDay(due, { weekday: 'long', month: 'long', day: 'numeric' });
  // Keeps day and month on one line.
  return `${needed} by ${day.replace(/ (\d+)$/, '\u00A0$1')}`;
};

const requestEmail: Compose = (facts, from) => {
  const { site } = from;
  const fact = facts[0];
  const these = facts.length === 1 ? 'This is' : 'These are';
  const values = { documents: plural(facts.length, 'document'), due: dueInShort(facts) };
  const { subject, opening } = textFor('REQUESTS', facts, from, values, {
    subject: requestSubject(facts),
    opening: greet(from, `${these} needed for ${aboutLoans(facts)}. Phone photos are fine.`),
  });
  return composeEmail(
    senderOf(facts, from),
    requestTitle(facts),
    [
      ...opening,
      ...itemLines(facts.map(requestItem)),
      { link: loansOf(facts).length === 1 ? loanLink(site, fact) : site, words: 'Send documents' },
      ...(fact.level === 'BORROWER'
        ? [{ hint: 'Your accountant has one of these? Hand it over from the same page.' }]
        : []),
    ],
    {
      subject,
      preheader: titlesIn(facts),
      reason: 'You get this email because documents were requested from you.',
      note: SAFE_WAY,
    },
  );
};

const requestText: ComposeSms = (facts, site) =>
  `${requestSubject(facts)}. ${loanLink(site, facts[0])}`;

// Decisions about answers, and files that were blocked or cannot be read.

const isProblem = ({ kind }: PendingFacts): boolean => kind !== 'APPROVED';

function problemLines(fact: PendingFacts): Line[] {
  const name = nameOf(fact, 'Your file');
  if (fact.kind === 'FILE_BLOCKED') {
    const { document_name, detail } = fact;
    return [`${name}: ${scanReasonText(detail.reason ?? 'VIRUS', document_name ?? '')}`];
  }
  if (fact.kind === 'FILE_UNREADABLE') return [`${name}: ${unreadableText(fact)}`];
  const code = fact.rejection_code && REJECTION_REASONS[fact.rejection_code];
  return [
    { quote: fact.rejection_reason ?? code?.sentence ?? '', by: `${reviewerOf(fact)} wrote` },
    { details: detailsOf(fact, name) },
  ];
}

const unreadableText = ({ detail }: PendingFacts): string =>
  CONTENT_PROBLEM_TEXTS[detail.contentState ?? 'DAMAGED'];

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

/** A blocked or unreadable file has its own line that says what to do. */
function reviewTexts(facts: Facts, from: From, first: PendingFacts | undefined, approved: number) {
  const subject = reviewTitle(facts);
  if (!first) {
    const values = { documents: plural(approved, 'document') };
    const opening = `Approved for ${aboutLoans(facts)}. There is nothing to do.`;
    return textFor('APPROVED', facts, from, values, { subject, opening });
  }
  if (first.kind !== 'REJECTED') return { subject, opening: [] };
  return textFor(
    'REJECTED',
    facts,
    from,
    { document: nameOf(first, '') },
    {
      subject,
      opening: greet(from, 'Thanks for sending this. Please read the note and send a new file.'),
    },
  );
}

/** Links to the request that needs attention, if there is a single one. */
function reviewLink(site: string, facts: Facts): string {
  const problems = facts.filter(isProblem);
  const first = problems[0] ?? facts[0];
  return problems.length === 1 && first.element_id
    ? `${loanLink(site, first)}?view=package&item=${first.element_id}`
    : loanLink(site, first);
}

const reviewEmail: Compose = (facts, from) => {
  const { site } = from;
  const problems = facts.filter(isProblem);
  const approved = facts.filter((fact) => !isProblem(fact));
  const [first] = problems;
  const { subject, opening } = reviewTexts(facts, from, first, approved.length);
  return composeEmail(
    senderOf(facts, from),
    first?.kind === 'REJECTED' && problems.length === 1
      ? `Please send ${nameOf(first, 'the document')} again`
      : reviewTitle(facts),
    [
      ...opening,
      ...problems.slice(0, MAX_ITEMS).flatMap(problemLines),
      ...(approved.length > 0
        ? [...(first ? ['Approved:'] : []), ...itemLines(approved.map(requestItem))]
        : []),
      {
        link: reviewLink(site, facts),
        words: first ? whatToDo(problems) : 'Open the loan',
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
      subject,
      preheader: first?.rejection_reason ?? titlesIn(facts),
      reason: 'You get this email because you sent documents for this loan.',
      ...(first && { badge: 'Needs attention', note: SAFE_WAY }),
    },
  );
};

const isLocked = ({ kind, detail, document_name }: PendingFacts): boolean =>
  kind === 'FILE_BLOCKED' &&
  isLockedPdf({ name: document_name ?? '', scanReason: detail.reason ?? null });

const whatToDo = (problems: readonly PendingFacts[]): string =>
  problems.every(isLocked) ? 'Enter the password' : 'Send a new file';

const reviewText: ComposeSms = (facts, site) => {
  const problems = facts.filter(isProblem);
  const [first] = problems;
  if (!first) return undefined;
  return `${senderName(facts)}: ${reviewTitle(problems as unknown as Facts)}. ${reviewLink(site, facts)}`;
};

// Uploads, for the lender.

/** Lists a blocked or unreadable file once, with its problem. */
function listedOnce(facts: Facts): Facts {
  const withProblem = new Set(
    facts.filter(({ kind }) => kind !== 'UPLOADED').map(({ element_id }) => element_id),
  );
  return facts.filter(
    ({ kind, element_id }) =>
      kind !== 'UPLOADED' || element_id === null || !withProblem.has(element_id),
  ) as unknown as Facts;
}

function uploadTitle(facts: Facts): string {
  const people = new Set(facts.map(({ actor_name }) => safeSenderName(actor_name, 'Someone')));
  const who = people.size === 1 ? [...people][0]! : plural(people.size, 'person', 'people');
  return `${who} sent ${plural(facts.length, 'document')} for ${aboutLoans(facts)}`;
}

function problemOf(fact: PendingFacts): string | undefined {
  if (fact.kind === 'FILE_UNREADABLE')
    return UNREADABLE_WORDS[fact.detail.contentState ?? 'DAMAGED'];
  if (fact.kind !== 'FILE_BLOCKED') return undefined;
  return isLocked(fact) ? UNREADABLE_WORDS.PASSWORD : 'Blocked';
}

const uploadEmail: Compose = (all, from) => {
  const { site } = from;
  const facts = listedOnce(all);
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
              aside: problemOf(fact),
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
  `${senderName(facts)}: ${uploadTitle(listedOnce(facts))}. ${loanLink(site, facts[0])}`;

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
