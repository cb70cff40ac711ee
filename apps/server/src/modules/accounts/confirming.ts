/** Asking for a code and showing it, both the same for an address that nobody has. */
import {
  hashAddress,
  hashToken,
  keyFor,
  seal,
  signatureMatches,
  unseal,
} from '../../platform/crypto.ts';
import type { Tx } from '../../platform/db/db.ts';
import { idFrom, newId, PLATFORM_COMPANY } from '../../platform/ids.ts';
import { record } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import { lockAttempts, type Write } from '../identity/index.ts';
import { newCode, newTextCode, nextStep, readCode, type AskedCode } from './codes.ts';
import {
  codesOfLastHour,
  countTry,
  insertCode,
  lockGoodCode,
  markUsed,
  updateCode,
  type CodeRow,
} from './store.ts';

/** An account in waiting: all that is needed to make it once the address is confirmed. */
export interface SignUp {
  readonly givenName: string;
  readonly familyName: string;
  readonly passwordHash: string;
  readonly lenderId?: string;
}

/** What stands encrypted in a code's row. */
export interface Sealed {
  readonly code: string;
  /** The e-mail address or the phone number. */
  readonly to: string;
  readonly signUp?: SignUp;
}

const sealingKey = (secretKey: string): Buffer => keyFor(secretKey, 'confirmation codes');

const close = (secretKey: string, id: string, content: Sealed): Buffer =>
  seal(sealingKey(secretKey), id, JSON.stringify(content));

export const openSealed = (secretKey: string, { id, sealed }: CodeRow): Sealed =>
  JSON.parse(unseal(sealingKey(secretKey), id, sealed)) as Sealed;

export interface Asking {
  /** An e-mail address, or a phone number as E.164: no address looks like one. */
  readonly to: string;
  readonly occasion: 'signup' | 'login' | 'reset' | 'phone';
  readonly accountId: string | undefined;
  readonly browser: string;
  readonly signUp?: SignUp;
}

export async function askForCode(tx: Tx, secretKey: string, asking: Asking): Promise<void> {
  const { occasion, to, browser, signUp } = asking;
  const accountId = asking.accountId ?? null;
  const address = hashAddress(secretKey, to);
  const browserHash = hashToken(browser);
  await lockAttempts(tx, address);
  const asked = (await codesOfLastHour(tx, address)).map((row) => withHistory(row, browserHash));
  const next = nextStep(asked, new Date());
  const good = next.do === 'send new' ? undefined : next.code;
  const before = good ?? asked.find(({ mine, used }) => mine && !used);
  const known = before && openSealed(secretKey, before.row);
  // A code that ran out takes the sign-up it was for along to the next one.
  const pending = signUp ?? known?.signUp;

  const id = next.do === 'send new' ? newId() : good?.id;
  if (id === undefined) return;
  const code =
    next.do === 'send new' ? (occasion === 'phone' ? newTextCode() : newCode()) : known!.code;
  const sealed = close(secretKey, id, { code, to, ...(pending && { signUp: pending }) });
  if (next.do === 'send new') {
    insertCode(tx, {
      id,
      address_hash: address,
      browser_hash: browserHash,
      account_id: accountId,
      sealed,
    });
  } else {
    updateCode(tx, id, { sealed, accountId, sent: next.do === 'send again' });
  }
  if (next.do === 'nothing') return;
  record(tx, {
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
  tries: row.tries,
  sends: row.sends,
  sentAt: new Date(row.sent_at),
  expiresAt: new Date(row.expires_at),
  used: row.used_at !== null,
  row,
});

/** Somebody who has shown that they read what is sent there. */
export interface Confirmed {
  readonly to: string;
  readonly accountId: string | null;
  readonly signUp: SignUp | undefined;
}

/**
 * Does `work` for whoever shows the code in the browser that asked for it, once. Where `work` refuses
 * (a password too common, say) the code stays good.
 */
export async function withCode<T>(
  { write, secretKey }: { write: Write; secretKey: string },
  given: { to: string; code: string },
  browser: string | undefined,
  work: (tx: Tx, confirmed: Confirmed) => Promise<T>,
): Promise<T> {
  const address = hashAddress(secretKey, given.to);
  const outcome = await write(async (tx) => {
    // In the order in which asking takes them: the address, then its code.
    await lockAttempts(tx, address);
    const row = await lockGoodCode(tx, address, hashToken(browser ?? ''));
    if (!row) return new Refusal('WRONG_CODE');
    const { code, to, signUp } = openSealed(secretKey, row);
    if (!signatureMatches(readCode(given.code), code)) {
      countTry(tx, row.id);
      // Returned, not thrown: the try must be committed although the call is refused.
      return new Refusal('WRONG_CODE');
    }
    const result = await work(tx, { to, accountId: row.account_id, signUp });
    markUsed(tx, row.id);
    return result;
  });
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
}
