import {
  argon2,
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);
// OWASP's second configuration: 19 MiB, two passes, one lane.
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await derive('argon2id', { message: password, nonce, ...COST });
  return `argon2id$${nonce.toString('base64url')}$${hash.toString('base64url')}`;
}

export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const [, nonce = '', hash = ''] = stored.split('$');
  const given = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(nonce, 'base64url'),
    ...COST,
  });
  return timingSafeEqual(given, Buffer.from(hash, 'base64url'));
}

/** Opaque to its holder; only the hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export function sign(key: string, ...parts: string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url').slice(0, 32);
}
export function signatureMatches(given: string, wanted: string): boolean {
  return given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted));
}

/** A key of its own for each use: what is written for one can never be read as another. */
export const keyFor = (secretKey: string, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', use, 32));

const NONCE = 12;
const TAG = 16;

/** AES-256-GCM. `place` names the row it stands in, so that it cannot be moved to another one. */
export function seal(key: Buffer, place: string, text: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

export function unseal(key: Buffer, place: string, sealed: Buffer): string {
  const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), {
    authTagLength: TAG,
  })
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  return cipher.update(sealed.subarray(NONCE + TAG), undefined, 'utf8') + cipher.final('utf8');
}

/** Stands for an e-mail address where rows are kept for addresses that may belong to nobody. */
export const hashAddress = (secretKey: string, address: string): Buffer =>
  createHmac('sha256', keyFor(secretKey, 'e-mail addresses'))
    .update(address.trim().toLowerCase())
    .digest();
