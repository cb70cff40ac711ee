/** The letters to people who were put on a loan, or taken off it. */
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/db.ts';
import { letter, type Sender, type Written } from '../../platform/letters.ts';
import type { Letter, Mailer } from '../../platform/mail.ts';
import { sendOnce } from '../../platform/sending.ts';
import { findNews } from './store.ts';

/** By ids: neither a name nor an address stands in a workflow's history. */
export interface PartNews {
  readonly companyId: string;
  readonly loanId: string;
  readonly accountId: string;
  readonly what: 'ADDED' | 'REMOVED';
  /** Somebody pressed "invite": then it is sent whatever the person's settings are. */
  readonly always: boolean;
}

export interface PartActivities {
  tellOfPart(news: PartNews): Promise<void>;
}

interface Parts {
  readonly db: Db;
  readonly config: Config;
  readonly mailer: Mailer;
}

export const partActivities = (parts: Parts, eventId: () => string): PartActivities => ({
  tellOfPart: (news) => sendOnce(parts, eventId(), () => compose(parts, news)),
});

/** Nothing where it was undone before the letter could leave. */
async function compose(
  { db, config }: Parts,
  { companyId, loanId, accountId, what, always }: PartNews,
): Promise<Letter | undefined> {
  const reads = db.reads({ kind: 'company', companyId });
  const news = await findNews(reads, companyId, loanId, accountId);
  if (!news || (!always && !news.hears)) return undefined;
  if ((what === 'ADDED') !== news.roles.length > 0) return undefined;
  const sender = { name: news.company_name, site: config.publicUrl.origin };
  const written = what === 'ADDED' ? addedLetter(sender, news) : removedLetter(sender, news);
  return { to: news.email_address, ...written };
}

const SWITCH = 'You can turn such mails off in your profile.';

const addedLetter = (sender: Sender, loan: { id: string; name: string }): Written =>
  letter(sender, `You are on the loan ${loan.name}`, [
    `${sender.name} has put you on the loan “${loan.name}”. You can open it right away.`,
    { link: `${sender.site}/loans/${loan.id}`, words: 'Open the loan' },
    SWITCH,
  ]);

const removedLetter = (sender: Sender, loan: { name: string }): Written =>
  letter(sender, `You are no longer on the loan ${loan.name}`, [
    `${sender.name} has ended your part in the loan “${loan.name}”. What you sent in stays with the lender.`,
    `If you think that this is a mistake, please ask ${sender.name}.`,
    SWITCH,
  ]);
