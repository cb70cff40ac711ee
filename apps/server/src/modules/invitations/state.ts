import type { InvitationState } from '@cairn/contract';

interface Dates {
  readonly sends: number;
  readonly accepted_at: string | null;
  readonly declined_at: string | null;
  readonly removed_at: string | null;
  readonly expires_at: string;
}

/** The state of an invitation. An answer takes precedence over expiry. */
export function stateOf(invitation: Dates, now: Date): Exclude<InvitationState, 'REPLACED'> {
  if (invitation.accepted_at) return 'ACCEPTED';
  if (invitation.removed_at) return 'REMOVED';
  if (invitation.declined_at) return 'DECLINED';
  if (invitation.sends === 0) return 'NOT_SENT';
  return new Date(invitation.expires_at) <= now ? 'EXPIRED' : 'OPEN';
}
