import type { LoanRole } from '@cairn/contract';
import { loanMembers } from '@cairn/contract/loan-members';
import type { Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/handler.ts';
import type { Tx } from '../../platform/db/db.ts';
import { authorize, type Authorized } from '../../platform/authorize.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import {
  lockInvitedToLoan,
  resendInvitation,
  cancelInvitation,
  type Invited,
} from '../invitations/index.ts';
import { labelsOf, putLabels } from '../labels/index.ts';
import { isLeadBorrower, loanWithStanding, type LoanStanding } from '../loans/index.ts';
import {
  addMember,
  inviteMember,
  changeAsked,
  changeRole,
  removeMembers,
  type AskedChange,
  type AskedOnLoan,
} from './change-members.ts';
import { addContact, changeContact, contactsOf, removeContact } from './contacts.ts';
import { peopleOn } from './people-on-loan.ts';
import { contactPolicy, partyPolicy } from './policy.ts';
import { presentAbilitiesOn, presentParties, presentRelation } from './present.ts';
import {
  findMember,
  isKnown,
  isLending,
  loansOf,
  findMembers,
  visiblePersonById,
  worksFor,
  type LoanMemberRow,
} from './store.ts';

export const loanMemberRoutes = () =>
  routes(loanMembers, {
    listParties: async ({ actor, params, reads }) => {
      const loan = await loanWithStanding(reads, actor, params.id);
      const people = await peopleOn(reads, actor, loan);
      return {
        people: presentParties(actor, people),
        abilities: presentAbilitiesOn(actor, people),
      };
    },

    addLenderUser: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const standing = await loanWithStanding(tx, actor, params.id, 'lock');
        const loan = authorize(partyPolicy, 'manageLenders', actor, standing);
        if (!body.userId) {
          const asking = { person: requireInvitee(body), role: body.role, send: true };
          const id = await inviteMember(tx, actor, loan, { ...asking, field: 'user.emailAddress' });
          if (body.labelIds) await putLabels(tx, actor, loan.id, id, body.labelIds);
          return presentMember(tx, actor, loan, id);
        }
        if (!(await worksFor(tx, loan.company_id, body.userId))) throw new ApiError('NOT_FOUND');
        const parts = await tx.run(findMembers(loan, body.userId));
        if (parts.some(isLending)) throw invalidField('userId', 'Already a lender on this loan');
        await addMember(tx, actor, loan, {
          accountId: body.userId,
          role: body.role,
          always: false,
        });
        if (body.labelIds) await putLabels(tx, actor, loan.id, body.userId, body.labelIds);
        return presentMember(tx, actor, loan, body.userId);
      }),

    editLenderUser: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const standing = await loanWithStanding(tx, actor, params.id, 'lock');
        const loan = authorize(partyPolicy, 'manageLenders', actor, standing);
        const part = await findMember(tx, loan, body.loanRoleId);
        const parts = part ? await tx.run(findMembers(loan, part.account_id)) : [];
        const lending = parts.filter(isLending);
        if (part && !isLending(part)) throw new ApiError('NOT_FOUND');
        const lendingRoles = atLeastOne(lending);
        const party = lendingRoles
          ? { parts: lendingRoles }
          : { invitation: await askedToLend(tx, loan, body.loanRoleId) };
        return edit(tx, actor, loan, party, body);
      }),

    removeLenderUser: ({ actor, params, write }) =>
      write(async (tx) => {
        const standing = await loanWithStanding(tx, actor, params.id, 'lock');
        const loan = authorize(partyPolicy, 'manageLenders', actor, standing);
        const parts = atLeastOne(
          (await tx.run(findMembers(loan, params.userId))).filter(isLending),
        );
        if (parts) await removeMembers(tx, actor, loan, parts);
        else
          await cancelInvitation(tx, await askedToLend(tx, loan, params.userId), actor.accountId);
        return { success: true };
      }),

    addBorrowerUser: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const { role, sendInvite: send } = body;
        const standing = await loanWithStanding(tx, actor, params.id, 'lock');
        const loan = authorize(partyPolicy, 'invite', actor, standing);
        if (role === 'LEAD_BORROWER') authorize(partyPolicy, 'manage', actor, standing);
        if (body.userId) {
          authorize(partyPolicy, 'manageLenders', actor, standing);
          return addKnown(tx, actor, loan, { ...body, userId: body.userId });
        }
        const person = requireInvitee(body);
        const field = 'user.emailAddress' as const;
        const id = await inviteMember(tx, actor, loan, { person, role, send, field });
        if (body.labelIds) await putLabels(tx, actor, loan.id, id, body.labelIds);
        return presentMember(tx, actor, loan, id);
      }),

    setBorrowerRole: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const loan = await lockManagedLoan(tx, actor, params.id);
        return edit(tx, actor, loan, await otherOn(tx, loan, body.userId), { role: body.role });
      }),

    inviteBorrower: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const standing = await loanWithStanding(tx, actor, params.id, 'lock');
        const loan = authorize(partyPolicy, 'invite', actor, standing);
        const party = await anybodyOn(tx, loan, body.userId);
        if ('parts' in party) throw new ApiError('INVITATION_OVER');
        if (isLending(party.invitation)) {
          // The lead borrower does not see invited lenders.
          if (isLeadBorrower(loan)) throw new ApiError('NOT_FOUND');
          authorize(partyPolicy, 'manageLenders', actor, standing);
        }
        await resendInvitation(tx, party.invitation, actor.accountId);
        return presentMember(tx, actor, loan, party.invitation.id);
      }),

    editBorrowUser: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const loan = await lockManagedLoan(tx, actor, params.loanId);
        return edit(tx, actor, loan, await otherOn(tx, loan, params.userId), body);
      }),

    editNonLenderUser: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const loan = await lockManagedLoan(tx, actor, params.loanId);
        const party = await otherOn(tx, loan, params.userId);
        if (!body.remove) {
          return { success: true, user: await edit(tx, actor, loan, party, body) };
        }
        if ('parts' in party) await removeMembers(tx, actor, loan, party.parts);
        else await cancelInvitation(tx, party.invitation, actor.accountId);
        return { success: true, user: null };
      }),

    listContactRelations: async ({ actor, params, reads }) => {
      const { people, standing } = await contactsOf(reads, actor, params);
      authorize(contactPolicy, 'read', actor, standing);
      const relations = people.relations.filter(
        ({ related_id }) => related_id === params.loanRoleId,
      );
      return { contactRelations: relations.map((relation) => presentRelation(people, relation)) };
    },

    addContactRelation: ({ actor, params, body, write }) =>
      write((tx) => addContact(tx, actor, params, body)),

    editContactRelation: ({ actor, params, body, write }) =>
      write((tx) => changeContact(tx, actor, params, body)),

    removeContactRelation: ({ actor, params, query, write }) =>
      write(async (tx) => {
        await removeContact(tx, actor, params, query.contactId);
        return { success: true };
      }),

    listLoansOfUser: async ({ actor, params: { companyId, userId }, reads }) => {
      const [rows, references] = await reads.together(
        loansOf(actor, companyId, userId),
        visiblePersonById(actor, companyId, userId),
      );
      if (rows.length + references.length === 0) throw new ApiError('NOT_FOUND');
      return {
        loans: rows.map((row) => ({
          id: row.id,
          shortCode: row.short_code,
          name: row.name,
          status: row.status,
          loanPhase: {
            id: row.phase_id,
            name: row.phase_name,
            lenderId: row.company_id,
            displayOrder: row.phase_order,
            category: row.phase_category,
          },
          roles: row.roles,
        })),
      };
    },
  });

type Managed = Authorized<'manage' | 'manageLenders', LoanStanding>;
type MemberOrInvitation =
  | { parts: readonly [LoanMemberRow, ...LoanMemberRow[]] }
  | { invitation: AskedOnLoan };

const lockManagedLoan = async (tx: Tx, actor: Actor, loanId: string): Promise<Managed> =>
  authorize(partyPolicy, 'manage', actor, await loanWithStanding(tx, actor, loanId, 'lock'));

const atLeastOne = (
  parts: LoanMemberRow[],
): readonly [LoanMemberRow, ...LoanMemberRow[]] | undefined =>
  parts.length > 0 ? (parts as [LoanMemberRow, ...LoanMemberRow[]]) : undefined;

function requireInvitee({ user }: { user?: Invited | undefined }): Invited {
  if (!user) throw invalidField('user', 'Required');
  return user;
}

/** A member by account id, or an invited person by invitation id. */
async function anybodyOn(tx: Tx, loan: LoanStanding, userId: string): Promise<MemberOrInvitation> {
  const parts = atLeastOne(await tx.run(findMembers(loan, userId)));
  if (parts) return { parts };
  const invitation = await lockInvitedToLoan(tx, loan.company_id, loan.id, userId);
  if (!invitation) throw new ApiError('NOT_FOUND');
  return { invitation };
}

/** Borrowers and contacts only: these calls do not change lender roles. */
async function otherOn(tx: Tx, loan: LoanStanding, userId: string): Promise<MemberOrInvitation> {
  const person = await anybodyOn(tx, loan, userId);
  if ('invitation' in person) {
    if (isLending(person.invitation)) throw new ApiError('NOT_FOUND');
    return person;
  }
  const parts = atLeastOne(person.parts.filter((part) => !isLending(part)));
  if (!parts) throw new ApiError('NOT_FOUND');
  return { parts };
}

async function askedToLend(tx: Tx, loan: LoanStanding, id: string): Promise<AskedOnLoan> {
  const invitation = await lockInvitedToLoan(tx, loan.company_id, loan.id, id);
  if (!invitation || !isLending(invitation)) throw new ApiError('NOT_FOUND');
  return invitation;
}

async function edit(
  tx: Tx,
  actor: Actor,
  loan: Managed,
  party: MemberOrInvitation,
  change: AskedChange & { labelIds?: string[] | undefined },
) {
  if ('invitation' in party) {
    const { invitation } = party;
    const id = await changeAsked(tx, actor, loan, invitation, change);
    // With another address it is another invitation, which gets the labels that there still are.
    const oldIds = id === invitation.id ? [] : await labelsAmong(tx, loan, invitation.label_ids);
    const labelIds = change.labelIds ?? oldIds;
    if (change.labelIds || oldIds.length > 0) await putLabels(tx, actor, loan.id, id, labelIds);
    return presentMember(tx, actor, loan, id);
  }
  const { givenName, familyName, emailAddress, role, labelIds } = change;
  if (givenName !== undefined || familyName !== undefined || emailAddress !== undefined) {
    throw invalidField('givenName', 'People change their name and address themselves');
  }
  if (role) await changeRole(tx, actor, loan, party.parts, role);
  const { account_id } = party.parts[0];
  if (labelIds) await putLabels(tx, actor, loan.id, account_id, labelIds);
  return presentMember(tx, actor, loan, account_id);
}

async function labelsAmong(tx: Tx, loan: LoanStanding, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const labels = await tx.run(labelsOf(loan.company_id));
  return labels.map(({ id }) => id).filter((id) => ids.includes(id));
}

interface Known {
  userId: string;
  role: LoanRole;
  sendInvite: boolean;
  labelIds?: string[] | undefined;
}

async function addKnown(
  tx: Tx,
  actor: Actor,
  loan: Authorized<'invite', LoanStanding>,
  { userId, role, sendInvite, labelIds }: Known,
) {
  if (!(await isKnown(tx, loan.company_id, userId))) throw new ApiError('NOT_FOUND');
  const parts = await tx.run(findMembers(loan, userId));
  if (parts.some((part) => !isLending(part))) throw invalidField('userId', 'On this loan already');
  await addMember(tx, actor, loan, { accountId: userId, role, always: sendInvite });
  if (labelIds) await putLabels(tx, actor, loan.id, userId, labelIds);
  return presentMember(tx, actor, loan, userId);
}

/** The member as the caller sees them now. */
async function presentMember(tx: Tx, actor: Actor, { id: loanId }: LoanStanding, id: string) {
  const people = await peopleOn(tx, actor, await loanWithStanding(tx, actor, loanId));
  const party = presentParties(actor, people).find((each) => each.id === id);
  if (!party) throw new ApiError('NOT_FOUND');
  return party;
}
