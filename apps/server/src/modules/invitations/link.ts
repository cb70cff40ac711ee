/**
 * The link of an invitation. Its token names the sending it belongs to and is signed over the
 * invitation, its address and that sending: it cannot be made up, moved to another person, or used
 * after a newer one was sent. It is not stored; the sending step signs it anew.
 */
import { keyFor, secretKeysOf, sign, signatureMatches } from '../../platform/crypto.ts';
import type { InvitationRow } from './store.ts';

type Signed = Pick<InvitationRow, 'id' | 'email_address' | 'stamp'>;

function signatureOf(secretKey: string, { id, email_address, stamp }: Signed): string {
  const key = keyFor(secretKey, 'invitations').toString('base64url');
  return sign(key, id, email_address.toLowerCase(), stamp);
}

export const tokenOf = (secretKey: string, invitation: Signed): string =>
  `${invitation.stamp}.${signatureOf(secretKey, invitation)}`;

/** Undefined for a token that we never gave out for this invitation; else whether it is the newest. */
export function readToken(
  secretKey: string,
  invitation: Signed,
  token: string,
): 'newest' | 'replaced' | undefined {
  const [stamp = '', signature = ''] = token.split('.');
  // Links outlive a rotation of the key: one that an older key signed is still good.
  const isOurs = secretKeysOf(secretKey).some((key) =>
    signatureMatches(signature, signatureOf(key, { ...invitation, stamp })),
  );
  if (!isOurs) return undefined;
  return stamp === invitation.stamp ? 'newest' : 'replaced';
}

/** The token is behind the number sign: no server, proxy or Referer header sees it. */
export const linkOf = (site: string, secretKey: string, invitation: Signed): string =>
  `${site}/auth/loan-role-verification?id=${invitation.id}#token=${tokenOf(secretKey, invitation)}`;
