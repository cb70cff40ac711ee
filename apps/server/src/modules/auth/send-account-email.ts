import { createHash } from 'node:crypto';
import type { WorkerConfig as Config } from '../../platform/config.ts';
import { anonymous, type Db } from '../../platform/db/db.ts';
import type { Sender } from '../../platform/email/content.ts';
import { findBrand } from '../../platform/email/find-brand.ts';
import type { Email } from '../../platform/email/mailer.ts';
import { idFrom } from '../../platform/ids.ts';
import { sendOnce, type Cause, type EmailDeps } from '../../platform/send-once.ts';
import type { WorkflowInputs } from '../../platform/workflow-inputs.ts';
import { linkOf, openSealed } from './confirmation-codes.ts';
import {
  accountClosedEmail,
  addressTakenEmail,
  codeEmail,
  creditConsentEmail,
  filesReceivedEmail,
  passwordChangedEmail,
  phoneVerifiedEmail,
  resetStartedEmail,
} from './emails.ts';
import { findCodeToSend, findCompanyName, wantsEmailOfUploads } from './codes-store.ts';
import { receiptEmail } from './receipt-email.ts';
import { findSentFile } from './sent-file-store.ts';
import { findAccountById, findClosedAccount, rolesOf } from './store.ts';

/** The email to send, by ids: a workflow's history contains neither addresses nor codes. */
export type MailOrder = WorkflowInputs['sendMail'];

export interface AccountEmailActivities {
  sendLetter(order: MailOrder): Promise<void>;
}

interface Deps extends EmailDeps {
  readonly config: Config;
}
type Composed = Email & { cause: Cause };

/** `eventId` is the event that requested the email: one event sends one email. */
export function accountEmailActivities(parts: Deps, eventId: () => string): AccountEmailActivities {
  return {
    sendLetter: (order) => sendOnce(parts, eventId(), () => compose(parts, order)),
  };
}

const compose = (parts: Deps, order: MailOrder): Promise<Composed | undefined> =>
  order.mail === 'code'
    ? composeCode(parts, order)
    : order.mail === 'filesReceived'
      ? composeFilesReceived(parts, order)
      : order.mail === 'receipt'
        ? composeReceipt(parts, order)
        : composeNotice(parts, order);

/** Anyone may request these for any address. */
const CODE: Cause = { budget: 'CODE' };
const UPLOAD_CODE: Cause = { budget: 'CODE', isForUpload: true };
/** Requested on a known device of the person: strangers cannot use up this budget. */
const OWN_CODE: Cause = { budget: 'SECURITY' };

/** Undefined for an address without an account or a pending sign-up. */
async function composeCode(
  { db, config }: Deps,
  { codeId, occasion }: Extract<MailOrder, { mail: 'code' }>,
): Promise<Composed | undefined> {
  const row = await findCodeToSend(db.reads(anonymous), codeId);
  if (!row) return undefined;
  const sealed = openSealed(config.secretKey, row);
  const { code, to, signUp, lenderId } = sealed;
  if (occasion === 'secureUpload') {
    const lender = await senderOf(db, config, null, lenderId);
    return { to, cause: UPLOAD_CODE, ...codeEmail(lender, { code }, occasion) };
  }
  if (row.account_id === null && !signUp) return undefined;
  const sender = await senderOf(db, config, row.account_id, signUp?.lenderId);
  if (row.account_id !== null && occasion === 'signup') {
    return { to, cause: CODE, ...addressTakenEmail(sender, linkOf(row.id, sealed)) };
  }
  const link = row.account_id === null ? undefined : linkOf(row.id, sealed);
  const cause = row.known_device ? OWN_CODE : CODE;
  return { to, cause, ...codeEmail(sender, { code, link }, occasion) };
}

const NOTICES = {
  passwordChanged: passwordChangedEmail,
  phoneVerified: phoneVerifiedEmail,
  creditConsentGiven: creditConsentEmail,
  resetStarted: resetStartedEmail,
  accountClosed: accountClosedEmail,
};

async function composeNotice(
  { db, config }: Deps,
  order: Exclude<MailOrder, { mail: 'code' | 'filesReceived' | 'receipt' }>,
): Promise<Composed | undefined> {
  const find = order.mail === 'accountClosed' ? findClosedAccount : findAccountById;
  const account = await find(db.reads(anonymous), order.accountId);
  if (!account) return undefined;
  const sender = await senderOf(db, config, account.id, undefined);
  const write = NOTICES[order.mail];
  return { to: account.email_address, cause: { budget: 'SECURITY' }, ...write(sender) };
}

/**
 * All visitors of a link count as one sender: a stranger who submits repeatedly, in one session or many, does not use
 * up what the link's owner may get from others.
 */
async function composeFilesReceived(
  { db, config }: Deps,
  { companyId, accountId, files }: Extract<MailOrder, { mail: 'filesReceived' }>,
): Promise<Composed | undefined> {
  const account = await findAccountById(db.reads(anonymous), accountId);
  const isWanted = await wantsEmailOfUploads(db.reads({ kind: 'company', companyId }), accountId);
  if (!account || !isWanted) return undefined;
  const sender = await senderOf(db, config, null, companyId);
  return {
    to: account.email_address,
    cause: { budget: 'NOTIFICATION', companyId, senderId: visitorsOf(accountId) },
    ...filesReceivedEmail(sender, files),
  };
}

/** A person who requests repeatedly uses up their own budget. */
async function composeReceipt(
  { db, config }: Deps,
  order: Extract<MailOrder, { mail: 'receipt' }>,
): Promise<Composed | undefined> {
  const { companyId, accountId } = order;
  const account = await findAccountById(db.reads(anonymous), accountId);
  const file = await db.write({ kind: 'company', companyId }, (tx) => findSentFile(tx, order));
  if (!account || !file) return undefined;
  const sender = await senderOf(db, config, null, companyId);
  return {
    to: account.email_address,
    cause: { budget: 'NOTIFICATION', companyId, senderId: accountId },
    ...receiptEmail(sender, file),
  };
}

const visitorsOf = (accountId: string): string =>
  idFrom(createHash('sha256').update(`visitors of the link of ${accountId}`).digest());

/** The company that employs the user, or at which they sign up as a borrower. */
async function senderOf(
  db: Db,
  { publicUrl }: Config,
  accountId: string | null,
  lenderId: string | undefined,
): Promise<Sender> {
  const roles = accountId ? await rolesOf(db.reads(anonymous), accountId) : [];
  const employer = roles.find(({ company_name }) => company_name !== null)?.company_name;
  const site = publicUrl.origin;
  if (employer !== undefined || lenderId === undefined) return { name: employer ?? 'Cairn', site };
  const reads = db.reads({ kind: 'company', companyId: lenderId });
  const name = await findCompanyName(reads, lenderId);
  return name === undefined
    ? { name: 'Cairn', site }
    : { name, site, ...(await findBrand(reads, lenderId, undefined)) };
}
