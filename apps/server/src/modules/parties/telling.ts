/** The letters and text messages to people who were put on a loan, or taken off it. */
import type { Config } from '../../platform/config.ts';
import { letter, type Sender, type Written } from '../../platform/letters.ts';
import type { Letter, Mailer } from '../../platform/mail.ts';
import { phoneOf, sendOnce, textId, textOnce, type TextParts } from '../../platform/sending.ts';
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
  textOfPart(news: PartNews): Promise<void>;
}

interface Parts extends TextParts {
  readonly config: Config;
  readonly mailer: Mailer;
}

export const partActivities = (parts: Parts, eventId: () => string): PartActivities => ({
  tellOfPart: (news) => sendOnce(parts, eventId(), () => compose(parts, news)),
  textOfPart: (news) =>
    textOnce(parts, textId(eventId(), news.accountId), () => composeText(parts, news)),
});

type NewsRow = NonNullable<Awaited<ReturnType<typeof findNews>>>;

/** Not where it was undone before the letter could leave. */
const stillSo = ({ roles }: NewsRow, what: PartNews['what']): boolean =>
  (what === 'ADDED') === roles.length > 0;

async function composeText(
  { db, config }: Parts,
  { companyId, loanId, accountId, what }: PartNews,
) {
  const reads = db.reads({ kind: 'company', companyId });
  const news = await findNews(reads, companyId, loanId, accountId);
  const to = await phoneOf(reads, accountId);
  if (!news?.texted || !to || !stillSo(news, what)) return undefined;
  const body =
    what === 'ADDED'
      ? `${news.company_name} has put you on the loan ${news.name}. ${config.publicUrl.origin}/loans/${news.id}`
      : `${news.company_name} has ended your part in the loan ${news.name}.`;
  return { to, body };
}

async function compose(
  { db, config }: Parts,
  { companyId, loanId, accountId, what, always }: PartNews,
): Promise<Letter | undefined> {
  const reads = db.reads({ kind: 'company', companyId });
  const news = await findNews(reads, companyId, loanId, accountId);
  if (!news || (!always && !news.hears)) return undefined;
  if (!stillSo(news, what)) return undefined;
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
