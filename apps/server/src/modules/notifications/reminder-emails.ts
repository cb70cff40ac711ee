/** Reminder emails. The recipient's local day was determined when the reminder was planned. */
import { composeEmail } from '../../platform/email/compose.ts';
import type { EmailContent, Line, ListItem } from '../../platform/email/content.ts';
import { safeSenderName } from '../../platform/email/sender-name.ts';
import { daysBetween } from '../../platform/local-time.ts';
import type { PendingFacts } from './deliver-store.ts';
import { formatDay, weekdayOf } from './email-days.ts';
import {
  aboutLoans,
  greet,
  greetName,
  itemLines,
  loanLink,
  loanName,
  loansOf,
  requestItem,
  SAFE_WAY,
  senderName,
  plural,
  senderOf,
  textFor,
  titleOf,
  titlesIn,
  type Facts,
  type From,
} from './email-parts.ts';

function dueWords(due: string, today: string): string {
  const days = daysBetween(today, due);
  if (days < 0) return 'overdue';
  if (days === 0) return 'due today';
  return days === 1 ? 'due tomorrow' : `due ${weekdayOf(due)}`;
}

/** A promised later date replaces the due date. */
const dueOf = ({ due_date, promised_date }: PendingFacts): string | null =>
  promised_date !== null && due_date !== null && promised_date > due_date
    ? promised_date
    : due_date;

/** For reminders sent by hand, which may be about requests without a due date. */
const UNDATED = 'still needed';

/** "Lease is due tomorrow", "3 documents are overdue", or "3 documents are due" if they differ. */
function reminderTitle(facts: Facts): string {
  const today = facts[0].detail.day;
  const due = new Set(
    facts.map((fact) => {
      const date = dueOf(fact);
      return date && today ? dueWords(date, today) : UNDATED;
    }),
  );
  const mixed = due.has(UNDATED) ? UNDATED : 'due';
  const [words = mixed] = due.size === 1 ? due : [mixed];
  return facts.length === 1
    ? `${titleOf(facts[0]) ?? 'A document'} is ${words}`
    : `${facts.length} documents are ${words}`;
}

function reminderItem(fact: PendingFacts): ListItem {
  const due = dueOf(fact);
  const isLate = due !== null && fact.detail.day !== undefined && due < fact.detail.day;
  return {
    ...requestItem(fact),
    aside: due ? `${isLate ? 'Was due' : 'Due'} ${weekdayOf(due)}` : undefined,
  };
}

/** Links to the request, its loan, or the site if there are several loans. */
function linkTo(site: string, facts: Facts): string {
  const [fact] = facts;
  if (loansOf(facts).length > 1) return site;
  return facts.length === 1 && fact.element_id
    ? `${loanLink(site, fact)}?view=package&item=${fact.element_id}`
    : loanLink(site, fact);
}

/** "Nov 20": the latest due date, if each has one. */
function lastDue(facts: Facts): string | undefined {
  const days = facts.flatMap((fact) => dueOf(fact) ?? []);
  const last = days.length === facts.length ? days.toSorted().at(-1) : undefined;
  return last && formatDay(last, { month: 'short', day: 'numeric' });
}

const lenderOpening = (facts: Facts, from: From): string => {
  const these = facts.length === 1 ? 'This is' : 'These are';
  return greet(from, `${these} still needed for ${aboutLoans(facts)}. Phone photos are fine.`);
};
/** For a reminder from the borrower who assigned the request. */
const memberOpening = (facts: Facts, from: From): string => {
  const who = safeSenderName(facts[0].actor_name, 'Another person on the loan');
  return `${greetName(from)}${who} asks you to send this for ${aboutLoans(facts)}. Phone photos are fine.`;
};

export function reminderEmail(pending: readonly PendingFacts[], from: From): EmailContent {
  const facts = pending as Facts;
  const { site } = from;
  const isOne = loansOf(facts).length === 1;
  const values = { documents: plural(facts.length, 'document'), due: lastDue(facts) };
  // Sent in a member's own name: the lender's texts are for the lender's reminders only.
  const { subject, opening } = facts[0].detail.byMember
    ? { subject: reminderTitle(facts), opening: [memberOpening(facts, from)] }
    : textFor('REMINDERS', facts, from, values, {
        subject: reminderTitle(facts),
        opening: lenderOpening(facts, from),
      });
  return composeEmail(
    senderOf(facts, from),
    reminderTitle(facts),
    [
      ...opening,
      ...loansOf(facts).flatMap((ofLoan): Line[] => [
        ...(isOne ? [] : [`${loanName(ofLoan[0]!, 'A loan')}:`]),
        ...itemLines(ofLoan.map(reminderItem)),
      ]),
      {
        link: linkTo(site, facts),
        words: facts.length === 1 ? 'Send it now' : 'Send documents',
      },
      { hint: 'Doesn’t apply to you, or need more time? Open it to tell your lender.' },
    ],
    {
      subject,
      preheader: titlesIn(facts),
      reason: 'You get this email because these documents were requested from you.',
      note: SAFE_WAY,
    },
  );
}

export const reminderText = (pending: readonly PendingFacts[], site: string): string =>
  textOf(pending as Facts, site);
const textOf = (facts: Facts, site: string): string =>
  `${senderName(facts)}: ${reminderTitle(facts)}. ${loanLink(site, facts[0])}`;
