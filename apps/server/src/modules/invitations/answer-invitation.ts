/** Accepts or declines an invitation, in the company's scope. */
import type { Tx } from '../../platform/db/db.ts';
import { newId, PLATFORM_COMPANY } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { AccountRow } from '../auth/index.ts';
import { insertLoanRoleIfMissing } from '../loans/index.ts';
import { about } from './invite-person.ts';
import { stateOf } from './state.ts';
import {
  findHandedOver,
  insertEmployee,
  listPerson,
  markAccepted,
  markDeclined,
  type InvitationRow,
} from './store.ts';

export function refuseClosedInvitation(invitation: InvitationRow): void {
  if (stateOf(invitation, new Date()) !== 'OPEN') throw new ApiError('INVITATION_OVER');
}

/** Injected by the composition root: further effects of an acceptance, such as linking an individual. */
export type Joined = (tx: Tx, invitation: InvitationRow, account: AccountRow) => Promise<void>;

/** Gives the invited person what was offered, once. */
export async function acceptInvitation(
  tx: Tx,
  invitation: InvitationRow,
  account: AccountRow,
  joined: Joined,
) {
  refuseClosedInvitation(invitation);
  const { company_id, id, level, loan_id, role } = invitation;
  await listPerson(tx, company_id, account);
  if (level) await insertEmployee(tx, { company_id, account_id: account.id, level });
  if (loan_id && role) {
    await insertLoanRoleIfMissing(
      tx,
      { company_id, id: loan_id },
      { id: newId(), accountId: account.id, role },
    );
  }
  const handedOver = await findHandedOver(tx, invitation);
  await markAccepted(tx, invitation, account.id);
  await joined(tx, invitation, account);
  recordEvent(tx, {
    ...about(invitation),
    kind: 'invitation.accepted',
    actorId: account.id,
    // Requests assigned to the invitation are the person's now, also on the pages of the person who assigned them.
    changes: ['employee', 'invitation', 'loan', 'loanList', 'element'],
    detail: { invitationId: id, level, role },
  });
  if (handedOver.length > 0) {
    // A trigger on the invitation has assigned them.
    recordEvent(tx, {
      ...about(invitation),
      kind: 'element.assigned',
      actorId: account.id,
      staffOnly: true,
      notifies: false,
      changes: ['element'],
      detail: { elementIds: handedOver, invitationId: id },
    });
  }
  recordForPerson(tx, account.id, 'person.joined', id);
}

export async function declineInvitation(
  tx: Tx,
  invitation: InvitationRow,
  account: AccountRow | undefined,
): Promise<void> {
  refuseClosedInvitation(invitation);
  await markDeclined(tx, invitation);
  recordEvent(tx, {
    ...about(invitation),
    kind: 'invitation.declined',
    ...(account && { actorId: account.id }),
    detail: { invitationId: invitation.id },
  });
  if (account) recordForPerson(tx, account.id, 'person.declined', invitation.id);
}

/** Updates the person's other pages: one more role, one invitation less. */
function recordForPerson(
  tx: Tx,
  accountId: string,
  kind: 'person.joined' | 'person.declined',
  invitationId: string,
): void {
  recordEvent(tx, {
    kind,
    companyId: PLATFORM_COMPANY,
    actorId: accountId,
    accountId,
    changes: ['session', 'invitation', 'loan', 'loanList'],
    detail: { invitationId },
  });
}
