/**
 * Logs in step by step: is the password right, is the account open, is the password still valid, then the session. A
 * refusal takes the same time for known and unknown addresses, because the same statements run for both.
 */
import {
  hashAddress,
  hashPassword,
  hashToken,
  isHashOutdated,
  newToken,
  passwordMatches,
} from '../../platform/crypto.ts';
import { MAX_SESSIONS } from '@cairn/contract';
import { ONLY_HOME, type Homes } from '../../platform/cells/cells.ts';
import type { HttpContext } from '../../platform/handler.ts';
import type { Queries, Reads, Tx } from '../../platform/db/db.ts';
import { newId, PLATFORM_COMPANY, idFrom } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import {
  findDevice,
  keepDevice,
  lockDevice,
  moveDevices,
  saveDeviceAttempts,
} from './devices/store.ts';
import {
  afterFailure,
  lockedSeconds,
  noAttempts,
  oneAttemptLeft,
  type Attempts,
} from './lockout.ts';
import { defaultRole, type GroupRole, type RoleName } from './role-choice.ts';
import { endSession } from './session.ts';
import {
  chosenDefault,
  deleteOldestSessions,
  findCredential,
  insertSession,
  isPasswordTooOld,
  lockAttempts,
  replaceHash,
  rolesOf,
  saveAttempts,
  type AccountRow,
  type Credential,
} from './store.ts';

export type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** What checking a password requires. */
export interface PasswordCheck {
  readonly secretKey: string;
  readonly reads: Reads;
  readonly write: Write;
  readonly http: HttpContext;
  /** Counts a failure in its own transaction; `write` if the caller's can be used. */
  readonly count?: Write;
  /** A password is accepted only in the home cell of its account. */
  readonly homes?: Pick<Homes, 'isHomeOf'>;
}

export interface SignedIn {
  token: string;
  deviceToken: string;
  account: AccountRow;
  role: GroupRole;
  endsAt: string;
  secondsLeft: number;
}

/** Compared for unknown addresses, so that they take the same time. */
const decoyHash = hashPassword('no account has this password');

/** Runs `work` for a caller with the right password; counts a failure and refuses all others. */
export async function withPassword<T>(
  { secretKey, reads, write, http, count = write, homes = ONLY_HOME }: PasswordCheck,
  { username, password }: { username: string; password: string },
  work: (tx: Tx, credential: Credential) => Promise<T>,
): Promise<T> {
  const credential = await findCredential(reads, username);
  const address = hashAddress(secretKey, username);
  const counter = await counterFor(reads, http, credential?.id, address);
  const [matches, isHome] = await Promise.all([
    passwordMatches(password, credential?.password_hash ?? (await decoyHash)),
    homes.isHomeOf(credential?.id ?? idFrom(address)),
  ]);
  if (!credential || !matches || !isHome) {
    throw await count((tx) => countFailure(tx, counter, credential?.id));
  }
  const stronger = isHashOutdated(credential.password_hash) ? await hashPassword(password) : null;
  return write(async (tx) => {
    await passLock(tx, counter, credential.id);
    if (stronger !== null) await replaceHash(tx, credential, stronger);
    return work(tx, credential);
  });
}

export const signIn = (
  door: PasswordCheck & { sessionIdleSeconds: number },
  credentials: { username: string; password: string },
) =>
  withPassword(door, credentials, async (tx, credential) => {
    await refuseExpired(tx, credential);
    return startSession(tx, credential, door);
  });

/** Where failures are counted: on a known device of this person, otherwise on the address. */
interface Counter {
  /** Identifies the audit entries of an address without an account. */
  readonly address: Buffer;
  lock(tx: Tx): Promise<Attempts>;
  save(tx: Tx, attempts: Attempts): void;
}

/**
 * Strangers who lock an address do not lock its owner's devices, and a stolen device has five attempts of its own.
 * The same query runs for an unknown address.
 */
async function counterFor(
  reads: Queries,
  { deviceToken }: HttpContext,
  accountId: string | undefined,
  address: Buffer,
): Promise<Counter> {
  const byAddress: Counter = {
    address,
    lock: (tx) => lockAttempts(tx, address),
    save: (tx, attempts) => saveAttempts(tx, address, attempts),
  };
  if (deviceToken === undefined) return byAddress;
  const deviceId = await findDevice(reads, accountId ?? idFrom(address), hashToken(deviceToken));
  if (deviceId === undefined) return byAddress;
  return {
    address,
    // If the device was deleted meanwhile, the attempt counts as a stranger's.
    lock: async (tx) => (await lockDevice(tx, deviceId)) ?? lockAttempts(tx, address),
    save: (tx, attempts) => saveDeviceAttempts(tx, deviceId, attempts),
  };
}

/** For a caller who has just proved the right password or a code. */
export async function refuseExpired(
  tx: Tx,
  { id, expired_at }: { id: string; expired_at: string | null },
): Promise<void> {
  if (expired_at === null && !(await isPasswordTooOld(tx, id))) return;
  throw new ApiError('PASSWORD_EXPIRED', { headers: { 'password-expired': 'true' } });
}

async function passLock(tx: Tx, counter: Counter, accountId: string): Promise<void> {
  const attempts = await counter.lock(tx);
  if (lockedSeconds(attempts, new Date()) > 0) throw lockedOut(attempts, accountId);
  if (attempts.failed > 0) counter.save(tx, noAttempts);
}

/** A code by email proves who the caller is, so attempts of strangers no longer lock them out. */
export function liftLock(tx: Tx, secretKey: string, emailAddress: string): void {
  saveAttempts(tx, hashAddress(secretKey, emailAddress), noAttempts);
}

/**
 * Starts a session for a caller who has proved their identity, and makes the browser a known device. The role is the
 * requested one if they have it, otherwise their default role.
 */
export async function startSession(
  tx: Tx,
  account: AccountRow,
  { http, sessionIdleSeconds }: { http: HttpContext; sessionIdleSeconds: number },
  requestedRole?: RoleName,
): Promise<SignedIn> {
  const roles = await rolesOf(tx, account.id);
  const role = defaultRole(roles, requestedRole ?? (await chosenDefault(tx, account.id)));
  const token = newToken();
  // The browser forgets its previous session, which the user could not end otherwise.
  if (http.sessionToken) await endSession(tx, http.sessionToken);
  const { deviceId, deviceToken } = await renewDevice(tx, account.id, http);
  const endsAt = await insertSession(tx, {
    deviceId,
    idleSeconds: sessionIdleSeconds,
    tokenHash: hashToken(token),
    stamp: newId(),
    accountId: account.id,
    role,
  });
  if (endsAt === undefined) throw new ApiError('WRONG_PASSWORD');
  const ended = await deleteOldestSessions(tx, account.id, MAX_SESSIONS);
  recordEvent(tx, {
    kind: 'session.started',
    companyId: PLATFORM_COMPANY,
    actorId: account.id,
    accountId: account.id,
    // With the event streams of those that ended.
    changes: ended > 0 ? ['device', 'session'] : ['device'],
    detail: { roleLevel: role.role_level, companyId: role.company_id },
  });
  return { token, deviceToken, account, role, ...endsAt };
}

/**
 * Links this browser to the user under a new token, so that a token planted by an attacker becomes worthless. Other
 * users known in this browser are moved to the new token.
 */
export async function renewDevice(
  tx: Tx,
  accountId: string,
  { deviceToken: before, browserName }: Pick<HttpContext, 'deviceToken' | 'browserName'>,
): Promise<{ deviceId: string; deviceToken: string }> {
  const deviceToken = newToken();
  const tokenHash = hashToken(deviceToken);
  if (before !== undefined) await moveDevices(tx, hashToken(before), tokenHash);
  const device = { id: newId(), accountId, tokenHash, name: browserName };
  return { deviceId: await keepDevice(tx, device), deviceToken };
}

/** Returned instead of thrown, because the count must be committed although the call is refused. */
async function countFailure(
  tx: Tx,
  counter: Counter,
  accountId: string | undefined,
): Promise<ApiError> {
  const now = new Date();
  const before = await counter.lock(tx);
  if (lockedSeconds(before, now) > 0) return lockedOut(before, accountId);
  const attempts = afterFailure(before, now);
  counter.save(tx, attempts);
  recordEvent(tx, {
    kind: 'session.refused',
    companyId: PLATFORM_COMPANY,
    // An unknown address has audit entries under an id without an account.
    accountId: accountId ?? idFrom(counter.address),
    changes: [],
    detail: { failedAttempts: attempts.failed, known: accountId !== undefined },
  });
  if (attempts.lockedUntil) return lockedOut(attempts, accountId);
  return new ApiError('WRONG_PASSWORD', {
    accountId,
    headers: oneAttemptLeft(attempts) ? { 'one-login-attempt-left': 'true' } : {},
  });
}

function lockedOut(attempts: Attempts, accountId: string | undefined): ApiError {
  return new ApiError('LOCKED_USER', {
    accountId,
    headers: {
      'locked-user': 'true',
      'remaining-locked-seconds': String(lockedSeconds(attempts, new Date())),
    },
  });
}
