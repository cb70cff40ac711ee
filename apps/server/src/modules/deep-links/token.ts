/**
 * The signed token of a deep link, with its target. It grants no permission, because its user must be able to see the
 * loan. So it is neither stored nor does it expire. The signature prevents others from creating links under our name.
 */
import { DEEP_LINK_ACTIONS, type DeepLinkAction } from '@cairn/contract/deep-links';
import { keyFor, secretKeysOf, sign, signatureMatches } from '../../platform/crypto.ts';

export interface DeepLink {
  readonly loanId: string;
  readonly elementId: string | null;
  /** Null if the link is for everyone who sees the loan. */
  readonly userId: string | null;
  readonly action: DeepLinkAction;
}

const NONE = '-';

function signatureOf(secretKey: string, parts: readonly string[]): string {
  return sign(keyFor(secretKey, 'deep links').toString('base64url'), ...parts);
}

export function tokenOf(secretKey: string, link: DeepLink): string {
  const { loanId, elementId, userId, action } = link;
  const parts = [action, elementId ?? NONE, userId ?? NONE];
  return [...parts, signatureOf(secretKey, [loanId, ...parts])].join('.');
}

/** Returns undefined for a token that we did not sign for this loan. */
export function readToken(secretKey: string, loanId: string, token: string): DeepLink | undefined {
  const [action = '', elementId = '', userId = '', signature = ''] = token.split('.');
  const parts = [loanId, action, elementId, userId];
  const isOurs = secretKeysOf(secretKey).some((key) =>
    signatureMatches(signature, signatureOf(key, parts)),
  );
  const knownAction = DEEP_LINK_ACTIONS.find((each) => each === action);
  if (!isOurs || knownAction === undefined) return undefined;
  const readPart = (part: string): string | null => (part === NONE ? null : part);
  return { loanId, elementId: readPart(elementId), userId: readPart(userId), action: knownAction };
}
