import { hashPassword, hashToken, newToken, passwordMatches } from '../../platform/crypto.ts';
import type { Reads, Tx } from '../../platform/db/db.ts';
import { newId, PLATFORM_COMPANY } from '../../platform/ids.ts';
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
  type Credential,
} from './store.ts';

type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

export interface SignedIn {
  token: string;
  credential: Credential;
  role: GroupRole;
  endsAt: string;
}

/** Somebody who does not exist costs as much time as somebody who does. */
const nobodysPassword = hashPassword('no account has this password');

export async function signIn(
  reads: Reads,
  write: Write,
  { username, password }: { username: string; password: string },
): Promise<SignedIn> {
  const credential = await findCredential(reads, username);
  const matches = await passwordMatches(
    password,
    credential?.password_hash ?? (await nobodysPassword),
  );
  if (!credential) throw new Refusal('WRONG_PASSWORD');
  const outcome = await write((tx) =>
    matches ? succeed(tx, credential) : countFailure(tx, credential),
  );
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
}

async function succeed(tx: Tx, credential: Credential): Promise<SignedIn | Refusal> {
  const attempts = await lockAttempts(tx, credential.id);
  if (lockedSeconds(attempts, new Date()) > 0) return lockedOut(attempts);
  if (attempts.failed > 0) saveAttempts(tx, credential.id, noAttempts);
  const held = await rolesOf(tx, credential.id);
  const role = defaultRole(held, await chosenDefault(tx, credential.id));
  const token = newToken();
  const endsAt = await insertSession(tx, {
    tokenHash: hashToken(token),
    stamp: newId(),
    accountId: credential.id,
    role,
  });
  record(tx, {
    kind: 'session.started',
    companyId: PLATFORM_COMPANY,
    actorId: credential.id,
    accountId: credential.id,
    changes: [],
    detail: { roleLevel: role.role_level, companyId: role.company_id },
  });
  return { token, credential, role, endsAt };
}

/** Returned, not thrown: the count must be committed although the call is refused. */
async function countFailure(tx: Tx, credential: Credential): Promise<Refusal> {
  const now = new Date();
  const before = await lockAttempts(tx, credential.id);
  if (lockedSeconds(before, now) > 0) return lockedOut(before);
  const attempts = afterFailure(before, now);
  saveAttempts(tx, credential.id, attempts);
  record(tx, {
    kind: 'session.refused',
    companyId: PLATFORM_COMPANY,
    accountId: credential.id,
    changes: [],
    detail: { failedAttempts: attempts.failed },
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
