/**
 * Logging in, as a short chain of steps: is the password right, is the account open, is the password
 * still good, then the session. Whoever is refused costs the same, known or not: the same statements
 * run for an address that nobody has.
 */
import {
  hashAddress,
  hashPassword,
  hashToken,
  newToken,
  passwordMatches,
} from '../../platform/crypto.ts';
import type { Reads, Tx } from '../../platform/db/db.ts';
import { newId, PLATFORM_COMPANY, idFrom } from '../../platform/ids.ts';
import { record } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  afterFailure,
  lockedSeconds,
  noAttempts,
  oneAttemptLeft,
  type Attempts,
} from './lockout.ts';
import { defaultRole, type GroupRole } from './role-choice.ts';
import {
  chosenDefault,
  findCredential,
  insertSession,
  lockAttempts,
  rolesOf,
  saveAttempts,
  type AccountRow,
  type Credential,
} from './store.ts';

export type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** What checking a password needs. */
export interface Door {
  readonly secretKey: string;
  readonly reads: Reads;
  readonly write: Write;
  /** Counts a failure in a transaction of its own; `write` where that may be the same. */
  readonly count?: Write;
}

export interface SignedIn {
  token: string;
  account: AccountRow;
  role: GroupRole;
  endsAt: string;
}

/** Somebody who does not exist costs as much time as somebody who does. */
const nobodysPassword = hashPassword('no account has this password');

/** Does `work` for whoever knows the password; counts the failure and refuses everybody else. */
export async function withPassword<T>(
  { secretKey, reads, write, count = write }: Door,
  { username, password }: { username: string; password: string },
  work: (tx: Tx, credential: Credential) => Promise<T>,
): Promise<T> {
  const address = hashAddress(secretKey, username);
  const credential = await findCredential(reads, username);
  const matches = await passwordMatches(
    password,
    credential?.password_hash ?? (await nobodysPassword),
  );
  if (!credential || !matches) {
    throw await count((tx) => countFailure(tx, address, credential?.id));
  }
  return write(async (tx) => {
    await passLock(tx, address);
    return work(tx, credential);
  });
}

export const signIn = (door: Door, given: { username: string; password: string }) =>
  withPassword(door, given, (tx, credential) => {
    refuseExpired(credential);
    return startSession(tx, credential);
  });

/** Said only to somebody who has just shown the right password, or a code. */
export function refuseExpired({ expired_at }: { expired_at: string | null }): void {
  if (expired_at === null) return;
  throw new Refusal('PASSWORD_EXPIRED', { headers: { 'password-expired': 'true' } });
}

async function passLock(tx: Tx, address: Buffer): Promise<void> {
  const attempts = await lockAttempts(tx, address);
  if (lockedSeconds(attempts, new Date()) > 0) throw lockedOut(attempts);
  if (attempts.failed > 0) saveAttempts(tx, address, noAttempts);
}

/** A code by e-mail shows whose account it is: what strangers did to the lock no longer counts. */
export function liftLock(tx: Tx, secretKey: string, emailAddress: string): void {
  saveAttempts(tx, hashAddress(secretKey, emailAddress), noAttempts);
}

export async function startSession(tx: Tx, account: AccountRow): Promise<SignedIn> {
  const held = await rolesOf(tx, account.id);
  const role = defaultRole(held, await chosenDefault(tx, account.id));
  const token = newToken();
  const endsAt = await insertSession(tx, {
    tokenHash: hashToken(token),
    stamp: newId(),
    accountId: account.id,
    role,
  });
  record(tx, {
    kind: 'session.started',
    companyId: PLATFORM_COMPANY,
    actorId: account.id,
    accountId: account.id,
    changes: [],
    detail: { roleLevel: role.role_level, companyId: role.company_id },
  });
  return { token, account, role, endsAt };
}

/** Returned, not thrown: the count must be committed although the call is refused. */
async function countFailure(
  tx: Tx,
  address: Buffer,
  accountId: string | undefined,
): Promise<Refusal> {
  const now = new Date();
  const before = await lockAttempts(tx, address);
  if (lockedSeconds(before, now) > 0) return lockedOut(before);
  const attempts = afterFailure(before, now);
  saveAttempts(tx, address, attempts);
  record(tx, {
    kind: 'session.refused',
    companyId: PLATFORM_COMPANY,
    // An address that nobody has gets a history of its own, under an id that is nobody's.
    accountId: accountId ?? idFrom(address),
    changes: [],
    detail: { failedAttempts: attempts.failed, known: accountId !== undefined },
  });
  if (attempts.lockedUntil) return lockedOut(attempts);
  return new Refusal('WRONG_PASSWORD', {
    headers: oneAttemptLeft(attempts) ? { 'one-login-attempt-left': 'true' } : {},
  });
}

function lockedOut(attempts: Attempts): Refusal {
  return new Refusal('LOCKED_USER', {
    headers: {
      'locked-user': 'true',
      'remaining-locked-seconds': String(lockedSeconds(attempts, new Date())),
    },
  });
}
