/** The letters about applications: to the lender when one is sent in, to those who applied with the answer. */
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/db.ts';
import { letter, type Sender, type Written } from '../../platform/letters.ts';
import type { Letter, Mailer } from '../../platform/mail.ts';
import { letterId, sendOnce } from '../../platform/sending.ts';
import { findPerson } from '../loans/index.ts';
import { findNews, whoHears, type News } from './telling-store.ts';

/** By ids: neither a name nor what the lender said stands in a workflow's history. */
export interface ApplicationNews {
  readonly companyId: string;
  readonly loanId: string;
  readonly news: 'SUBMITTED' | 'ANSWERED';
  readonly by: string;
}

export interface ApplicationActivities {
  whoIsToldOfApplication(news: ApplicationNews): Promise<string[]>;
  tellOfApplication(news: ApplicationNews, accountId: string): Promise<void>;
}

interface Parts {
  readonly db: Db;
  readonly config: Config;
  readonly mailer: Mailer;
}

export const applicationActivities = (
  parts: Parts,
  eventId: () => string,
): ApplicationActivities => ({
  whoIsToldOfApplication: (news) =>
    whoHears(parts.db.reads({ kind: 'company', companyId: news.companyId }), news),
  tellOfApplication: (news, accountId) =>
    sendOnce(parts, letterId(eventId(), accountId), () => compose(parts, news, accountId)),
});

/** Nothing where the application has moved on meanwhile. */
async function compose(
  { db, config }: Parts,
  { companyId, loanId, news }: ApplicationNews,
  accountId: string,
): Promise<Letter | undefined> {
  const reads = db.reads({ kind: 'company', companyId });
  const application = await findNews(reads, companyId, loanId);
  const person = await findPerson(reads, companyId, accountId);
  if (!application || !person) return undefined;
  const sender = { name: application.company_name, site: config.publicUrl.origin };
  const written =
    news === 'SUBMITTED' ? submittedLetter(sender, application) : answerLetter(sender, application);
  return written && { to: person.email_address, ...written };
}

const SWITCH = 'You can turn such mails off in your profile.';

function submittedLetter(sender: Sender, application: News): Written | undefined {
  const { company_id, loan_id, name, state, lead_name } = application;
  if (state !== 'SUBMITTED') return undefined;
  return letter(sender, `New application: ${name}`, [
    `${lead_name ?? 'Somebody'} has sent in the application “${name}”. It waits for your review.`,
    {
      link: `${sender.site}/loans/${loan_id}/application/${company_id}`,
      words: 'Open the application',
    },
    SWITCH,
  ]);
}

function answerLetter(sender: Sender, application: News): Written | undefined {
  const { company_id, loan_id, name, state, response_message } = application;
  if (state !== 'ACCEPTED' && state !== 'REJECTED') return undefined;
  const accepted = state === 'ACCEPTED';
  const said = (response_message ?? '').split(/\n+/).filter((line) => line.trim() !== '');
  return letter(sender, `${name}: ${accepted ? 'accepted' : 'not accepted'}`, [
    accepted
      ? `${sender.name} has accepted the application “${name}” and goes on with it.`
      : `${sender.name} has not accepted the application “${name}”.`,
    ...(said.length > 0 ? [`${sender.name} writes:`, ...said] : []),
    {
      link: `${sender.site}/apply-now/applications/${company_id}/${loan_id}`,
      words: 'Open the application',
    },
    SWITCH,
  ]);
}
