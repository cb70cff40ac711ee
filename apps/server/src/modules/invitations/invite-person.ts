/** Creates, resends and cancels invitations. Callers have checked permission. */
import {
  COMPANY_INVITATIONS_AN_HOUR,
  INVITATION_AGAIN_SECONDS,
  INVITATIONS_AN_HOUR,
  LOAN_INVITATIONS_AN_HOUR,
  type EmployeeLevel,
  type LoanRole,
} from '@cairn/contract';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { InvitationOrder } from './send-invitation-email.ts';
import { stateOf } from './state.ts';
import {
  changeInvitation,
  insertInvitation,
  emailsOfLastHour,
  lockInvitation,
  lockOpenTo,
  lockExistingInvitation,
  markRemoved,
  renewInvitation,
  type InvitationRow,
  type Offer,
} from './store.ts';

export interface Invited {
  readonly givenName: string;
  readonly familyName: string;
  readonly emailAddress: string;
}
interface Asking {
  readonly companyId: string;
  readonly invitedBy: string;
  readonly person: Invited;
}

/** Invites a person to work for a company. Returns the invitation's id. */
export const inviteEmployee = (tx: Tx, asking: Asking & { level: EmployeeLevel }) =>
  invite(tx, asking, { kind: 'EMPLOYEE', level: asking.level, loan_id: null, role: null });

const toLoan = ({ loanId, role }: AskingOnLoan): Offer => ({
  kind: 'LOAN_ROLE',
  level: null,
  loan_id: loanId,
  role,
});
type AskingOnLoan = Asking & { loanId: string; role: LoanRole };

/** Invites a person to a loan in one role. Returns the invitation's id. */
export const inviteToLoan = (tx: Tx, asking: AskingOnLoan) => invite(tx, asking, toLoan(asking));

/** Saves the invitation without sending it. Returns its id. */
export async function saveUnsentInvitation(tx: Tx, asking: AskingOnLoan): Promise<string> {
  const offer = toLoan(asking);
  const before = await lockExistingInvitation(
    tx,
    asking.companyId,
    asking.person.emailAddress.trim(),
    offer,
  );
  if (before) return before.id;
  const invitation = newInvitation(asking, offer, 0);
  if (!(await insertInvitation(tx, invitation))) throw new ApiError('CONFLICT');
  recordEvent(tx, {
    ...about(invitation),
    kind: 'invitation.noted',
    actorId: asking.invitedBy,
    detail: { invitationId: invitation.id, role: asking.role },
  });
  return invitation.id;
}

const newInvitation = ({ companyId, invitedBy, person }: Asking, offer: Offer, sends: 0 | 1) => ({
  company_id: companyId,
  id: newId(),
  email_address: person.emailAddress.trim(),
  given_name: person.givenName,
  family_name: person.familyName,
  invited_by: invitedBy,
  stamp: newId(),
  sends,
  ...offer,
});

async function invite(tx: Tx, asking: Asking, offer: Offer) {
  const { companyId, invitedBy, person } = asking;
  const { givenName, familyName } = person;
  const emailAddress = person.emailAddress.trim();
  const before = await lockExistingInvitation(tx, companyId, emailAddress, offer);
  if (before) {
    await resendInvitation(tx, before, invitedBy, {
      given_name: givenName,
      family_name: familyName,
      ...(offer.level && { level: offer.level }),
    });
    return before.id;
  }
  await refuseTooMany(tx, { companyId, loanId: offer.loan_id, emailAddress, invitedBy });
  const invitation = newInvitation(asking, offer, 1);
  if (!(await insertInvitation(tx, invitation))) throw new ApiError('SENT_RECENTLY');
  recordSending(tx, invitation, invitedBy, false);
  return invitation.id;
}

type Change = Parameters<typeof renewInvitation>[3];

/** Also for an expired or declined invitation: the person gets a new link, valid for seven days. */
export async function resendInvitation(
  tx: Tx,
  invitation: InvitationRow,
  invitedBy: string,
  change: Change = {},
): Promise<void> {
  const state = stateOf(invitation, new Date());
  if (state === 'ACCEPTED' || state === 'REMOVED') throw new ApiError('INVITATION_OVER');
  const isFirst = invitation.sends === 0;
  const ago = Date.now() - new Date(invitation.sent_at).getTime();
  if (!isFirst && ago < INVITATION_AGAIN_SECONDS * 1000) throw new ApiError('SENT_RECENTLY');
  await refuseTooMany(tx, {
    companyId: invitation.company_id,
    loanId: invitation.loan_id,
    emailAddress: invitation.email_address,
    invitedBy,
  });
  const stamp = newId();
  await renewInvitation(tx, invitation, stamp, { ...change, invited_by: invitedBy });
  recordSending(tx, { ...invitation, stamp }, invitedBy, !isFirst);
}

/** Rate limit, so that no mailbox is flooded and no company sends bulk email. */
async function refuseTooMany(
  tx: Tx,
  inviting: Parameters<typeof emailsOfLastHour>[1],
): Promise<void> {
  const counts = await emailsOfLastHour(tx, inviting);
  if (
    counts.to_address >= INVITATIONS_AN_HOUR ||
    counts.on_loan >= LOAN_INVITATIONS_AN_HOUR ||
    counts.from_company >= COMPANY_INVITATIONS_AN_HOUR
  ) {
    throw new ApiError('SENT_RECENTLY');
  }
}

export async function changeInvited(
  tx: Tx,
  invitation: InvitationRow,
  changedBy: string,
  change: Change,
): Promise<void> {
  if (stateOf(invitation, new Date()) === 'ACCEPTED') throw new ApiError('INVITATION_OVER');
  await changeInvitation(tx, invitation, change);
  recordEvent(tx, {
    ...about(invitation),
    kind: 'invitation.changed',
    actorId: changedBy,
    detail: { invitationId: invitation.id, fields: Object.keys(change) },
  });
}

/** The caller records it: labels are the lender's notes, which a change of the invitation would tell everyone on the loan. */
export const saveLabelsOfInvited = (
  tx: Tx,
  invitation: InvitationRow,
  labelIds: string[],
): Promise<void> => changeInvitation(tx, invitation, { label_ids: labelIds });

export async function cancelInvitation(
  tx: Tx,
  invitation: InvitationRow,
  removedBy: string,
): Promise<void> {
  await markRemoved(tx, invitation);
  recordEvent(tx, {
    ...about(invitation),
    kind: 'invitation.removed',
    actorId: removedBy,
    detail: { invitationId: invitation.id },
  });
}

/** A removed person must not return through an invitation that is still open. */
export async function cancelInvitationsTo(
  tx: Tx,
  person: { companyId: string; accountId: string; actorId: string },
  concerns: (invitation: InvitationRow) => boolean,
): Promise<void> {
  const open = await lockOpenTo(tx, person.companyId, person.accountId);
  for (const each of open.filter(concerns)) await cancelInvitation(tx, each, person.actorId);
}

/** An invitation that the company can still change; undefined for any other id. */
export async function lockInvited(tx: Tx, companyId: string, id: string) {
  const row = await lockOpen(tx, companyId, id);
  return row?.kind === 'EMPLOYEE' ? row : undefined;
}

/** The same for an invitation to this loan. */
export async function lockInvitedToLoan(tx: Tx, companyId: string, loanId: string, id: string) {
  const row = await lockOpen(tx, companyId, id);
  return row?.loan_id === loanId && row.role ? { ...row, role: row.role } : undefined;
}

async function lockOpen(tx: Tx, companyId: string, id: string) {
  const row = await lockInvitation(tx, companyId, id);
  const over = row && (row.accepted_at !== null || row.removed_at !== null);
  return over ? undefined : row;
}

type About = Pick<InvitationRow, 'company_id' | 'loan_id'>;

/** Events about employees belong to the company; those about loan members are visible to everyone on the loan. */
export const about = ({ company_id, loan_id }: About) => ({
  companyId: company_id,
  ...(loan_id && { loanId: loan_id }),
  staffOnly: loan_id === null,
  changes: ['employee', 'invitation'] as const,
});

function recordSending(
  tx: Tx,
  invitation: About & Pick<InvitationRow, 'id' | 'stamp' | 'level' | 'role'>,
  invitedBy: string,
  again: boolean,
): void {
  const { company_id: companyId, id: invitationId, stamp, level, role } = invitation;
  const order: InvitationOrder = { companyId, invitationId, stamp };
  recordEvent(tx, {
    ...about(invitation),
    kind: again ? 'invitation.sentAgain' : 'invitation.sent',
    actorId: invitedBy,
    detail: { invitationId, level, role },
    starts: { workflow: 'sendInvitation', input: { ...order } },
  });
}
