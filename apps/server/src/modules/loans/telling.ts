import { LOAN_STATUSES, type LoanStatus } from '@cairn/contract';
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
import { findLoanToTell, findPerson, whoHearsOfStatus } from './state-store.ts';

/** By ids: neither a name nor an address stands in a workflow's history. */
export interface StatusNews {
  readonly companyId: string;
  readonly loanId: string;
  readonly status: LoanStatus;
  readonly by: string;
}

export interface TellingActivities {
  whoIsToldOfStatus(news: StatusNews): Promise<string[]>;
  tellOfStatus(news: StatusNews, accountId: string): Promise<void>;
  whoIsTextedOfStatus(news: StatusNews): Promise<string[]>;
  textOfStatus(news: StatusNews, accountId: string): Promise<void>;
}

interface Parts extends TextParts {
  readonly config: Config;
  readonly mailer: Mailer;
}

export const tellingActivities = (parts: Parts, eventId: () => string): TellingActivities => ({
  whoIsToldOfStatus: ({ companyId, loanId, by }) =>
    whoHearsOfStatus(parts.db.reads({ kind: 'company', companyId }), 'letter', loanId, by),
  whoIsTextedOfStatus: ({ companyId, loanId, by }) =>
    whoHearsOfStatus(parts.db.reads({ kind: 'company', companyId }), 'text', loanId, by),
  tellOfStatus: (news, accountId) =>
    sendOnce(parts, letterId(eventId(), accountId), () => compose(parts, news, accountId)),
  textOfStatus: (news, accountId) =>
    textOnce(parts, textId(eventId(), accountId), () => composeText(parts, news, accountId)),
});

async function composeText(
  { db, config }: Parts,
  { companyId, loanId, status }: StatusNews,
  accountId: string,
) {
  const reads = db.reads({ kind: 'company', companyId });
  const loan = await findLoanToTell(reads, companyId, loanId);
  const to = await phoneOf(reads, accountId);
  if (!loan || !to || loan.status !== status) return undefined;
  const link = `${config.publicUrl.origin}/loans/${loan.id}`;
  const said = `${loan.company_name}: the status of ${loan.name} is now ${LOAN_STATUSES[status]}.`;
  return { to, body: `${said} ${link}` };
}

/** Nothing where the loan has moved on meanwhile: that has a letter of its own. */
async function compose(
  { db, config }: Parts,
  { companyId, loanId, status }: StatusNews,
  accountId: string,
): Promise<Letter | undefined> {
  const reads = db.reads({ kind: 'company', companyId });
  const loan = await findLoanToTell(reads, companyId, loanId);
  const person = await findPerson(reads, companyId, accountId);
  if (!loan || !person || loan.status !== status) return undefined;
  const sender = { name: loan.company_name, site: config.publicUrl.origin };
  return { to: person.email_address, ...statusLetter(sender, loan) };
}

export const statusLetter = (
  sender: Sender,
  loan: { id: string; name: string; status: LoanStatus },
): Written =>
  letter(sender, `${loan.name}: ${LOAN_STATUSES[loan.status]}`, [
    `The status of ${loan.name} is now “${LOAN_STATUSES[loan.status]}”.`,
    { link: `${sender.site}/loans/${loan.id}`, words: 'Open the loan' },
    'You get this mail because you are on this loan. You can turn such mails off in your profile.',
  ]);
