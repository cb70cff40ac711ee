import type { Invitation, InvitationState } from '@cairn/contract';
import { stateOf } from './state.ts';
import type { DescribedInvitation } from './store.ts';

export const presentInvitation = (
  row: DescribedInvitation,
  state: InvitationState = stateOf(row, new Date()),
): Invitation => ({
  id: row.id,
  state,
  kind: row.kind,
  company: { id: row.company_id, name: row.company_name },
  invitedBy: row.inviter_name,
  emailAddress: row.email_address,
  givenName: row.given_name,
  familyName: row.family_name,
  level: row.level,
  role: row.role,
  loan: row.loan_id ? { id: row.loan_id, name: row.loan_name ?? '' } : null,
  expiresAt: row.expires_at,
});
