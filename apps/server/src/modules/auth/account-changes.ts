/** Changes of an account, each with its audit event and the email that informs the user. */
import type { Tx } from '../../platform/db/db.ts';
import { PLATFORM_COMPANY } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { SignUp } from './confirmation-codes.ts';
import type { WorkflowStart } from '../../platform/workflow-inputs.ts';
import type { MailOrder } from './send-account-email.ts';
import { deleteDevices } from './devices/store.ts';
import {
  deleteSessions,
  expirePassword,
  insertAccount,
  leftWithoutOwner,
  markClosed,
  savePassword,
} from './store.ts';

export async function createAccount(
  tx: Tx,
  id: string,
  emailAddress: string,
  {
    givenName,
    familyName,
    passwordHash,
    lenderId,
  }: Omit<SignUp, 'passwordHash'> & { passwordHash: string | undefined },
): Promise<string> {
  const isInserted = await insertAccount(tx, {
    id,
    email_address: emailAddress,
    given_name: givenName,
    family_name: familyName,
    phone: null,
  });
  // The same address signed up in two browsers, and the other one was confirmed first.
  if (!isInserted) throw new ApiError('ACCOUNT_EXISTS');
  if (passwordHash !== undefined) await savePassword(tx, id, passwordHash);
  recordEvent(tx, {
    kind: 'account.created',
    companyId: PLATFORM_COMPANY,
    actorId: id,
    accountId: id,
    changes: [],
    detail: { lenderId: lenderId ?? null },
  });
  return id;
}

/** Ends every session except the one that made the change, so that everyone who knew the old password is logged out. */
export async function changePassword(
  tx: Tx,
  accountId: string,
  passwordHash: string,
  current?: Buffer,
): Promise<void> {
  await savePassword(tx, accountId, passwordHash);
  await deleteDevices(tx, accountId, current);
  await deleteSessions(tx, accountId, current);
  recordEvent(tx, {
    kind: 'password.changed',
    companyId: PLATFORM_COMPANY,
    actorId: accountId,
    accountId,
    changes: ['session'],
    starts: mailOrder({ mail: 'passwordChanged', accountId }),
  });
}

/** An administrator never learns or sets a password: the person chooses a new one with a code. */
export async function startReset(tx: Tx, accountId: string, adminId: string): Promise<void> {
  await expirePassword(tx, accountId);
  await deleteDevices(tx, accountId);
  await deleteSessions(tx, accountId);
  recordEvent(tx, {
    kind: 'password.resetStarted',
    companyId: PLATFORM_COMPANY,
    actorId: adminId,
    accountId,
    changes: ['session'],
    starts: mailOrder({ mail: 'resetStarted', accountId }),
  });
}

/** Records stay; the account can no longer log in, and all its sessions end at once. */
export async function closeAccount(tx: Tx, accountId: string, closedBy: string): Promise<void> {
  if ((await leftWithoutOwner(tx, accountId)).length > 0) throw new ApiError('LAST_OWNER');
  await markClosed(tx, accountId);
  await deleteDevices(tx, accountId);
  await deleteSessions(tx, accountId);
  recordEvent(tx, {
    kind: 'account.closed',
    companyId: PLATFORM_COMPANY,
    actorId: closedBy,
    accountId,
    changes: ['session'],
    starts: mailOrder({ mail: 'accountClosed', accountId }),
  });
}

const mailOrder = (input: MailOrder): WorkflowStart => ({ workflow: 'sendMail', input });
