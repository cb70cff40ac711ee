import { z } from 'zod';
import {
  BORROWER_ROLES,
  CONTACT_ROLES,
  INVITATION_STATES,
  MAX_LABELS,
  LENDER_ROLES,
  LOAN_ROLES,
  LOAN_STATUS_CODES,
  USER_KINDS,
  USER_TYPES,
} from './constants.ts';
import { phase } from './companies.ts';
import { endpoint } from './endpoint.ts';
import { label } from './labels.ts';
import { byId, email, id, optionalPhone, person, text, timestamp, success } from './shapes.ts';

const emailAddress = email;
const newPerson = z.strictObject({ givenName: text, familyName: text, emailAddress });
const nameGiven = { givenName: text.optional(), familyName: text.optional() };
const labelIds = z.array(id).max(MAX_LABELS).optional();
/** JSON Schema for the API's description: a known user, or a person to invite. */
const knownOrInvited = { anyOf: [{ required: ['userId'] }, { required: ['user'] }] };
/** An empty text removes the number; an absent field does not change it. */
const phone = optionalPhone.optional();

const invitationOfParty = z.object({
  state: z.enum(INVITATION_STATES),
  sentAt: timestamp.nullable(),
  expiresAt: timestamp.nullable(),
  invitedBy: z.string().nullable(),
});

/** Display name and initials, derived from the known names [R139]. */
const shownPerson = person.extend({ displayName: z.string(), initials: z.string() });

/** The loan member whose contact this person is, and the contact's role. */
const contactOfParty = z.object({
  relationId: id,
  relatedTo: z.object({ loanRoleId: id, displayName: z.string() }).nullable(),
  subrole: z.object({ id, name: z.string() }).nullable(),
  phone: z.string().nullable(),
});

/** A loan member, or an invited one; then the IDs are the invitation's. */
export const party = shownPerson.extend({
  userKind: z.enum(USER_KINDS),
  userType: z.enum(USER_TYPES).nullable(),
  roles: z.array(z.object({ loanRoleId: id, role: z.enum(LOAN_ROLES) })),
  labels: z.array(label),
  /** Works for the lender, and therefore sees its loans even without a role on them. */
  worksHere: z.boolean(),
  invitation: invitationOfParty.nullable(),
  contact: contactOfParty.nullable(),
  abilities: z.object({ edit: z.boolean(), remove: z.boolean(), invite: z.boolean() }),
});
export type Party = z.infer<typeof party>;

const contactRelation = z.object({
  id,
  loanId: id,
  userRelatedTo: shownPerson.extend({ loanRoleId: id }).nullable(),
  contactUser: shownPerson.extend({ phone: z.string().nullable() }),
  loanRoleId: id,
  role: z.enum(CONTACT_ROLES),
  subrole: z.object({ id, name: z.string() }).nullable(),
  invitation: invitationOfParty.nullable(),
});
export type ContactRelation = z.infer<typeof contactRelation>;

const contactPath = z.strictObject({ loanId: id, loanRoleId: id });
const loanAndUser = z.strictObject({ loanId: id, userId: id });
const CHANGES = ['loan', 'loanList'] as const;

export const loanMembers = {
  listParties: endpoint({
    method: 'GET',
    path: '/v1/loans/{id}/people',
    audience: 'session',
    summary: 'Everybody on a loan, and for those who invite also whom they asked',
    params: byId,
    reply: z.object({
      people: z.array(party),
      abilities: z.object({
        addLender: z.boolean(),
        addBorrower: z.boolean(),
        /** Whether the caller can add borrowers whom the lender already knows, also as the lead borrower. */
        chooseBorrower: z.boolean(),
        addContact: z.boolean(),
        putLabels: z.boolean(),
      }),
    }),
    errors: ['LOAN_NOT_FOUND'],
    shows: ['loan', 'label', 'invitation'],
  }),
  addLenderUser: endpoint({
    method: 'POST',
    path: '/v1/loans/{id}/lenderUser',
    audience: 'session',
    summary: 'Add a lender to a loan: a colleague at once, a person from outside by invitation',
    params: byId,
    body: z
      .strictObject({
        userId: id.optional(),
        user: newPerson.optional(),
        role: z.enum(LENDER_ROLES),
        labelIds,
      })
      .meta(knownOrInvited),
    reply: party,
    errors: [
      'INVALID_REQUEST',
      'LOAN_NOT_FOUND',
      'NOT_FOUND',
      'UNAUTHORIZED',
      'SENT_RECENTLY',
      'CONFLICT',
    ],
    changes: CHANGES,
  }),
  editLenderUser: endpoint({
    method: 'PUT',
    path: '/v1/loans/{id}/lenderUser',
    audience: 'session',
    summary: 'Change a lender’s role and labels on a loan, and the name while they are invited',
    params: byId,
    body: z.strictObject({
      loanRoleId: id,
      role: z.enum(LENDER_ROLES).optional(),
      labelIds,
      ...nameGiven,
    }),
    reply: party,
    errors: ['INVALID_REQUEST', 'LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED', 'CONFLICT'],
    changes: CHANGES,
  }),
  removeLenderUser: endpoint({
    method: 'DELETE',
    path: '/v1/loans/{id}/lenderUser/{userId}',
    audience: 'session',
    summary: 'Take a lender off a loan, or their invitation back, at once',
    params: z.strictObject({ id, userId: id }),
    reply: success,
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED'],
    changes: CHANGES,
  }),
  addBorrowerUser: endpoint({
    method: 'POST',
    path: '/v1/loans/{id}/borrowerUser',
    audience: 'session',
    summary: 'Add a borrower to a loan; sendInvite emails the invitation at once',
    params: byId,
    body: z
      .strictObject({
        /** A user known to the lender, who is added to the loan immediately, without an invitation. */
        userId: id.optional(),
        user: newPerson.optional(),
        role: z.enum(BORROWER_ROLES).default('BORROWER'),
        sendInvite: z.boolean().default(false),
        labelIds,
      })
      .meta(knownOrInvited),
    reply: party,
    errors: ['INVALID_REQUEST', 'LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED', 'SENT_RECENTLY'],
    changes: CHANGES,
  }),
  setBorrowerRole: endpoint({
    method: 'POST',
    path: '/v1/loans/{id}/borrowerRole',
    audience: 'session',
    summary: 'Make a borrower the lead, a borrower or a principal',
    params: byId,
    body: z.strictObject({ userId: id, role: z.enum(BORROWER_ROLES) }),
    reply: party,
    errors: ['INVALID_REQUEST', 'LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED', 'CONFLICT'],
    changes: CHANGES,
  }),
  // A failure is shown only to the user who clicked; the row does not change [R299].
  inviteBorrower: endpoint({
    method: 'POST',
    path: '/v1/loans/{id}/inviteborrower',
    audience: 'session',
    summary: 'Send a loan member their invitation, for the first time or again',
    params: byId,
    body: z.strictObject({ userId: id }),
    reply: party,
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED', 'INVITATION_OVER', 'SENT_RECENTLY'],
    changes: CHANGES,
    silent: true,
  }),
  editBorrowUser: endpoint({
    method: 'POST',
    path: '/v1/loans/editBorrowUser/{loanId}/{userId}',
    audience: 'session',
    summary: 'Change a borrower’s role and labels, and name and address while they are invited',
    params: loanAndUser,
    body: z.strictObject({
      ...nameGiven,
      emailAddress: emailAddress.optional(),
      role: z.enum(BORROWER_ROLES).optional(),
      labelIds,
    }),
    reply: party,
    errors: [
      'INVALID_REQUEST',
      'LOAN_NOT_FOUND',
      'NOT_FOUND',
      'UNAUTHORIZED',
      'CONFLICT',
      'SENT_RECENTLY',
    ],
    changes: CHANGES,
  }),
  editNonLenderUser: endpoint({
    method: 'POST',
    path: '/v1/loans/editNonLenderUser/{loanId}/{userId}',
    audience: 'session',
    summary: 'Change what a borrower or contact is on a loan, or take them off it at once',
    params: loanAndUser,
    body: z.strictObject({
      remove: z.boolean().optional(),
      ...nameGiven,
      emailAddress: emailAddress.optional(),
      role: z.enum([...BORROWER_ROLES, ...CONTACT_ROLES]).optional(),
      labelIds,
    }),
    /** Null if the member was removed. */
    reply: z.object({ success: z.boolean(), user: party.nullable() }),
    errors: [
      'INVALID_REQUEST',
      'LOAN_NOT_FOUND',
      'NOT_FOUND',
      'UNAUTHORIZED',
      'CONFLICT',
      'SENT_RECENTLY',
    ],
    changes: CHANGES,
  }),
  listContactRelations: endpoint({
    method: 'GET',
    path: '/v1/loans/{loanId}/contactRelation/{loanRoleId}',
    audience: 'session',
    summary: 'The contacts of a loan member',
    params: contactPath,
    reply: z.object({ contactRelations: z.array(contactRelation) }),
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['loan', 'invitation'],
  }),
  addContactRelation: endpoint({
    method: 'POST',
    path: '/v1/loans/{loanId}/contactRelation/{loanRoleId}',
    audience: 'session',
    summary: 'Add a contact of a loan member; sendInvite also invites the contact to the loan',
    params: contactPath,
    body: z.strictObject({
      contactUser: newPerson,
      role: z.enum(CONTACT_ROLES).default('KEY_CONTACT'),
      subroleId: id.nullable().optional(),
      phone,
      sendInvite: z.boolean().default(false),
    }),
    reply: contactRelation,
    errors: ['INVALID_REQUEST', 'LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED', 'SENT_RECENTLY'],
    changes: CHANGES,
  }),
  editContactRelation: endpoint({
    method: 'PUT',
    path: '/v1/loans/{loanId}/contactRelation/{loanRoleId}',
    audience: 'session',
    summary: 'Change a contact, who from now on belongs to this person on the loan',
    params: contactPath,
    body: z.strictObject({
      id,
      ...nameGiven,
      role: z.enum(CONTACT_ROLES).optional(),
      subroleId: id.nullable().optional(),
      phone,
    }),
    reply: contactRelation,
    errors: ['INVALID_REQUEST', 'LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED', 'CONFLICT'],
    changes: CHANGES,
  }),
  removeContactRelation: endpoint({
    method: 'DELETE',
    path: '/v1/loans/{loanId}/contactRelation/{loanRoleId}',
    audience: 'session',
    summary:
      'Remove a loan member’s contact from a loan; without contactId the borrower or contact themselves',
    params: contactPath,
    // Some proxies drop the body of a DELETE.
    query: z.strictObject({ contactId: id.optional() }),
    reply: success,
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED'],
    changes: CHANGES,
  }),
  listLoansOfUser: endpoint({
    method: 'GET',
    path: '/v1/loans/company/{companyId}/user/{userId}',
    audience: 'session',
    summary: 'A company’s loans of which a user is a member, as far as the caller sees them',
    params: z.strictObject({ companyId: id, userId: id }),
    reply: z.object({
      loans: z.array(
        z.object({
          id,
          shortCode: z.string(),
          name: z.string(),
          status: z.enum(LOAN_STATUS_CODES),
          loanPhase: phase,
          roles: z.array(z.enum(LOAN_ROLES)),
        }),
      ),
    }),
    errors: ['NOT_FOUND'],
    shows: ['loanList', 'loan'],
  }),
};
