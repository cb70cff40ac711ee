/** The invited person's answer. It is given in the company's scope, whoever gives it. */
import type { Tx } from '../../platform/db/db.ts';
import { newId, PLATFORM_COMPANY } from '../../platform/ids.ts';
import { record } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { AccountRow } from '../identity/index.ts';
import { about } from './inviting.ts';
import { stateOf } from './state.ts';
import {
  insertEmployee,
  insertLoanRole,
  listPerson,
  markAccepted,
  markDeclined,
  type InvitationRow,
} from './store.ts';

export function refuseOver(invitation: InvitationRow): void {
  if (stateOf(invitation, new Date()) !== 'OPEN') throw new Refusal('INVITATION_OVER');
}

/** Given by whoever puts the modules together: what else comes of it, where somebody was asked for more. */
export type Joined = (tx: Tx, invitation: InvitationRow, account: AccountRow) => Promise<void>;

/** What was offered becomes so, once. */
export async function accept(
  tx: Tx,
  invitation: InvitationRow,
  account: AccountRow,
  joined: Joined,
) {
  refuseOver(invitation);
  const { company_id, id, level, loan_id, role } = invitation;
  await listPerson(tx, company_id, account);
  if (level) await insertEmployee(tx, { company_id, account_id: account.id, level });
  if (loan_id && role) {
    await insertLoanRole(tx, { company_id, id: newId(), loan_id, account_id: account.id, role });
  }
  await markAccepted(tx, invitation, account.id);
  await joined(tx, invitation, account);
  record(tx, {
    ...about(invitation),
    kind: 'invitation.accepted',
    actorId: account.id,
    changes: ['employee', 'invitation', 'loan', 'loanList'],
    detail: { invitationId: id, level, role },
  });
  recordForPerson(tx, account.id, 'person.joined', id);
}

export async function decline(
  tx: Tx,
  invitation: InvitationRow,
  account: AccountRow | undefined,
): Promise<void> {
  refuseOver(invitation);
  await markDeclined(tx, invitation);
  record(tx, {
    ...about(invitation),
    kind: 'invitation.declined',
    ...(account && { actorId: account.id }),
    detail: { invitationId: invitation.id },
  });
  if (account) recordForPerson(tx, account.id, 'person.declined', invitation.id);
}

/** The person's other pages: a role more to choose from, an invitation less to answer. */
function recordForPerson(
  tx: Tx,
  accountId: string,
  kind: 'person.joined' | 'person.declined',
  invitationId: string,
): void {
  record(tx, {
    kind,
    companyId: PLATFORM_COMPANY,
    actorId: accountId,
    accountId,
    changes: ['session', 'invitation', 'loan', 'loanList'],
    detail: { invitationId },
  });
}
