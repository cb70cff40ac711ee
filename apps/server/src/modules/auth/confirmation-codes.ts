/** Requests and confirms codes, with the same behavior for known and unknown addresses. */
import {
  hashAddress,
  hashToken,
  keyFor,
  keysFor,
  newToken,
  seal,
  signatureMatches,
  unsealWithAny,
} from '../../platform/crypto.ts';
import type { Tx } from '../../platform/db/db.ts';
import { idFrom, newId, PLATFORM_COMPANY } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { newCode, newTextCode, nextStep, readCode, type AskedCode } from './codes.ts';
import {
  codesOfLastHour,
  countTry,
  findLinked,
  insertCode,
  lockValidCode,
  markUsed,
  updateCode,
  type CodeRow,
} from './codes-store.ts';
import { isKnownDevice } from './devices/store.ts';
import { resetPath } from './reset-path.ts';
import { lockAttempts } from './store.ts';
import type { Write } from './sign-in.ts';

/** A pending account: everything needed to create it when the address is confirmed. */
export interface SignUp {
  readonly givenName: string;
  readonly familyName: string;
  readonly passwordHash: string;
  readonly lenderId?: string;
}

/** Encrypted content of a code's row. */
export interface Sealed {
  readonly code: string;
  /** The email address or phone number. */
  readonly to: string;
  readonly signUp?: SignUp;
  /** The secret part of the link in the email. */
  readonly link?: string;
  /** The lender in whose name the code is sent, if it is for an upload without an account. */
  readonly lenderId?: string;
}

const CODES = 'confirmation codes';

const close = (secretKey: string, id: string, content: Sealed): Buffer =>
  seal(keyFor(secretKey, CODES), id, JSON.stringify(content));

export const openSealed = (secretKey: string, { id, sealed }: CodeRow): Sealed =>
  JSON.parse(unsealWithAny(keysFor(secretKey, CODES), id, sealed)) as Sealed;

export interface Asking {
  /** An email address, or a phone number as E.164; the two cannot be confused. */
  readonly to: string;
  readonly occasion: 'signup' | 'login' | 'reset' | 'phone' | 'secureUpload';
  readonly accountId: string | undefined;
  readonly browser: string;
  /** The browser's device token, if it has one; it need not be a known device. */
  readonly deviceToken?: string | undefined;
  readonly signUp?: SignUp;
  /** The company of the upload link that was opened. */
  readonly lenderId?: string;
}

/** Codes of one realm are not valid in the other: a code for an upload without an account cannot log anyone in. */
type Realm = 'account' | 'secureUpload';
const addressIn = (secretKey: string, realm: Realm, to: string): Buffer =>
  hashAddress(secretKey, realm === 'account' ? to : `${realm} ${to.trim()}`);

export async function askForCode(tx: Tx, secretKey: string, asking: Asking): Promise<void> {
  const { occasion, to, browser, signUp, lenderId } = asking;
  const accountId = asking.accountId ?? null;
  const address = addressIn(
    secretKey,
    occasion === 'secureUpload' ? 'secureUpload' : 'account',
    to,
  );
  const browserHash = hashToken(browser);
  await lockAttempts(tx, address);
  const knownDevice = await isKnownDevice(tx, accountId ?? idFrom(address), asking.deviceToken);
  const codes = (await codesOfLastHour(tx, address)).map((row) => withHistory(row, browserHash));
  const next = nextStep(codes, new Date(), knownDevice);
  const good = next.do === 'send new' ? undefined : next.code;
  const before = good ?? codes.find(({ mine, used }) => mine && !used);
  const opened = before && openSealed(secretKey, before.row);
  // A sign-up that belongs to an expired code is moved to the next one.
  const pending = signUp ?? opened?.signUp;

  const id = next.do === 'send new' ? newId() : good?.id;
  if (id === undefined) return;
  const code =
    next.do === 'send new' ? (occasion === 'phone' ? newTextCode() : newCode()) : opened!.code;
  const link = (next.do === 'send new' ? undefined : opened!.link) ?? newToken();
  const sealed = close(secretKey, id, {
    code,
    to,
    link,
    ...(pending && { signUp: pending }),
    ...(lenderId !== undefined && { lenderId }),
  });
  if (next.do === 'send new') {
    insertCode(tx, {
      id,
      address_hash: address,
      browser_hash: browserHash,
      account_id: accountId,
      known_device: knownDevice,
      sealed,
    });
  } else {
    updateCode(tx, id, { sealed, accountId, sent: next.do === 'send again' });
  }
  if (next.do === 'nothing') return;
  recordEvent(tx, {
    kind: 'code.asked',
    companyId: PLATFORM_COMPANY,
    accountId: accountId ?? idFrom(address),
    changes: [],
    detail: { occasion, again: next.do === 'send again' },
    starts:
      occasion === 'phone'
        ? { workflow: 'sendText', input: { codeId: id } }
        : { workflow: 'sendMail', input: { mail: 'code', codeId: id, occasion } },
  });
}

const withHistory = (row: CodeRow, browserHash: Buffer): AskedCode & { row: CodeRow } => ({
  id: row.id,
  mine: row.browser_hash.equals(browserHash),
  knownDevice: row.known_device,
  tries: row.tries,
  sends: row.sends,
  sentAt: new Date(row.sent_at),
  expiresAt: new Date(row.expires_at),
  used: row.used_at !== null,
  row,
});

/** A person who has proved access to the address or number. */
export interface Confirmed {
  readonly to: string;
  readonly accountId: string | null;
  readonly signUp: SignUp | undefined;
}

/**
 * Runs `work` once for a caller with a valid code in the browser that requested it. If `work` refuses (because a
 * password is too common, say), the code stays valid.
 */
export async function withCode<T>(
  { write, secretKey }: { write: Write; secretKey: string },
  entry: { to: string; code: string; realm?: Realm },
  browser: string | undefined,
  work: (tx: Tx, confirmed: Confirmed) => Promise<T>,
): Promise<T> {
  const address = addressIn(secretKey, entry.realm ?? 'account', entry.to);
  const outcome = await write(async (tx) => {
    // Locked in the same order as when a code is requested: the address, then its code.
    await lockAttempts(tx, address);
    const row = await lockValidCode(tx, address, hashToken(browser ?? ''));
    if (!row) return new ApiError('WRONG_CODE');
    const { code, to, signUp } = openSealed(secretKey, row);
    if (!signatureMatches(readCode(entry.code), code)) {
      countTry(tx, row.id);
      // Returned instead of thrown, because the count of tries must be committed although the call is refused.
      return new ApiError('WRONG_CODE', { accountId: row.account_id ?? undefined });
    }
    const result = await work(tx, { to, accountId: row.account_id, signUp });
    markUsed(tx, row.id);
    return result;
  });
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

/** The last part of an email's link. The id identifies the row; the secret part proves that the email was read. */
export const linkOf = (id: string, { link }: Sealed): string | undefined =>
  link === undefined ? undefined : `${id.replaceAll('-', '')}.${link}`;

/** Runs `work` once for a caller with the link of an email, in any browser. */
export async function withLink<T>(
  { write, secretKey }: { write: Write; secretKey: string },
  linkToken: string,
  work: (tx: Tx, accountId: string) => Promise<T>,
): Promise<T> {
  const [, id, secret] = /^([\da-f]{32})\.([\w-]{43})$/.exec(linkToken) ?? [];
  if (id === undefined || secret === undefined) throw new ApiError('WRONG_LINK');
  return write(async (tx) => {
    const linked = await findLinked(tx, id, false);
    if (!linked) throw new ApiError('WRONG_LINK');
    // Locked in the same order as when a code is requested: the address, then its code.
    await lockAttempts(tx, linked.address_hash);
    const row = await findLinked(tx, id, true);
    const { link } = row ? openSealed(secretKey, row) : {};
    if (!row || link === undefined || !signatureMatches(secret, link)) {
      throw new ApiError('WRONG_LINK');
    }
    const result = await work(tx, row.account_id!);
    markUsed(tx, row.id);
    return result;
  });
}

/** Creates a reset link that a command prints instead of sending it by email. */
export function issueResetLink(
  secretKey: string,
  { accountId, emailAddress }: { accountId: string; emailAddress: string },
) {
  const id = newId();
  const content = { code: newCode(), to: emailAddress, link: newToken() };
  return {
    row: {
      id,
      address_hash: addressIn(secretKey, 'account', emailAddress),
      // Bound to no browser: the code beside the link is never shown and cannot be entered.
      browser_hash: hashToken(newToken()),
      account_id: accountId,
      sealed: close(secretKey, id, content),
    },
    path: resetPath(linkOf(id, content)),
  };
}
