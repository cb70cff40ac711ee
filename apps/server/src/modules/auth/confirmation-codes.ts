/** Requesting and confirming a code, both with the same behavior for an unknown address. */
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

/** An account in waiting: all that is needed to make it once the address is confirmed. */
export interface SignUp {
  readonly givenName: string;
  readonly familyName: string;
  readonly passwordHash: string;
  readonly lenderId?: string;
}

/** Encrypted content of a code's row. */
export interface Sealed {
  readonly code: string;
  /** The e-mail address or the phone number. */
  readonly to: string;
  readonly signUp?: SignUp;
  /** The secret part of the link that the email carries beside the code. */
  readonly link?: string;
  /** In whose name the code is sent, where it is for an upload without an account. */
  readonly lenderId?: string;
}

const CODES = 'confirmation codes';

const close = (secretKey: string, id: string, content: Sealed): Buffer =>
  seal(keyFor(secretKey, CODES), id, JSON.stringify(content));

export const openSealed = (secretKey: string, { id, sealed }: CodeRow): Sealed =>
  JSON.parse(unsealWithAny(keysFor(secretKey, CODES), id, sealed)) as Sealed;

export interface Asking {
  /** An e-mail address, or a phone number as E.164: no address looks like one. */
  readonly to: string;
  readonly occasion: 'signup' | 'login' | 'reset' | 'phone' | 'secureUpload';
  readonly accountId: string | undefined;
  readonly browser: string;
  /** The token of the device, if the browser has one: known or not, it is looked up. */
  readonly deviceToken?: string | undefined;
  readonly signUp?: SignUp;
  /** The company whose upload link was opened. */
  readonly lenderId?: string;
}

/** What a code is good for: one for an upload without an account logs no one in, and the other way round. */
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
  const asked = (await codesOfLastHour(tx, address)).map((row) => withHistory(row, browserHash));
  const next = nextStep(asked, new Date(), knownDevice);
  const good = next.do === 'send new' ? undefined : next.code;
  const before = good ?? asked.find(({ mine, used }) => mine && !used);
  const known = before && openSealed(secretKey, before.row);
  // A code that ran out takes the sign-up it was for along to the next one.
  const pending = signUp ?? known?.signUp;

  const id = next.do === 'send new' ? newId() : good?.id;
  if (id === undefined) return;
  const code =
    next.do === 'send new' ? (occasion === 'phone' ? newTextCode() : newCode()) : known!.code;
  const link = (next.do === 'send new' ? undefined : known!.link) ?? newToken();
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
 * Does `work` once for a caller who shows the code in the browser that requested it. Where `work` refuses
 * (a password too common, say) the code stays valid.
 */
export async function withCode<T>(
  { write, secretKey }: { write: Write; secretKey: string },
  given: { to: string; code: string; realm?: Realm },
  browser: string | undefined,
  work: (tx: Tx, confirmed: Confirmed) => Promise<T>,
): Promise<T> {
  const address = addressIn(secretKey, given.realm ?? 'account', given.to);
  const outcome = await write(async (tx) => {
    // In the order in which asking takes them: the address, then its code.
    await lockAttempts(tx, address);
    const row = await lockValidCode(tx, address, hashToken(browser ?? ''));
    if (!row) return new ApiError('WRONG_CODE');
    const { code, to, signUp } = openSealed(secretKey, row);
    if (!signatureMatches(readCode(given.code), code)) {
      countTry(tx, row.id);
      // Returned, not thrown: the try must be committed although the call is refused.
      return new ApiError('WRONG_CODE', { accountId: row.account_id ?? undefined });
    }
    const result = await work(tx, { to, accountId: row.account_id, signUp });
    markUsed(tx, row.id);
    return result;
  });
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

/** What the link of an email ends with. The id finds the row, the secret part shows that the email was read. */
export const linkOf = (id: string, { link }: Sealed): string | undefined =>
  link === undefined ? undefined : `${id.replaceAll('-', '')}.${link}`;

/** Does `work` once for a caller with the link of an email, in any browser. */
export async function withLink<T>(
  { write, secretKey }: { write: Write; secretKey: string },
  given: string,
  work: (tx: Tx, accountId: string) => Promise<T>,
): Promise<T> {
  const [, id, secret] = /^([\da-f]{32})\.([\w-]{43})$/.exec(given) ?? [];
  if (id === undefined || secret === undefined) throw new ApiError('WRONG_LINK');
  return write(async (tx) => {
    const found = await findLinked(tx, id, false);
    if (!found) throw new ApiError('WRONG_LINK');
    // In the order in which asking takes them: the address, then its code.
    await lockAttempts(tx, found.address_hash);
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

/** A row and the address of its page, for a link that a command prints instead of an email carrying it. */
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
      // Of no browser: the code beside the link is not shown, and cannot be entered.
      browser_hash: hashToken(newToken()),
      account_id: accountId,
      sealed: close(secretKey, id, content),
    },
    path: resetPath(linkOf(id, content)),
  };
}
