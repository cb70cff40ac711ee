/** The letters to people who were written to: who wrote, and on which loan. The words stay here. */
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/db.ts';
import { letter, type Sender, type Written } from '../../platform/letters.ts';
import type { Letter, Mailer } from '../../platform/mail.ts';
import { letterId, sendOnce } from '../../platform/sending.ts';
import { findAddress, findNews, whoHears } from './telling-store.ts';

/** By ids: neither a name nor an address stands in a workflow's history. */
export interface MessageNews {
  readonly companyId: string;
  readonly messageId: string;
}

export interface MessageActivities {
  whoIsToldOfMessage(news: MessageNews): Promise<string[]>;
  tellOfMessage(news: MessageNews, accountId: string): Promise<void>;
}

interface Parts {
  readonly db: Db;
  readonly config: Config;
  readonly mailer: Mailer;
}

export const messageActivities = (parts: Parts, eventId: () => string): MessageActivities => ({
  whoIsToldOfMessage: ({ companyId, messageId }) =>
    whoHears(parts.db.reads({ kind: 'company', companyId }), messageId),
  tellOfMessage: (news, accountId) =>
    sendOnce(parts, letterId(eventId(), accountId), () => compose(parts, news, accountId)),
});

/** Nothing where it was read, deleted or muted before the letter could leave. */
async function compose(
  { db, config }: Parts,
  { companyId, messageId }: MessageNews,
  accountId: string,
): Promise<Letter | undefined> {
  const reads = db.reads({ kind: 'company', companyId });
  const news = await findNews(reads, messageId);
  const address = await findAddress(reads, companyId, accountId);
  const hear = await whoHears(reads, messageId);
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

const messageLetter = (sender: Sender, news: News): Written =>
  letter(sender, `${news.author_name} wrote to you about ${news.loan_name}`, [
    `${news.author_name} has written to you about the loan “${news.loan_name}”.`,
    {
      link: `${sender.site}/loans/${news.loan_id}/messages?thread=${news.thread_id}`,
      words: 'Read the message',
    },
    'You can mute the conversation, or turn such mails off in your profile.',
  ]);
