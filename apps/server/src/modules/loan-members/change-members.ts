/** Adds, changes and removes loan members, with an audit entry for each. */
import { MAX_INVITED_TO_LOAN, type LoanRole } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { isUniqueViolation } from '../../platform/db/pg-errors.ts';
import type { Authorized } from '../../platform/authorize.ts';
import { newId, PLATFORM_COMPANY } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import {
  changeInvited,
  inviteToLoan,
  saveUnsentInvitation,
  cancelInvitation,
  cancelInvitationsTo,
  type InvitationRow,
  type Invited,
} from '../invitations/index.ts';
import {
  deleteLoanRoles,
  insertLoanRoles,
  saveLoanRole,
  type LoanStanding,
} from '../loans/index.ts';
import { isContact } from './people-on-loan.ts';
import {
  addressOn,
  countAsked,
  deleteRelationOf,
  isLending,
  moveHandedOver,
  moveRelations,
  type OnLoan,
  type LoanMemberRow,
} from './store.ts';

/** Any of the rights to add, change or remove a loan member. */
type Changeable = Authorized<
  'manageLenders' | 'manage' | 'invite' | 'keep' | 'startReview' | 'finishReview',
  LoanStanding
>;
/** An invitation to a role on a loan. */
export type AskedOnLoan = InvitationRow & { role: LoanRole };

const about = (loan: OnLoan, actor: Actor) => ({
  companyId: loan.company_id,
  loanId: loan.id,
  actorId: actor.accountId,
  changes: ['loan', 'loanList', 'label', 'invitation'] as const,
});

/** Refreshes the person's own open pages, which show one loan more or less. */
export function recordForPerson(
  tx: Tx,
  actor: Actor,
  accountId: string,
  kind: 'person.joinedLoan' | 'person.changedOnLoan' | 'person.leftLoan',
): void {
  recordEvent(tx, {
    kind,
    companyId: PLATFORM_COMPANY,
    actorId: actor.accountId,
    accountId,
    changes: [
      'session',
      'loan',
      'loanList',
      'element',
      'document',
      'entity',
      'detail',
      'recent',
      'message',
      'draft',
    ],
  });
}

/** Makes a user known to the lender a member at once. */
export async function addMember(
  tx: Tx,
  actor: Actor,
  loan: Changeable,
  { accountId, role, always }: { accountId: string; role: LoanRole; always: boolean },
): Promise<void> {
  // A concurrent acceptance does not take the loan's lock.
  await insertLoanRoles(tx, loan, [{ id: newId(), accountId, role }]).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new ApiError('CONFLICT') : error;
  });
  recordEvent(tx, {
    ...about(loan, actor),
    kind: 'party.added',
    // Sent because the actor requested it, whatever the person's own settings.
    detail: { userId: accountId, role, ...(always && { sendInvite: true }) },
  });
  recordForPerson(tx, actor, accountId, 'person.joinedLoan');
}

interface Asking {
  person: Invited;
  role: LoanRole;
  send: boolean;
  /** The field of the call that contains the address. */
  field?: 'user.emailAddress' | 'contactUser.emailAddress' | 'emailAddress';
}

/** The person becomes a member when they accept; without `send` the invitation is only saved. */
export async function inviteMember(
  tx: Tx,
  actor: Actor,
  loan: Changeable,
  { person, role, send, field = 'emailAddress' }: Asking,
): Promise<string> {
  const { roles, invitedRoles } = await addressOn(tx, loan, person.emailAddress);
  if (roles.length > 0) throw invalidField(field, 'On this loan already');
  if (invitedRoles.some((other) => other !== role)) {
    throw invalidField(field, 'Already invited in a different role');
  }
  if (invitedRoles.length === 0 && (await countAsked(tx, loan)) >= MAX_INVITED_TO_LOAN) {
    throw invalidField(field, `At most ${MAX_INVITED_TO_LOAN} people can be invited to a loan`);
  }
  return (send ? inviteToLoan : saveUnsentInvitation)(tx, {
    companyId: loan.company_id,
    invitedBy: actor.accountId,
    person,
    loanId: loan.id,
    role,
  });
}

/**
 * Replaces a person's roles with one. The role keeps its id, and with it labels and contacts. A person who is also a
 * contact stays one when their role as a borrower changes, and vice versa.
 */
export async function changeRole(
  tx: Tx,
  actor: Actor,
  loan: Changeable,
  all: readonly [LoanMemberRow, ...LoanMemberRow[]],
  role: LoanRole,
): Promise<void> {
  const [first, ...more] = all.filter((part) => isContact(part.role) === isContact(role));
  const parts = first ? ([first, ...more] as const) : all;
  if (parts.length === 1 && parts[0].role === role) return;
  const remaining = parts.find((part) => part.role === role) ?? parts[0];
  const others = parts.filter((part) => part !== remaining).map(({ id }) => id);
  if (others.length > 0) await deleteLoanRoles(tx, loan, others);
  await saveLoanRole(tx, loan, remaining.id, role).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new ApiError('CONFLICT') : error;
  });
  if (!isContact(role)) await deleteRelationOf(tx, loan, remaining.id);
  const from = parts.map((part) => part.role);
  recordRoles(tx, actor, loan, { accountId: remaining.account_id, from, to: role });
}

const recordRoles = (
  tx: Tx,
  actor: Actor,
  loan: Changeable,
  { accountId, from, to }: { accountId: string; from: readonly LoanRole[]; to: LoanRole },
): void => {
  recordEvent(tx, {
    ...about(loan, actor),
    kind: 'party.roleChanged',
    detail: { userId: accountId, from, to },
  });
  recordForPerson(tx, actor, accountId, 'person.changedOnLoan');
};

/** Adds a role for a person who is already on the loan. No email is sent. */
export async function addMemberRole(
  tx: Tx,
  actor: Actor,
  loan: Changeable,
  parts: readonly [LoanMemberRow, ...LoanMemberRow[]],
  role: LoanRole,
): Promise<string> {
  const id = newId();
  const accountId = parts[0].account_id;
  await insertLoanRoles(tx, loan, [{ id, accountId, role }]).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new ApiError('CONFLICT') : error;
  });
  recordRoles(tx, actor, loan, { accountId, from: parts.map((part) => part.role), to: role });
  return id;
}

/** Removes one role of a person who keeps another role on the loan. */
export async function removeMemberRole(
  tx: Tx,
  actor: Actor,
  loan: Changeable,
  part: LoanMemberRow,
  stays: LoanMemberRow,
): Promise<void> {
  await deleteLoanRoles(tx, loan, [part.id]);
  const { account_id: accountId, role: to } = stays;
  recordRoles(tx, actor, loan, { accountId, from: [part.role, to], to });
}

/** Takes effect at once: row security decides by the remaining roles what they still see. */
export async function removeMembers(
  tx: Tx,
  actor: Actor,
  loan: Changeable,
  parts: readonly [LoanMemberRow, ...LoanMemberRow[]],
): Promise<void> {
  const accountId = parts[0].account_id;
  // Canceled first, because a borrower sees the address of their contact only while both are on the loan.
  await cancelInvitationsTo(
    tx,
    { companyId: loan.company_id, accountId, actorId: actor.accountId },
    ({ loan_id, role }) =>
      loan_id === loan.id && role !== null && isLending({ role }) === isLending(parts[0]),
  );
  await deleteLoanRoles(
    tx,
    loan,
    parts.map(({ id }) => id),
  );
  recordEvent(tx, {
    ...about(loan, actor),
    kind: 'party.removed',
    // Requests assigned to them become unassigned.
    changes: ['loan', 'loanList', 'label', 'invitation', 'element'],
    detail: { userId: accountId, roles: parts.map(({ role }) => role) },
  });
  recordForPerson(tx, actor, accountId, 'person.leftLoan');
}

export interface AskedChange {
  givenName?: string | undefined;
  familyName?: string | undefined;
  emailAddress?: string | undefined;
  role?: LoanRole | undefined;
}

/**
 * Changes an invitation that was not accepted. A new address belongs to another mailbox, so the invitation is
 * canceled and a new one created, which is sent if the old one was. Returns the new invitation's id.
 */
export async function changeAsked(
  tx: Tx,
  actor: Actor,
  loan: Changeable,
  invitation: AskedOnLoan,
  change: AskedChange,
): Promise<string> {
  const address = change.emailAddress?.trim() ?? invitation.email_address;
  const role = change.role ?? invitation.role;
  if (address.toLowerCase() !== invitation.email_address.toLowerCase()) {
    const person = {
      givenName: change.givenName ?? invitation.given_name,
      familyName: change.familyName ?? invitation.family_name,
      emailAddress: address,
    };
    // Two invitations cannot be merged, because each may have its own contacts.
    const others = await addressOn(tx, loan, address);
    if (others.invitedRoles.length > 0) throw invalidField('emailAddress', 'Already invited');
    const id = await inviteMember(tx, actor, loan, { person, role, send: invitation.sends > 0 });
    await moveRelations(tx, loan, invitation.id, id);
    await moveHandedOver(tx, loan, invitation.id, id);
    await cancelInvitation(tx, invitation, actor.accountId);
    return id;
  }
  const { givenName: given_name, familyName: family_name } = change;
  await changeInvited(tx, invitation, actor.accountId, {
    ...(given_name !== undefined && { given_name }),
    ...(family_name !== undefined && { family_name }),
    ...(role !== invitation.role && { role }),
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new ApiError('CONFLICT') : error;
  });
  if (!isContact(role)) await deleteRelationOf(tx, loan, invitation.id);
  return invitation.id;
}
