import { sign, signatureMatches } from '../../platform/crypto.ts';
import { keyPrefix, newId } from '../../platform/ids.ts';

export interface Upload {
  readonly accountId: string;
  readonly companyId: string;
  /** Null for a file of the company itself. */
  readonly loanId: string | null;
  readonly size: number;
}

/**
 * The key of an upload. The key itself proves that we issued it, to whom, and for which loan and size: requesting an
 * upload URL writes nothing, and callers cannot name another user's object.
 */
export const newObjectKey = (secret: string, upload: Upload): string =>
  keyOf(secret, newId(), upload);

/** Compares the whole key, so that its signature cannot name another object. */
export function isKeyOf(secret: string, key: string, upload: Upload): boolean {
  const [id = ''] = key.split('/').at(-1)!.split('.');
  return signatureMatches(key, keyOf(secret, id, upload));
}

function keyOf(secret: string, id: string, upload: Upload): string {
  return `${keyPrefix(upload.companyId, id)}/${id}.${seal(secret, id, upload)}`;
}

const seal = (secret: string, id: string, { accountId, companyId, loanId, size }: Upload): string =>
  sign(secret, 'upload', id, accountId, companyId, loanId ?? '', String(size));

/** When the upload URL was issued: the key's id is a UUIDv7. */
export function uploadBegan(key: string): Date {
  const id = key.split('/').at(-1)?.split('.')[0] ?? '';
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}
