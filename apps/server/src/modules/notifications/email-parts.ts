/** Shared by the emails and text messages of all topics. */
import type { EmailKind } from '@cairn/contract/email-terms';
import type { EmailContent, Line, ListItem, Sender } from '../../platform/email/content.ts';
import type { Brand } from '../../platform/email/find-brand.ts';
import {
  PRODUCT,
  safeFileName,
  safeSenderName,
  safeTitle,
} from '../../platform/email/sender-name.ts';
import { writeText, type EmailTexts, type PlaceholderValues } from '../../platform/email/texts.ts';
import type { PendingFacts } from './deliver-store.ts';
import { weekdayOf } from './email-days.ts';

export type Facts = readonly [PendingFacts, ...PendingFacts[]];
/** The lender's brand is left out for an application that no employee has opened. */
export interface From extends Brand {
  readonly site: string;
  /** The recipient's given name. */
  readonly recipient: string | null;
  /** Subjects and openings that the company has written. */
  readonly texts?: EmailTexts | undefined;
  /** The signature of the message's author. */
  readonly signature?: Sender['signature'];
  /** The address at which a reply becomes a message of the conversation. */
  readonly replyAddress?: string | undefined;
  /** Link that stops this kind of email for this person. */
  readonly unsubscribe?: string | undefined;
}
export type Compose = (facts: Facts, from: From) => EmailContent;
export type ComposeSms = (facts: Facts, site: string) => string | undefined;

export const SAFE_WAY =
  'Please don’t attach documents to a reply. The button is the safe way to send them. We never ask for passwords or Social Security numbers by email.';
/** How many requests or files an email lists; the rest is counted. */
export const MAX_ITEMS = 15;

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
export const loanLink = (site: string, { loan_id }: PendingFacts): string =>
  `${site}/loans/${loan_id}`;
export const loanName = ({ loan_name }: PendingFacts, neutral = 'your loan'): string =>
  safeSenderName(loan_name, neutral);
/** The product's name for an application that no employee has opened, otherwise the lender's. */
export const senderName = (facts: Facts): string =>
  facts.every(({ unreviewed }) => unreviewed) ? PRODUCT : facts[0].company_name;
export const senderOf = (facts: Facts, from: From): Sender => {
  const { site, unsubscribe, signature, logo, officer, color, legalLine } = from;
  const name = senderName(facts);
  return {
    name,
    site,
    unsubscribe,
    signature,
    ...(name !== PRODUCT && { logo, officer, color, legalLine }),
  };
};
/** "Hi Elena, "; empty without a usable name. */
export const greetName = ({ recipient }: From): string => {
  const name = safeSenderName(recipient, '');
  return name === '' ? '' : `Hi ${name}, `;
};
/** "Hi Elena, these are needed …". */
export const greet = (from: From, sentence: string): string => {
  const greeting = greetName(from);
  return greeting === ''
    ? sentence
    : `${greeting}${sentence[0]!.toLowerCase()}${sentence.slice(1)}`;
};

export const loansOf = (facts: Facts): PendingFacts[][] => [
  ...Map.groupBy(facts, ({ loan_id }) => loan_id).values(),
];
/** "Larkspur Bakery", or "3 loans". */
export function aboutLoans(facts: Facts): string {
  const loans = loansOf(facts);
  return loans.length === 1 ? loanName(facts[0]) : `${loans.length} loans`;
}

/** Borrowers choose the names of businesses and files, so none may appear as a link in the lender's email. */
export const titleOf = ({ title, from_rule }: PendingFacts): string | null =>
  title !== null && from_rule ? safeTitle(title, 'A document') : title;
export const nameOf = (fact: PendingFacts, neutral: string): string =>
  titleOf(fact) ?? safeFileName(fact.document_name, neutral);
export const entityOf = ({ entity_name }: PendingFacts): string => safeSenderName(entity_name, '');

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

/**
 * The company's own subject and opening, if it has written them; never for an application that no employee has
 * opened.
 */
export function textFor(
  kind: EmailKind,
  facts: Facts,
  from: From,
  values: PlaceholderValues,
  byDefault: { subject: string; opening: string },
) {
  const isOwn = senderName(facts) !== PRODUCT;
  return writeText(
    isOwn ? from.texts?.[kind] : undefined,
    {
      firstName: safeSenderName(from.recipient, ''),
      company: facts[0].company_name,
      loan: aboutLoans(facts),
      officer: from.officer?.name,
      ...values,
    },
    byDefault,
  );
}
