/**
 * The token with which the office server works on one document for one person. It is encrypted, so it tells the
 * server nothing, and names the person's session: when the session ends or changes its role, the token becomes
 * invalid.
 */
import { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import { keyFor, keysFor, seal, unsealWithAny } from '../../platform/crypto.ts';

const USE = 'editing in an office server';
export const OFFICE_TOKEN_MS = 4 * 3_600_000;

const content = z.strictObject({
  accountId: z.string(),
  companyId: z.string().nullable(),
  roleLevel: z.string(),
  /** SHA-256 of the session token, in hex. */
  session: z.string(),
  /** The origin of the page that shows the editor. */
  pageOrigin: z.string(),
  /** The version whose reading was recorded when the editor was opened. */
  version: z.number(),
  ends: z.number(),
});
type Content = z.infer<typeof content>;

const placeOf = (documentId: string): string => `office document ${documentId}`;

export function officeToken(
  secretKey: string,
  documentId: string,
  grant: { actor: Actor; sessionHash: Buffer; pageOrigin: string; version: number; ends: number },
): string {
  const { accountId, companyId, roleLevel } = grant.actor;
  const text: Content = {
    accountId,
    companyId,
    roleLevel,
    session: grant.sessionHash.toString('hex'),
    pageOrigin: grant.pageOrigin,
    version: grant.version,
    ends: grant.ends,
  };
  return seal(keyFor(secretKey, USE), placeOf(documentId), JSON.stringify(text)).toString(
    'base64url',
  );
}

/** Undefined for a token that is not ours, is for another document, or has expired. */
export function readOfficeToken(
  secretKey: string,
  documentId: string,
  token: string,
): Content | undefined {
  try {
    const sealed = Buffer.from(token, 'base64url');
    const text = unsealWithAny(keysFor(secretKey, USE), placeOf(documentId), sealed);
    const grant = content.parse(JSON.parse(text));
    return Date.now() < grant.ends ? grant : undefined;
  } catch {
    return undefined;
  }
}

export const isOf = ({ accountId, companyId, roleLevel }: Content, actor: Actor): boolean =>
  actor.accountId === accountId && actor.companyId === companyId && actor.roleLevel === roleLevel;
