/** The letters to people who were written to: who wrote, and on which loan. The words stay here. */
import type { Config } from '../../platform/config.ts';
import { letter, type Sender, type Written } from '../../platform/letters.ts';
import type { Letter, Mailer } from '../../platform/mail.ts';
import {
  letterId,
  phoneOf,
  sendOnce,
  textId,
  textOnce,
  type TextParts,
} from '../../platform/sending.ts';
import { findAddress, findNews, whoHears } from './telling-store.ts';

/** By ids: neither a name nor an address stands in a workflow's history. */
export interface MessageNews {
  readonly companyId: string;
  readonly messageId: string;
}

export interface MessageActivities {
  whoIsToldOfMessage(news: MessageNews): Promise<string[]>;
  tellOfMessage(news: MessageNews, accountId: string): Promise<void>;
  whoIsTextedOfMessage(news: MessageNews): Promise<string[]>;
  textOfMessage(news: MessageNews, accountId: string): Promise<void>;
}

interface Parts extends TextParts {
  readonly config: Config;
  readonly mailer: Mailer;
}

export const messageActivities = (parts: Parts, eventId: () => string): MessageActivities => ({
  whoIsToldOfMessage: ({ companyId, messageId }) =>
    whoHears(parts.db.reads({ kind: 'company', companyId }), 'letter', messageId),
  whoIsTextedOfMessage: ({ companyId, messageId }) =>
    whoHears(parts.db.reads({ kind: 'company', companyId }), 'text', messageId),
  tellOfMessage: (news, accountId) =>
    sendOnce(parts, letterId(eventId(), accountId), () => compose(parts, news, accountId)),
  textOfMessage: (news, accountId) =>
    textOnce(parts, textId(eventId(), accountId), () => composeText(parts, news, accountId)),
});

async function composeText(
  { db, config }: Parts,
  { companyId, messageId }: MessageNews,
  accountId: string,
) {
  const reads = db.reads({ kind: 'company', companyId });
  const news = await findNews(reads, messageId);
  const to = await phoneOf(reads, accountId);
  const hear = await whoHears(reads, 'text', messageId);
  if (!news || !to || !hear.includes(accountId)) return undefined;
  const said = `${news.company_name}: ${news.author_name} wrote to you about ${news.loan_name}.`;
  return { to, body: `${said} ${linkTo(config.publicUrl.origin, news)}` };
}

/** Nothing where it was read, deleted or muted before the letter could leave. */
async function compose(
  { db, config }: Parts,
  { companyId, messageId }: MessageNews,
  accountId: string,
): Promise<Letter | undefined> {
  const reads = db.reads({ kind: 'company', companyId });
  const news = await findNews(reads, messageId);
  const address = await findAddress(reads, companyId, accountId);
  const hear = await whoHears(reads, 'letter', messageId);
  if (!news || address === undefined || !hear.includes(accountId)) return undefined;
  const sender = { name: news.company_name, site: config.publicUrl.origin };
  return { to: address, ...messageLetter(sender, news) };
}

interface News {
  author_name: string;
  loan_id: string;
  loan_name: string;
  thread_id: string;
}

const linkTo = (site: string, { loan_id, thread_id }: News): string =>
  `${site}/loans/${loan_id}/messages?thread=${thread_id}`;

const messageLetter = (sender: Sender, news: News): Written =>
  letter(sender, `${news.author_name} wrote to you about ${news.loan_name}`, [
    `${news.author_name} has written to you about the loan “${news.loan_name}”.`,
    { link: linkTo(sender.site, news), words: 'Read the message' },
    'You can mute the conversation, or turn such mails off in your profile.',
  ]);
