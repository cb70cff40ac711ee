/**
 * The link of an invitation. Its token names one sending of the invitation, and is signed over the invitation, its
 * address and that sending: it cannot be forged, transferred to another person, or used after the invitation was sent
 * again. It is not stored; the sending activity signs it again.
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

/** Undefined for a token that we never issued for this invitation; otherwise whether it is the newest. */
export function readToken(
  secretKey: string,
  invitation: Signed,
  token: string,
): 'newest' | 'replaced' | undefined {
  const [stamp = '', signature = ''] = token.split('.');
  // Links stay valid after a key rotation, so signatures of older keys are accepted.
  const isOurs = secretKeysOf(secretKey).some((key) =>
    signatureMatches(signature, signatureOf(key, { ...invitation, stamp })),
  );
  if (!isOurs) return undefined;
  return stamp === invitation.stamp ? 'newest' : 'replaced';
}

/** The token is in the fragment, which no server, proxy or Referer header sees. */
export const linkOf = (site: string, secretKey: string, invitation: Signed): string =>
  `${site}/auth/loan-role-verification?id=${invitation.id}#token=${tokenOf(secretKey, invitation)}`;
