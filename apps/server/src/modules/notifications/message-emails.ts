/** Emails about messages: how many, from whom, on which loan. They do not repeat the messages' text. */
import { composeEmail } from '../../platform/email/compose.ts';
import { signatureOf } from '../../platform/email/content.ts';
import { safeSenderName } from '../../platform/email/sender-name.ts';
import type { PendingFacts } from './deliver-store.ts';
import {
  loanLink,
  loanName,
  loansOf,
  plural,
  senderName,
  senderOf,
  type Compose,
  type ComposeSms,
  type Facts,
} from './email-parts.ts';

const authorOf = ({ actor_name, unreviewed }: PendingFacts): string =>
  unreviewed ? 'Someone on a loan application' : safeSenderName(actor_name, 'Someone on the loan');
const messageLoan = (fact: PendingFacts): string =>
  fact.unreviewed ? 'a new loan application' : loanName(fact);
const threadLink = (site: string, fact: PendingFacts): string =>
  fact.kind === 'NOTE'
    ? `${loanLink(site, fact)}?notes=${fact.merge_key}`
    : `${loanLink(site, fact)}/messages?thread=${fact.merge_key}`;
const isNote = ({ kind }: PendingFacts): boolean => kind === 'NOTE';
const nounOf = (facts: readonly PendingFacts[]): string =>
  facts.every(isNote) ? 'note' : 'message';
const countOf = (facts: readonly PendingFacts[]): string =>
  facts.length === 1 ? `a ${nounOf(facts)}` : plural(facts.length, nounOf(facts));
/** Mentions in notes that are gathered with messages count as messages. */
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

/** How many conversations a digest lists; the rest is counted. */
const MAX_CONVERSATIONS = 10;

/** Links to the conversation, its loan, or the site if there are several loans. */
function linkTo(site: string, facts: Facts, threads: number): string {
  if (threads === 1) return threadLink(site, facts[0]);
  const isOneLoan = loansOf(facts).length === 1;
  if (facts.every(isNote)) return isOneLoan ? loanLink(site, facts[0]) : site;
  return isOneLoan ? `${loanLink(site, facts[0])}/messages` : `${site}/messages`;
}

export const messageEmail: Compose = (facts, from) => {
  const threads = [...Map.groupBy(facts, ({ merge_key }) => merge_key).values()];
  const listed = threads.slice(0, MAX_CONVERSATIONS);
  const more = threads.length - listed.length;
  const sender = senderOf(facts, from);
  const { replyAddress } = from;
  const email = composeEmail(
    sender,
    messageTitle(facts),
    [
      replyAddress
        ? 'Read it there. You can reply there, or by replying to this email from this address.'
        : 'Read and reply there, so that everything about the loan stays in one place.',
      {
        items: listed.map((inThread) => ({
          title: [...new Set(inThread.map(authorOf))].join(', '),
          notes: [messageLoan(inThread[0]!)],
          aside: plural(inThread.length, nounOf(inThread)),
        })),
      },
      ...(more > 0 ? [`And ${plural(more, 'more conversation', 'more conversations')}.`] : []),
      {
        link: linkTo(from.site, facts, threads.length),
        words: `Read the ${nounOf(facts)}${facts.length === 1 ? '' : 's'}`,
      },
      // Notes are for colleagues, who know each other.
      ...(facts.some(isNote) ? [] : signatureOf(sender)),
    ],
    {
      reason: facts.every(isNote)
        ? 'You get this email because a colleague mentioned you in a note.'
        : 'You get this email because you have unread messages. You can mute a conversation.',
    },
  );
  return replyAddress ? { ...email, replyTo: { name: sender.name, address: replyAddress } } : email;
};

export const messageText: ComposeSms = (facts, site) =>
  `${senderName(facts)}: ${messageTitle(facts)}. ${threadLink(site, facts[0])}`;
