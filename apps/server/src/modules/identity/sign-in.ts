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
import type { Exchange } from '../../platform/call.ts';
import type { Queries, Reads, Tx } from '../../platform/db/db.ts';
import { newId, PLATFORM_COMPANY, idFrom } from '../../platform/ids.ts';
import { record } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findDevice, keepDevice, lockDevice, saveDeviceAttempts } from './devices/store.ts';
import {
  afterFailure,
  lockedSeconds,
  noAttempts,
  oneAttemptLeft,
  type Attempts,
} from './lockout.ts';
import { defaultRole, type GroupRole, type RoleName } from './role-choice.ts';
import {
  chosenDefault,
  deleteSession,
  findCredential,
  insertSession,
  isPasswordTooOld,
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
  readonly exchange: Exchange;
  /** Counts a failure in a transaction of its own; `write` where that may be the same. */
  readonly count?: Write;
}

export interface SignedIn {
  token: string;
  deviceToken: string;
  account: AccountRow;
  role: GroupRole;
  endsAt: string;
  secondsLeft: number;
}

/** Somebody who does not exist costs as much time as somebody who does. */
const nobodysPassword = hashPassword('no account has this password');

/** Does `work` for whoever knows the password; counts the failure and refuses everybody else. */
export async function withPassword<T>(
  { secretKey, reads, write, exchange, count = write }: Door,
  { username, password }: { username: string; password: string },
  work: (tx: Tx, credential: Credential) => Promise<T>,
): Promise<T> {
  const credential = await findCredential(reads, username);
  const counter = await counterFor(
    reads,
    exchange,
    credential?.id,
    hashAddress(secretKey, username),
  );
  const matches = await passwordMatches(
    password,
    credential?.password_hash ?? (await nobodysPassword),
  );
  if (!credential || !matches) {
    throw await count((tx) => countFailure(tx, counter, credential?.id));
  }
  return write(async (tx) => {
    await passLock(tx, counter);
    return work(tx, credential);
  });
}

export const signIn = (
  door: Door & { sessionIdleSeconds: number },
  given: { username: string; password: string },
) =>
  withPassword(door, given, async (tx, credential) => {
    await refuseExpired(tx, credential);
    return startSession(tx, credential, door);
  });

/** Where failures are counted: on a device that this person is known by, else on the address. */
interface Counter {
  /** Names the history where nobody has the address. */
  readonly address: Buffer;
  lock(tx: Tx): Promise<Attempts>;
  save(tx: Tx, attempts: Attempts): void;
}

/**
 * Strangers who lock an address do not lock its owner's devices, and a stolen device has five attempts
 * of its own. The same question is asked for an address that nobody has.
 */
async function counterFor(
  reads: Queries,
  { deviceToken }: Exchange,
  accountId: string | undefined,
  address: Buffer,
): Promise<Counter> {
  const byAddress: Counter = {
    address,
    lock: (tx) => lockAttempts(tx, address),
    save: (tx, attempts) => saveAttempts(tx, address, attempts),
  };
  if (deviceToken === undefined) return byAddress;
  const known = await findDevice(reads, accountId ?? idFrom(address), hashToken(deviceToken));
  if (known === undefined) return byAddress;
  return {
    address,
    // Forgotten between the two: whoever comes late counts like a stranger.
    lock: async (tx) => (await lockDevice(tx, known)) ?? lockAttempts(tx, address),
    save: (tx, attempts) => saveDeviceAttempts(tx, known, attempts),
  };
}

/** Said only to somebody who has just shown the right password, or a code. */
export async function refuseExpired(
  tx: Tx,
  { id, expired_at }: { id: string; expired_at: string | null },
): Promise<void> {
  if (expired_at === null && !(await isPasswordTooOld(tx, id))) return;
  throw new Refusal('PASSWORD_EXPIRED', { headers: { 'password-expired': 'true' } });
}

async function passLock(tx: Tx, counter: Counter): Promise<void> {
  const attempts = await counter.lock(tx);
  if (lockedSeconds(attempts, new Date()) > 0) throw lockedOut(attempts);
  if (attempts.failed > 0) counter.save(tx, noAttempts);
}

/** A code by e-mail shows whose account it is: what strangers did to the lock no longer counts. */
export function liftLock(tx: Tx, secretKey: string, emailAddress: string): void {
  saveAttempts(tx, hashAddress(secretKey, emailAddress), noAttempts);
}

/**
 * Whoever gets here has shown who they are: from now on their browser is known. In the
 * role that is asked for, if it is held; else in the person's default.
 */
export async function startSession(
  tx: Tx,
  account: AccountRow,
  { exchange, sessionIdleSeconds }: { exchange: Exchange; sessionIdleSeconds: number },
  wanted?: RoleName,
): Promise<SignedIn> {
  const held = await rolesOf(tx, account.id);
  const role = defaultRole(held, wanted ?? (await chosenDefault(tx, account.id)));
  const token = newToken();
  const deviceToken = exchange.deviceToken ?? newToken();
  // The browser forgets the session it had, so nobody could ever end that one.
  if (exchange.sessionToken) await deleteSession(tx, hashToken(exchange.sessionToken));
  const deviceId = await keepDevice(tx, {
    id: newId(),
    accountId: account.id,
    tokenHash: hashToken(deviceToken),
    name: exchange.browserName,
  });
  const endsAt = await insertSession(tx, {
    deviceId,
    idleSeconds: sessionIdleSeconds,
    tokenHash: hashToken(token),
    stamp: newId(),
    accountId: account.id,
    role,
  });
  if (endsAt === undefined) throw new Refusal('WRONG_PASSWORD');
  record(tx, {
    kind: 'session.started',
    companyId: PLATFORM_COMPANY,
    actorId: account.id,
    accountId: account.id,
    changes: ['device'],
    detail: { roleLevel: role.role_level, companyId: role.company_id },
  });
  return { token, deviceToken, account, role, ...endsAt };
}

/** Returned, not thrown: the count must be committed although the call is refused. */
async function countFailure(
  tx: Tx,
  counter: Counter,
  accountId: string | undefined,
): Promise<Refusal> {
  const now = new Date();
  const before = await counter.lock(tx);
  if (lockedSeconds(before, now) > 0) return lockedOut(before);
  const attempts = afterFailure(before, now);
  counter.save(tx, attempts);
  record(tx, {
    kind: 'session.refused',
    companyId: PLATFORM_COMPANY,
    // An address that nobody has gets a history of its own, under an id that is nobody's.
    accountId: accountId ?? idFrom(counter.address),
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
