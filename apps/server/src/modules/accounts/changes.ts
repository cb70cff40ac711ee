/** What changes about an account, each with its history and the letter that tells the person. */
import type { Tx } from '../../platform/db/db.ts';
import { newId, PLATFORM_COMPANY } from '../../platform/ids.ts';
import { record } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  deleteDevices,
  deleteSessions,
  expirePassword,
  insertAccount,
  leftWithoutOwner,
  markClosed,
  savePassword,
} from '../identity/index.ts';
import type { SignUp } from './confirming.ts';
import type { MailOrder } from './mailing.ts';

export async function createAccount(
  tx: Tx,
  emailAddress: string,
  { givenName, familyName, passwordHash, lenderId }: SignUp,
): Promise<string> {
  const id = newId();
  const made = await insertAccount(tx, {
    id,
    email_address: emailAddress,
    given_name: givenName,
    family_name: familyName,
    phone: null,
  });
  // Signed up twice, in two browsers, and confirmed in the other one a moment ago.
  if (!made) throw new Refusal('ACCOUNT_EXISTS');
  await savePassword(tx, id, passwordHash);
  record(tx, {
    kind: 'account.created',
    companyId: PLATFORM_COMPANY,
    actorId: id,
    accountId: id,
    changes: [],
    detail: { lenderId: lenderId ?? null },
  });
  return id;
}

/** Whoever had the old password is out: every session ends but the one that made the change. */
export async function changePassword(
  tx: Tx,
  accountId: string,
  passwordHash: string,
  current?: Buffer,
): Promise<void> {
  await savePassword(tx, accountId, passwordHash);
  await deleteDevices(tx, accountId, current);
  await deleteSessions(tx, accountId, current);
  record(tx, {
    kind: 'password.changed',
    companyId: PLATFORM_COMPANY,
    actorId: accountId,
    accountId,
    changes: ['session'],
    starts: mailOrder({ mail: 'passwordChanged', accountId }),
  });
}

/** An administrator never learns or sets a password: the person chooses a new one by a code. */
export async function startReset(tx: Tx, accountId: string, adminId: string): Promise<void> {
  await expirePassword(tx, accountId);
  await deleteDevices(tx, accountId);
  await deleteSessions(tx, accountId);
  record(tx, {
    kind: 'password.resetStarted',
    companyId: PLATFORM_COMPANY,
    actorId: adminId,
    accountId,
    changes: ['session'],
    starts: mailOrder({ mail: 'resetStarted', accountId }),
  });
}

/** Records stay; nobody gets in any more, and every browser is out at once. */
export async function closeAccount(tx: Tx, accountId: string, closedBy: string): Promise<void> {
  if ((await leftWithoutOwner(tx, accountId)).length > 0) throw new Refusal('LAST_OWNER');
  await markClosed(tx, accountId);
  await deleteDevices(tx, accountId);
  await deleteSessions(tx, accountId);
  record(tx, {
    kind: 'account.closed',
    companyId: PLATFORM_COMPANY,
    actorId: closedBy,
    accountId,
    changes: ['session'],
    starts: mailOrder({ mail: 'accountClosed', accountId }),
  });
}

const mailOrder = (order: MailOrder) => ({ workflow: 'sendMail', input: { ...order } });
