/** Ed25519 keys that sign the manifests of exports. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  sign,
  type KeyObject,
} from 'node:crypto';

/** PKCS #8 header of a 32-byte Ed25519 key. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const RAW_KEY_BYTES = 32;

export interface PublicKey {
  readonly id: string;
  /** 32 bytes, in hex. */
  readonly publicKey: string;
}

interface SigningKey extends PublicKey {
  readonly privateKey: KeyObject;
}

/**
 * Derived from SECRET_KEY: the newest key signs, and exports list the older ones as trusted too, so that a rotation
 * does not invalidate earlier exports.
 */
export class SigningKeys {
  private readonly keys: readonly SigningKey[];

  constructor(secretKeys: readonly string[]) {
    this.keys = secretKeys.map(deriveKey);
  }

  get trusted(): PublicKey[] {
    return this.keys.map(({ id, publicKey }) => ({ id, publicKey }));
  }

  /** Returns the signature in hex, with the id of the key. */
  sign(bytes: Buffer): { key: string; signature: string } {
    const [newest] = this.keys;
    return {
      key: newest!.id,
      signature: sign(null, bytes, newest!.privateKey).toString('hex'),
    };
  }
}

function deriveKey(secret: string): SigningKey {
  const seed = Buffer.from(
    hkdfSync('sha256', secret, '', 'cairn export signatures', RAW_KEY_BYTES),
  );
  const key = Buffer.concat([PKCS8_PREFIX, seed]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const raw = spki.subarray(-RAW_KEY_BYTES);
  const id = createHash('sha256').update(raw).digest('hex').slice(0, 16);
  return { id, publicKey: raw.toString('hex'), privateKey };
}
