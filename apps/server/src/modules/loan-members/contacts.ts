/** Contacts of loan members: adds, changes, moves and removes them. */
import type { ContactRole } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { authorize, type Authorized } from '../../platform/authorize.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { lockInvitedToLoan, cancelInvitation, type Invited } from '../invitations/index.ts';
import { isLeadBorrower, lends, loanWithStanding, type LoanStanding } from '../loans/index.ts';
import {
  addMemberRole,
  inviteMember,
  changeAsked,
  changeRole,
  removeMembers,
  removeMemberRole,
} from './change-members.ts';
import { areMine, isContact, peopleOn, type People } from './people-on-loan.ts';
import { contactPolicy, partyPolicy, type ContactStanding } from './policy.ts';
import { presentRelation } from './present.ts';
import {
  findMember,
  findMembers,
  hasSubrole,
  insertRelation,
  isLending,
  saveRelation,
  type Relation,
  type RelationRow,
} from './store.ts';

interface ContactFields {
  role?: ContactRole | undefined;
  subroleId?: string | null | undefined;
  phone?: string | null | undefined;
}

interface PersonName {
  givenName?: string | undefined;
  familyName?: string | undefined;
}

/** Contacts of a loan member or an invited person that the caller sees. */
export async function contactsOf(
  reads: Queries,
  actor: Actor,
  params: { loanId: string; loanRoleId: string },
  lock?: 'lock',
) {
  const loan = await loanWithStanding(reads, actor, params.loanId, lock);
  const people = await peopleOn(reads, actor, loan);
  const { loanRoleId } = params;
  const isPart = people.parts.some(({ id }) => id === loanRoleId);
  if (!isPart && !people.invitations.some(({ id }) => id === loanRoleId))
    throw new ApiError('NOT_FOUND');
  const related: Relation['related'] = isPart
    ? { roleId: loanRoleId }
    : { invitationId: loanRoleId };
  const standing: ContactStanding & LoanStanding = {
    ...loan,
    are_mine: areMine(loan, people.ownContactIds, loanRoleId),
  };
  return { people, related, standing };
}

const presentContact = async (tx: Tx, actor: Actor, loan: LoanStanding, id: string) => {
  const people = await peopleOn(tx, actor, loan);
  return presentRelation(people, relationIn(people, id));
};

function relationIn(people: People, id: string): RelationRow {
  const relation = people.relations.find((each) => each.id === id);
  if (!relation) throw new ApiError('NOT_FOUND');
  return relation;
}

/** The person who holds this role; a person may have several roles. An invitation is its own person. */
const personOf = ({ parts }: People, partId: string): string =>
  parts.find(({ id }) => id === partId)?.account_id ?? partId;

type KeepableLoan = Authorized<'keep', LoanStanding>;

/** Only the lender may set a contact's label of what they do. */
async function refuseForeignSubrole(
  tx: Tx,
  actor: Actor,
  loan: KeepableLoan,
  { subroleId }: ContactFields,
) {
  if (subroleId === undefined || subroleId === null) return;
  if (!lends(actor, loan)) throw new ApiError('UNAUTHORIZED');
  if (!(await hasSubrole(tx, loan.company_id, subroleId))) {
    throw invalidField('subroleId', 'Choose one of this company’s sub-roles');
  }
}

type NewContact = ContactFields & { contactUser: Invited; role: ContactRole; sendInvite: boolean };

const ADDRESS = 'contactUser.emailAddress';

/**
 * A person on the loan whom the caller sees becomes a contact without an invitation and keeps their other roles.
 * Anyone else is invited, whether or not they have an account, so that the reply is the same.
 */
async function memberAsContact(
  tx: Tx,
  actor: Actor,
  loan: KeepableLoan,
  { people, related }: Pick<Awaited<ReturnType<typeof contactsOf>>, 'people' | 'related'>,
  { contactUser, role }: NewContact,
): Promise<string | null> {
  const address = contactUser.emailAddress.trim().toLowerCase();
  const [first, ...more] = people.parts.filter(
    ({ email_address }) => email_address.toLowerCase() === address,
  );
  if (!first) return null;
  const parts = [first, ...more] as const;
  if ('roleId' in related && personOf(people, related.roleId) === first.account_id) {
    throw invalidField(ADDRESS, 'A person can’t be their own contact');
  }
  const contactPart = parts.find((part) => isContact(part.role));
  const isKept = people.relations.some(({ contact_id }) => contact_id === contactPart?.id);
  // A borrower other than the lead borrower must not take over another member's contact.
  if (isKept || parts.some(isLending) || !(lends(actor, loan) || isLeadBorrower(loan))) {
    throw invalidField(ADDRESS, 'On this loan already');
  }
  if (!contactPart) return addMemberRole(tx, actor, loan, parts, role);
  await changeRole(tx, actor, loan, [contactPart], role);
  return contactPart.id;
}

async function inviteContact(
  tx: Tx,
  actor: Actor,
  loan: KeepableLoan,
  { contactUser, role, sendInvite }: NewContact,
): Promise<string> {
  const invitationId = await inviteMember(tx, actor, loan, {
    person: contactUser,
    role,
    send: sendInvite,
    field: ADDRESS,
  });
  const people = await peopleOn(tx, actor, loan);
  if (people.relations.some(({ contact_id }) => contact_id === invitationId)) {
    throw invalidField(ADDRESS, 'On this loan already');
  }
  return invitationId;
}

export async function addContact(
  tx: Tx,
  actor: Actor,
  params: { loanId: string; loanRoleId: string },
  input: NewContact,
) {
  const { people, related, standing } = await contactsOf(tx, actor, params, 'lock');
  const loan = authorize(contactPolicy, 'keep', actor, standing);
  // Adding a contact and inviting them are separate permissions.
  if (input.sendInvite) authorize(partyPolicy, 'invite', actor, standing);
  await refuseForeignSubrole(tx, actor, loan, input);
  const roleId = await memberAsContact(tx, actor, loan, { people, related }, input);
  const contact =
    roleId === null ? { invitationId: await inviteContact(tx, actor, loan, input) } : { roleId };
  const { subroleId = null, phone = null } = input;
  const id = newId();
  await insertRelation(tx, loan, { id, related, contact, subroleId, phone }, actor.accountId);
  noteContact(tx, actor, loan, 'contact.added', id);
  return presentContact(tx, actor, standing, id);
}

export async function changeContact(
  tx: Tx,
  actor: Actor,
  params: { loanId: string; loanRoleId: string },
  change: ContactFields & PersonName & { id: string },
) {
  const { people, related, standing } = await contactsOf(tx, actor, params, 'lock');
  const loan = authorize(contactPolicy, 'keep', actor, standing);
  const relation = relationIn(people, change.id);
  // Also authorized for the previous member, so that another member's contact cannot be taken over.
  const before = areMine(standing, people.ownContactIds, relation.related_id);
  authorize(contactPolicy, 'keep', actor, { ...standing, are_mine: before });
  if (personOf(people, relation.contact_id) === personOf(people, params.loanRoleId)) {
    throw invalidField('loanRoleId', 'A person can’t be their own contact');
  }
  await refuseForeignSubrole(tx, actor, loan, change);
  await saveRelation(tx, loan, relation.id, { ...change, related });
  await changePerson(tx, actor, loan, relation.contact_id, change);
  noteContact(tx, actor, loan, 'contact.changed', relation.id);
  return presentContact(tx, actor, standing, relation.id);
}

async function changePerson(
  tx: Tx,
  actor: Actor,
  loan: KeepableLoan,
  contactId: string,
  { role, givenName, familyName }: ContactFields & PersonName,
): Promise<void> {
  const part = await findMember(tx, loan, contactId);
  const renamed = givenName !== undefined || familyName !== undefined;
  if (part) {
    if (renamed) throw invalidField('givenName', 'People change their name themselves');
    if (role) await changeRole(tx, actor, loan, [part], role);
    return;
  }
  const invitation = await lockInvitedToLoan(tx, loan.company_id, loan.id, contactId);
  if (!invitation) throw new ApiError('NOT_FOUND');
  if (renamed || role)
    await changeAsked(tx, actor, loan, invitation, { givenName, familyName, role });
}

/** With `contactId` removes that contact of the member; without, the borrower or contact themselves. */
export async function removeContact(
  tx: Tx,
  actor: Actor,
  params: { loanId: string; loanRoleId: string },
  contactId: string | undefined,
): Promise<void> {
  const { people, standing } = await contactsOf(tx, actor, params, 'lock');
  if (contactId) {
    const loan = authorize(contactPolicy, 'keep', actor, standing);
    const relation = relationIn(people, contactId);
    if (relation.related_id !== params.loanRoleId) throw new ApiError('NOT_FOUND');
    return takeOff(tx, actor, loan, relation.contact_id);
  }
  const relation = people.relations.find(({ contact_id }) => contact_id === params.loanRoleId);
  if (!relation) {
    return takeOff(tx, actor, authorize(partyPolicy, 'manage', actor, standing), params.loanRoleId);
  }
  const isOwnContact = areMine(standing, people.ownContactIds, relation.related_id);
  const loan = authorize(contactPolicy, 'keep', actor, { ...standing, are_mine: isOwnContact });
  return takeOff(tx, actor, loan, relation.contact_id);
}

/** Lenders are removed by another call. */
async function takeOff(
  tx: Tx,
  actor: Actor,
  loan: Authorized<'keep' | 'manage', LoanStanding>,
  roleId: string,
): Promise<void> {
  const part = await findMember(tx, loan, roleId);
  if (part) {
    if (isLending(part)) throw new ApiError('NOT_FOUND');
    const others = (await tx.run(findMembers(loan, part.account_id))).filter(
      ({ id, role }) => id !== part.id && !isLending({ role }),
    );
    const [stays] = others.filter(({ role }) => !isContact(role));
    // A contact who is also a borrower stays a borrower; a borrower who leaves is no longer a contact either.
    if (stays && isContact(part.role)) return removeMemberRole(tx, actor, loan, part, stays);
    return removeMembers(tx, actor, loan, isContact(part.role) ? [part] : [part, ...others]);
  }
  const invitation = await lockInvitedToLoan(tx, loan.company_id, loan.id, roleId);
  if (!invitation || isLending(invitation)) throw new ApiError('NOT_FOUND');
  await cancelInvitation(tx, invitation, actor.accountId);
}

function noteContact(
  tx: Tx,
  actor: Actor,
  loan: LoanStanding,
  kind: 'contact.added' | 'contact.changed',
  relationId: string,
): void {
  recordEvent(tx, {
    kind,
    companyId: loan.company_id,
    loanId: loan.id,
    actorId: actor.accountId,
    changes: ['loan', 'invitation'],
    detail: { relationId },
  });
}
