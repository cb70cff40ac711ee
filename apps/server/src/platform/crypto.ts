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

export interface PasswordCost {
  /** In KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}
/** OWASP's second configuration: 19 MiB, two passes, one lane. */
const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_LENGTH = 32;

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** A PHC string: the parameters are stored with the hash, so that they can be raised. */
export async function hashPassword(
  password: string,
  cost: PasswordCost = PASSWORD_COST,
): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await derive('argon2id', {
    message: password,
    nonce,
    ...cost,
    tagLength: TAG_LENGTH,
  });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(hash)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/-]+)\$([\w+/-]+)$/;

/** Hashes without stored parameters (`argon2id$nonce$hash`) were all made with the current ones. */
function readHash(storedHash: string): { cost: PasswordCost; nonce: Buffer; hash: Buffer } {
  const [, memory, passes, parallelism, nonce, hash] = PHC.exec(storedHash) ?? [];
  if (nonce !== undefined && hash !== undefined) {
    return {
      cost: {
        memory: Number(memory),
        passes: Number(passes),
        parallelism: Number(parallelism),
      },
      nonce: Buffer.from(nonce, 'base64'),
      hash: Buffer.from(hash, 'base64'),
    };
  }
  const [, oldNonce = '', oldHash = ''] = storedHash.split('$');
  return {
    cost: { memory: 19_456, passes: 2, parallelism: 1 },
    nonce: Buffer.from(oldNonce, 'base64url'),
    hash: Buffer.from(oldHash, 'base64url'),
  };
}

export async function passwordMatches(password: string, storedHash: string): Promise<boolean> {
  const { cost, nonce, hash } = readHash(storedHash);
  const derivedHash = await derive('argon2id', {
    message: password,
    nonce,
    ...cost,
    tagLength: hash.length,
  });
  return timingSafeEqual(derivedHash, hash);
}

/**
 * Whether the hash was made with other parameters than today's, or does not name them. It is replaced at the next
 * log-in.
 */
export function isHashOutdated(storedHash: string): boolean {
  const { memory, passes, parallelism } = PASSWORD_COST;
  return !storedHash.startsWith(`$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`);
}

/** A random token; only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
/** Whether a request's Authorization header has this token. The time of the comparison says nothing about it. */
export const hasBearerToken = (authorization: string | undefined, token: string): boolean =>
  timingSafeEqual(hashToken(authorization ?? ''), hashToken(`Bearer ${token}`));

/** SECRET_KEY may list several keys, the newest first: it seals and signs, the older ones only open. */
export const secretKeysOf = (secretKey: string): string[] =>
  secretKey.split(/[\s,]+/).filter(Boolean);
const newestOf = (secretKey: string): string => secretKeysOf(secretKey)[0] ?? '';

export function sign(key: string, ...parts: string[]): string {
  return createHmac('sha256', newestOf(key))
    .update(JSON.stringify(parts))
    .digest('base64url')
    .slice(0, 32);
}
export function signatureMatches(signature: string, expectedSignature: string): boolean {
  // timingSafeEqual throws if lengths in bytes differ, which texts of equal length can.
  const [one, other] = [Buffer.from(signature), Buffer.from(expectedSignature)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** A separate key for each use: a value written for one can never be read as another. */
export const keyFor = (secretKey: string, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', newestOf(secretKey), '', use, 32));
/** The same derivation for every key in SECRET_KEY, to open data sealed before a rotation. */
export const keysFor = (secretKey: string, use: string): Buffer[] =>
  secretKeysOf(secretKey).map((key) => keyFor(key, use));

const NONCE = 12;
const TAG = 16;

/**
 * Encrypts with AES-256-GCM. `place` identifies the row and is authenticated, so that the value cannot be moved to
 * another row.
 */
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

/** Opens with whichever of the keys sealed it; throws if none did. */
export function unsealWithAny(keys: readonly Buffer[], place: string, sealed: Buffer): string {
  for (const key of keys) {
    try {
      return unseal(key, place, sealed);
    } catch {
      // Sealed with another key, or changed since: the tag does not distinguish the two.
    }
  }
  throw new Error('no key that SECRET_KEY lists opens this value');
}

/** Keyed hash of an email address, for rows about addresses that may have no account. */
export const hashAddress = (secretKey: string, address: string): Buffer =>
  createHmac('sha256', keyFor(secretKey, 'e-mail addresses'))
    .update(address.trim().toLowerCase())
    .digest();
