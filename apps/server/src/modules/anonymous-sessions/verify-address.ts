/** From an address to a session: sends a code by email, which must be entered in the browser that requested it. */
import { createHmac } from 'node:crypto';
import { ANONYMOUS_EXTENSION_HOURS, MAX_ANONYMOUS_EXTENSIONS } from '@cairn/contract';
import { hashToken, keyFor, newToken } from '../../platform/crypto.ts';
import { anonymous, type Db, type Tx } from '../../platform/db/db.ts';
import type { HttpContext } from '../../platform/handler.ts';
import { newId } from '../../platform/ids.ts';
import { countUp } from '../../platform/rate-limit.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { askForCode, withCode, type Write } from '../auth/index.ts';
import {
  insertVerified,
  lockSession,
  saveExtended,
  claimPreparedSession,
  type SessionRow,
  type UploadLink,
} from './store.ts';

interface Deps {
  readonly db: Db;
  readonly secretKey: string;
  readonly limitFactor: number;
}

/** Codes per hour that visitors of one link, of one company, and of all companies may request. */
const CODES_PER_HOUR = { link: 200, company: 500, everywhere: 10_000 };
const HOUR = 3600;

/**
 * Applies in addition to the limits for an address (auth/codes.ts), a recipient (outbound-limits.ts) and a network.
 * The link's limit comes first: a call that it refuses does not count against visitors of other links.
 */
async function takeCodeQuota({ db, secretKey, limitFactor }: Deps, link: UploadLink) {
  const key = keyFor(secretKey, 'codes for uploads without an account');
  for (const [holder, most] of [
    [`${link.company_id} ${link.account_id}`, CODES_PER_HOUR.link],
    [link.company_id, CODES_PER_HOUR.company],
    ['everywhere', CODES_PER_HOUR.everywhere],
  ] as const) {
    const hash = createHmac('sha256', key).update(holder).digest();
    const { calls, left: secondsLeft } = await db.write(anonymous, (tx) => countUp(tx, hash, HOUR));
    if (calls > most * limitFactor) {
      throw new ApiError('TOO_MANY_REQUESTS', { headers: { 'retry-after': String(secondsLeft) } });
    }
  }
}

/** Looks up nothing by the address, so that the reply and its time are the same for all addresses. */
export async function sendCode(
  deps: Deps,
  { write, http }: { write: Write; http: HttpContext },
  { link, emailAddress }: { link: UploadLink; emailAddress: string },
): Promise<void> {
  await takeCodeQuota(deps, link);
  await write((tx) =>
    askForCode(tx, deps.secretKey, {
      occasion: 'secureUpload',
      to: emailAddress,
      accountId: undefined,
      browser: http.markBrowser(),
      lenderId: link.company_id,
    }),
  );
}

interface CodeProof {
  readonly emailAddress: string;
  readonly code: string;
}

/** Runs `work` once for a visitor with the code that was sent to the address. */
const withVisitorCode = <T>(
  { secretKey }: Deps,
  { write, http }: { write: Write; http: HttpContext },
  { emailAddress, code }: CodeProof,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  withCode(
    { write, secretKey },
    { to: emailAddress, code, realm: 'secureUpload' },
    http.browserToken,
    work,
  );

class CodeIsGood extends Error {}

/** A wrong code counts as a try; a right one stays valid, because the transaction is rolled back. */
export async function checkCode(
  deps: Deps,
  call: { write: Write; http: HttpContext },
  proof: CodeProof,
): Promise<void> {
  try {
    await withVisitorCode(deps, call, proof, () => Promise.reject(new CodeIsGood()));
  } catch (error) {
    if (!(error instanceof CodeIsGood)) throw error;
  }
}

/** Returns the id of a new session and its secret, of which only a hash is stored. */
export async function startSession(
  deps: Deps,
  call: { write: Write; http: HttpContext },
  { link, uniqueCode, ...proof }: CodeProof & { link: UploadLink; uniqueCode: string },
): Promise<{ id: string; token: string }> {
  const token = newToken();
  const { company_id: companyId, account_id: accountId } = link;
  const guest = call.http.guestToken ?? newToken();
  const id = await withVisitorCode(deps, call, proof, async (tx) => {
    await tx.enterCompany(companyId, 'CONTACT');
    const verified = { tokenHash: hashToken(token), browserHash: hashToken(guest) };
    const started = {
      companyId,
      accountId,
      uniqueCode,
      emailAddress: proof.emailAddress.trim().toLowerCase(),
    };
    const vouched = await claimPreparedSession(tx, started, verified);
    const sessionId = vouched ?? newId();
    if (vouched === undefined) await insertVerified(tx, { ...started, ...verified, id: sessionId });
    recordEvent(tx, {
      kind: 'anonymousSession.verified',
      companyId,
      accountId,
      staffOnly: true,
      changes: [],
      detail: { sessionId },
    });
    return sessionId;
  });
  call.http.rememberGuest(guest);
  return { id, token };
}

/** Requested by the visitor with a code, or by an employee; possible after the end too. */
export async function extendSession(
  tx: Tx,
  { company_id, id }: Pick<SessionRow, 'company_id' | 'id'>,
  employeeId?: string,
): Promise<SessionRow> {
  const session = await lockSession(tx, company_id, id);
  if (!session) throw new ApiError('NOT_FOUND');
  if (session.extensions >= MAX_ANONYMOUS_EXTENSIONS) throw new ApiError('NO_MORE_EXTENSIONS');
  await saveExtended(tx, session, ANONYMOUS_EXTENSION_HOURS);
  recordEvent(tx, {
    kind: 'anonymousSession.extended',
    companyId: company_id,
    ...(employeeId !== undefined && { actorId: employeeId }),
    accountId: session.account_id,
    staffOnly: true,
    changes: [],
    detail: { sessionId: id, by: employeeId === undefined ? 'visitor' : 'employee' },
  });
  return (await lockSession(tx, company_id, id))!;
}

export const extendByCode = (
  deps: Deps,
  call: { write: Write; http: HttpContext },
  session: SessionRow,
  code: string,
): Promise<SessionRow> =>
  withVisitorCode(deps, call, { emailAddress: session.email_address, code }, async (tx) => {
    await tx.enterCompany(session.company_id, 'CONTACT');
    return extendSession(tx, session);
  });
