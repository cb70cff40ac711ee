import type { ContactRelation, ContactRole, Party, Person } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import { fullName } from '../../platform/full-name.ts';
import { stateOf } from '../invitations/index.ts';
import { labelPolicy } from '../loans/index.ts';
import {
  areMine,
  isContact,
  relationOf,
  type VisibleInvitation,
  type People,
} from './people-on-loan.ts';
import { contactPolicy, partyPolicy } from './policy.ts';
import { isLending, type RelationRow } from './store.ts';

const presentPerson = (person: Person) => {
  const displayName = fullName(person.givenName, person.familyName) || person.emailAddress;
  const words = displayName.split(/[\s.@]+/);
  const last = words.length > 1 ? words.at(-1)! : (words[0]?.slice(1) ?? '');
  return {
    ...person,
    displayName,
    initials: `${words[0]?.[0] ?? ''}${last[0] ?? ''}`.toUpperCase(),
  };
};

const personOf = (row: {
  given_name: string | null;
  family_name: string | null;
  email_address: string;
}) => ({
  givenName: row.given_name,
  familyName: row.family_name,
  emailAddress: row.email_address,
});

const kindOf = (roles: Party['roles']) =>
  roles.some(({ role }) => role === 'PRINCIPAL') ? ('PRINCIPAL' as const) : ('USER' as const);
const typeOf = (roles: Party['roles']) => (roles.some(isLending) ? ('LENDER' as const) : null);

/** The member with this id, which is that of a role or an invitation. */
function byPart(people: People, id: string | null) {
  const part = people.parts.find((each) => each.id === id);
  if (part)
    return { loanRoleId: part.id, ...presentPerson({ id: part.account_id, ...personOf(part) }) };
  const invitation = people.invitations.find((each) => each.id === id);
  return (
    invitation && {
      loanRoleId: invitation.id,
      ...presentPerson({ id: invitation.id, ...personOf(invitation) }),
    }
  );
}

function presentContact(people: People, relation: RelationRow | undefined): Party['contact'] {
  if (!relation) return null;
  const related = byPart(people, relation.related_id);
  return {
    relationId: relation.id,
    relatedTo: related
      ? { loanRoleId: related.loanRoleId, displayName: related.displayName }
      : null,
    subrole: subroleOf(relation),
    phone: relation.phone,
  };
}

const subroleOf = ({ subrole_id, subrole_name }: RelationRow) =>
  subrole_id && subrole_name ? { id: subrole_id, name: subrole_name } : null;

function presentInvitation(row: VisibleInvitation): NonNullable<Party['invitation']> {
  const state = stateOf(row, new Date());
  const wasSent = row.sends > 0;
  return {
    state,
    sentAt: wasSent ? row.sent_at : null,
    expiresAt: wasSent ? row.expires_at : null,
    invitedBy: row.inviter_name,
  };
}

interface May {
  lenders: boolean;
  others: boolean;
  invite: boolean;
  contact(relation: RelationRow | undefined): boolean;
}

const may = (actor: Actor, { loan, ownContactIds }: People): May => ({
  lenders: partyPolicy.manageLenders(actor, loan),
  others: partyPolicy.manage(actor, loan),
  invite: partyPolicy.invite(actor, loan),
  contact: (relation) =>
    relation !== undefined &&
    contactPolicy.keep(actor, {
      ...loan,
      are_mine: areMine(loan, ownContactIds, relation.related_id),
    }),
});

/** Abilities for contacts depend on whose contact they are; for others, on their side of the loan. */
function presentAbilities(can: May, roles: Party['roles'], contact: RelationRow | undefined) {
  if (roles.some(isLending)) return { edit: can.lenders, remove: can.lenders };
  const isOwnContact = roles.every(({ role }) => isContact(role)) && can.contact(contact);
  return { edit: can.others || isOwnContact, remove: can.others || isOwnContact };
}

export function presentParties(actor: Actor, people: People): Party[] {
  const can = may(actor, people);
  const readsLabels = labelPolicy.read(actor, people.loan);
  const here = Map.groupBy(people.parts, ({ account_id }) => account_id);
  return [
    ...[...here.values()].map((parts): Party => {
      const [first] = parts as [(typeof parts)[0], ...typeof parts];
      const roles = parts.map(({ id, role }) => ({ loanRoleId: id, role }));
      const relation = parts.map(({ id }) => relationOf(people, id)).find(Boolean);
      const labels = new Map(parts.flatMap((part) => part.labels).map((each) => [each.id, each]));
      return {
        ...presentPerson({ id: first.account_id, ...personOf(first) }),
        userKind: kindOf(roles),
        userType: typeOf(roles),
        roles,
        labels: readsLabels ? [...labels.values()] : [],
        worksHere: people.staff.has(first.account_id),
        invitation: null,
        contact: presentContact(people, relation),
        abilities: { ...presentAbilities(can, roles, relation), invite: false },
      };
    }),
    ...people.invitations.map((row): Party => {
      const roles = [{ loanRoleId: row.id, role: row.role }];
      const relation = relationOf(people, row.id);
      const abilities = presentAbilities(can, roles, relation);
      return {
        ...presentPerson({ id: row.id, ...personOf(row) }),
        userKind: kindOf(roles),
        userType: typeOf(roles),
        roles,
        labels: readsLabels ? people.labels.filter(({ id }) => row.label_ids.includes(id)) : [],
        worksHere: false,
        invitation: presentInvitation(row),
        contact: presentContact(people, relation),
        abilities: {
          ...abilities,
          invite: roles.some(isLending) ? can.lenders : can.invite,
        },
      };
    }),
  ];
}

export const presentAbilitiesOn = (actor: Actor, { loan }: People) => {
  const lendersToo = partyPolicy.manageLenders(actor, loan);
  return {
    addLender: lendersToo,
    addBorrower: partyPolicy.invite(actor, loan),
    chooseBorrower: lendersToo,
    addContact: contactPolicy.keep(actor, {
      ...loan,
      are_mine: loan.my_roles.includes('BORROWER'),
    }),
    putLabels: labelPolicy.put(actor, loan),
  };
};

export function presentRelation(people: People, relation: RelationRow): ContactRelation {
  const contact = byPart(people, relation.contact_id)!;
  const related = byPart(people, relation.related_id);
  const part = people.parts.find(({ id }) => id === relation.contact_id);
  const invitation = people.invitations.find(({ id }) => id === relation.contact_id);
  const { loanRoleId, ...contactUser } = contact;
  return {
    id: relation.id,
    loanId: people.loan.id,
    userRelatedTo: related ?? null,
    contactUser: { ...contactUser, phone: relation.phone },
    loanRoleId,
    role: (part ?? invitation)!.role as ContactRole,
    subrole: subroleOf(relation),
    invitation: invitation ? presentInvitation(invitation) : null,
  };
}
