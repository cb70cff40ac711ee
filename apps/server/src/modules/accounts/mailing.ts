import type { Config } from '../../platform/config.ts';
import { nobody, type Db } from '../../platform/db/db.ts';
import type { Sender } from '../../platform/letters.ts';
import type { Letter, Mailer } from '../../platform/mail.ts';
import { sendOnce } from '../../platform/sending.ts';
import { findAccountById, findClosedAccount, rolesOf } from '../identity/index.ts';
import { openSealed } from './confirming.ts';
import {
  accountClosedLetter,
  addressTakenLetter,
  codeLetter,
  passwordChangedLetter,
  resetStartedLetter,
} from './letters.ts';
import { findCodeToSend, findCompanyName } from './store.ts';

/** Which letter, by ids: neither an address nor a code ever stands in a workflow's history. */
export type MailOrder =
  | { mail: 'code'; codeId: string; occasion: 'signup' | 'login' | 'reset' }
  | { mail: 'passwordChanged' | 'resetStarted' | 'accountClosed'; accountId: string };

export interface MailingActivities {
  sendLetter(order: MailOrder): Promise<void>;
}

interface Parts {
  readonly db: Db;
  readonly config: Config;
  readonly mailer: Mailer;
}

/** `eventId` names the event that asked for the letter: one event, one letter. */
export function mailingActivities(parts: Parts, eventId: () => string): MailingActivities {
  return {
    sendLetter: (order) => sendOnce(parts, eventId(), () => compose(parts, order)),
  };
}

const compose = (parts: Parts, order: MailOrder): Promise<Letter | undefined> =>
  order.mail === 'code' ? composeCode(parts, order) : composeNotice(parts, order);

/** Nothing for an address that nobody has and nobody is signing up with. */
async function composeCode(
  { db, config }: Parts,
  { codeId, occasion }: Extract<MailOrder, { mail: 'code' }>,
): Promise<Letter | undefined> {
  const row = await findCodeToSend(db.reads(nobody), codeId);
  if (!row) return undefined;
  const { code, to, signUp } = openSealed(config.secretKey, row);
  if (row.account_id === null && !signUp) return undefined;
  const sender = await senderOf(db, config, row.account_id, signUp?.lenderId);
  if (row.account_id !== null && occasion === 'signup') {
    return { to, ...addressTakenLetter(sender) };
  }
  return { to, ...codeLetter(sender, code, occasion) };
}

const NOTICES = {
  passwordChanged: passwordChangedLetter,
  resetStarted: resetStartedLetter,
  accountClosed: accountClosedLetter,
};

async function composeNotice(
  { db, config }: Parts,
  order: Exclude<MailOrder, { mail: 'code' }>,
): Promise<Letter | undefined> {
  const find = order.mail === 'accountClosed' ? findClosedAccount : findAccountById;
  const account = await find(db.reads(nobody), order.accountId);
  if (!account) return undefined;
  const sender = await senderOf(db, config, account.id, undefined);
  const write = NOTICES[order.mail];
  return { to: account.email_address, ...write(sender) };
}

/** The company whose employee somebody is, or whose borrower they want to be. */
async function senderOf(
  db: Db,
  { publicUrl }: Config,
  accountId: string | null,
  lenderId: string | undefined,
): Promise<Sender> {
  const roles = accountId ? await rolesOf(db.reads(nobody), accountId) : [];
  const employer = roles.find(({ company_name }) => company_name !== null)?.company_name;
  const lender =
    lenderId === undefined
      ? undefined
      : await findCompanyName(db.reads({ kind: 'company', companyId: lenderId }), lenderId);
  return { name: employer ?? lender ?? 'Cairn', site: publicUrl.origin };
}
