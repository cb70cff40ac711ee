import { randomUUID } from 'node:crypto';
import { MAX_INVITED_TO_LOAN, type LoanRole, type RoleLevel } from '@cairn/contract';
import {
  startTestServer,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let owner: Account;
let asOwner: { token: string };
let loan: Loan;
let elena: Person;

interface Person {
  account: Account;
  roleId: string;
  token: string;
}

const LEVELS: Partial<Record<LoanRole, RoleLevel>> = {
  UNDERWRITER_LENDER: 'LENDER',
  PRINCIPAL: 'APPLICANT',
  KEY_CONTACT: 'CONTACT',
};
async function onLoan(role: LoanRole, givenName = 'Ada'): Promise<Person> {
  const account = await server.given.account({ givenName, familyName: 'Marsh' });
  const roleId = await server.given.role(loan, account, role);
  const roleLevel = LEVELS[role] ?? 'BORROWER';
  return { account, roleId, token: await server.given.session(account, { roleLevel }) };
}

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company();
  owner = await server.given.employee(company, { level: 'OWNER' });
  asOwner = { token: await server.given.session(owner, { roleLevel: 'LENDER', company }) };
});
beforeEach(async () => {
  loan = await server.given.loan(await server.given.phase(company));
  elena = await onLoan('LEAD_BORROWER', 'Elena');
});
afterAll(() => server.stop());

const newcomer = (over: object = {}) => ({
  givenName: 'Jonas',
  familyName: 'Weber',
  emailAddress: `${randomUUID()}@example.com`,
  ...over,
});
const at = (loanRoleId: string) => ({ loanId: loan.id, loanRoleId });
const add = (to: string, body: object = {}, as: { token: string } = asOwner) =>
  server.call(
    'addContactRelation',
    { params: at(to), body: { contactUser: newcomer(), ...body } },
    as,
  );
const list = (of: string, as: { token: string } = asOwner) =>
  server.call('listContactRelations', { params: at(of) }, as);
const change = (
  to: string,
  body: Record<string, string> & { id: string },
  as: { token: string } = asOwner,
) => server.call('editContactRelation', { params: at(to), body }, as);
const remove = (of: string, contactId?: string, as: { token: string } = asOwner) =>
  server.call(
    'removeContactRelation',
    { params: at(of), ...(contactId && { query: { contactId } }) },
    as,
  );
const accept = async (id: string, emailAddress: string) => {
  const account = await server.given.account({ emailAddress });
  const token = await server.given.session(account, { roleLevel: 'BORROWER' });
  await server.call('doAction', { body: { id, data: { action: 'ACCEPT' } } }, { token });
  return account;
};

describe('a contact of a loan member', () => {
  test('has the specification’s fields, with initials and a name to show [R139]', async () => {
    const subrole = await server.given.subrole(company, `Accountant ${randomUUID()}`);
    const contactUser = newcomer();
    const added = await add(elena.roleId, {
      contactUser,
      subroleId: subrole.id,
      phone: '555-010-0199',
    });
    expect(added.status).toBe(200);
    expect(added.body).toMatchObject({
      loanId: loan.id,
      userRelatedTo: {
        id: elena.account.id,
        loanRoleId: elena.roleId,
        displayName: 'Elena Marsh',
        initials: 'EM',
      },
      contactUser: {
        emailAddress: contactUser.emailAddress,
        displayName: 'Jonas Weber',
        initials: 'JW',
        phone: '555-010-0199',
      },
      role: 'KEY_CONTACT',
      subrole: { id: subrole.id },
      invitation: { state: 'NOT_SENT' },
    });
    expect((await list(elena.roleId)).body.contactRelations).toEqual([added.body]);
    const people = await server.call('listParties', { params: { id: loan.id } }, asOwner);
    expect(people.body.people.find(({ id }) => id === added.body.contactUser.id)?.contact).toEqual({
      relationId: added.body.id,
      relatedTo: { loanRoleId: elena.roleId, displayName: 'Elena Marsh' },
      subrole: { id: subrole.id, name: subrole.name },
      phone: '555-010-0199',
    });
  });

  test('who accepts stays that contact; removed, they have neither part nor relation', async () => {
    const contactUser = newcomer();
    const added = await add(elena.roleId, { contactUser, sendInvite: true });
    const account = await accept(added.body.loanRoleId, contactUser.emailAddress);
    const [joined] = (await list(elena.roleId)).body.contactRelations;
    expect(joined).toMatchObject({
      id: added.body.id,
      invitation: null,
      contactUser: { id: account.id },
    });
    const token = await server.given.session(account, { roleLevel: 'CONTACT' });
    const see = () => server.call('getLoan', { params: { id: loan.id } }, { token });
    expect((await see()).status).toBe(200);
    expect((await remove(elena.roleId, added.body.id)).status).toBe(200);
    expect((await see()).status).toBe(404);
    expect((await list(elena.roleId)).body.contactRelations).toEqual([]);
  });

  test('belongs to an invited person, too, and stays theirs when they accept', async () => {
    const borrower = newcomer();
    const invited = await server.call(
      'addBorrowerUser',
      { params: { id: loan.id }, body: { user: borrower, sendInvite: true } },
      asOwner,
    );
    const added = await add(invited.body.id);
    expect(added.body.userRelatedTo?.id).toBe(invited.body.id);
    const account = await accept(invited.body.id, borrower.emailAddress);
    const people = await server.call('listParties', { params: { id: loan.id } }, asOwner);
    const { roles } = people.body.people.find(({ id }) => id === account.id)!;
    expect((await list(roles[0]!.loanRoleId)).body.contactRelations.map(({ id }) => id)).toEqual([
      added.body.id,
    ]);
  });

  test('is changed, renamed until they accept, and moved to another member', async () => {
    const jonas = await onLoan('BORROWER', 'Jonas');
    const added = await add(elena.roleId);
    const moved = await change(jonas.roleId, {
      id: added.body.id,
      familyName: 'Ortiz',
      role: 'OTHER',
      phone: '',
    });
    expect(moved.body).toMatchObject({
      userRelatedTo: { id: jonas.account.id },
      contactUser: { displayName: 'Jonas Ortiz', phone: null },
      role: 'OTHER',
    });
    expect((await list(elena.roleId)).body.contactRelations).toEqual([]);
    expect((await change(added.body.loanRoleId, { id: added.body.id })).status).toBe(400);
  });

  test('stays on the loan when the member leaves it, without an owner', async () => {
    const added = await add(elena.roleId);
    expect((await remove(elena.roleId)).status).toBe(200);
    const people = await server.call('listParties', { params: { id: loan.id } }, asOwner);
    expect(people.body.people).toMatchObject([
      { id: added.body.contactUser.id, contact: { relationId: added.body.id, relatedTo: null } },
    ]);
  });

  test('whose address was wrong keeps the relation with the new invitation', async () => {
    const added = await add(elena.roleId, { sendInvite: true });
    const emailAddress = `${randomUUID()}@example.com`;
    await server.call(
      'editNonLenderUser',
      { params: { loanId: loan.id, userId: added.body.contactUser.id }, body: { emailAddress } },
      asOwner,
    );
    const [after] = (await list(elena.roleId)).body.contactRelations;
    expect(after).toMatchObject({ id: added.body.id, contactUser: { emailAddress } });
  });

  test('does not take the address of another who was asked', async () => {
    const [one, two] = [await add(elena.roleId), await add(elena.roleId)];
    const { emailAddress } = two.body.contactUser;
    const changed = await server.call(
      'editNonLenderUser',
      { params: { loanId: loan.id, userId: one.body.contactUser.id }, body: { emailAddress } },
      asOwner,
    );
    expect(changed.status).toBe(400);
    expect(changed.body).toMatchObject({ fieldErrors: { emailAddress: expect.any(String) } });
    expect((await list(elena.roleId)).body.contactRelations).toHaveLength(2);
  });

  test('who becomes a borrower is no longer a contact', async () => {
    const contact = await onLoan('KEY_CONTACT');
    await server.given.relation(loan, {
      relatedRoleId: elena.roleId,
      roleId: contact.roleId,
      by: owner,
    });
    await server.call(
      'editNonLenderUser',
      { params: { loanId: loan.id, userId: contact.account.id }, body: { role: 'BORROWER' } },
      asOwner,
    );
    expect((await list(elena.roleId)).body.contactRelations).toEqual([]);
  });
});

describe('a person who is on the loan already', () => {
  const asNewcomer = ({ account }: Person) => newcomer({ emailAddress: account.emailAddress });
  const rolesOf = async (person: Person) => {
    const { body } = await server.call('listParties', { params: { id: loan.id } }, asOwner);
    const party = body.people.find(({ id }) => id === person.account.id);
    return { roles: party?.roles.map(({ role }) => role).toSorted(), contact: party?.contact };
  };

  test('becomes a contact of another at once, under their own name, and keeps their part', async () => {
    const principal = await onLoan('PRINCIPAL', 'Ines');
    const added = await add(elena.roleId, { contactUser: asNewcomer(principal) });
    expect(added.status).toBe(200);
    expect(added.body).toMatchObject({
      userRelatedTo: { id: elena.account.id },
      contactUser: { id: principal.account.id, displayName: 'Ines Marsh' },
      role: 'KEY_CONTACT',
      invitation: null,
    });
    expect(await rolesOf(principal)).toMatchObject({
      roles: ['KEY_CONTACT', 'PRINCIPAL'],
      contact: { relatedTo: { displayName: 'Elena Marsh' } },
    });
    // After they are removed as a contact, they keep their other role.
    expect((await remove(elena.roleId, added.body.id)).status).toBe(200);
    expect(await rolesOf(principal)).toEqual({ roles: ['PRINCIPAL'], contact: null });
    const see = await server.call('getLoan', { params: { id: loan.id } }, principal);
    expect(see.status).toBe(200);
  });

  test('stays that contact when their role as a borrower is saved, unchanged or another', async () => {
    const principal = await onLoan('PRINCIPAL', 'Ines');
    const subrole = await server.given.subrole(company, `Attorney ${randomUUID()}`);
    const added = await add(elena.roleId, {
      contactUser: asNewcomer(principal),
      subroleId: subrole.id,
      phone: '555-010-0133',
    });
    for (const role of ['PRINCIPAL', 'BORROWER'] as const) {
      const body = { userId: principal.account.id, role };
      const saved = await server.call(
        'setBorrowerRole',
        { params: { id: loan.id }, body },
        asOwner,
      );
      expect(saved.status).toBe(200);
      expect(saved.body.roles.find((part) => part.role === role)?.loanRoleId).toBe(
        principal.roleId,
      );
      expect(await rolesOf(principal)).toMatchObject({
        roles: [role, 'KEY_CONTACT'].toSorted(),
        contact: { relationId: added.body.id, subrole: { id: subrole.id }, phone: '555-010-0133' },
      });
    }
    // They stay a borrower when their role as a contact changes.
    await server.call(
      'editNonLenderUser',
      { params: { loanId: loan.id, userId: principal.account.id }, body: { role: 'OTHER' } },
      asOwner,
    );
    expect(await rolesOf(principal)).toMatchObject({
      roles: ['BORROWER', 'OTHER'],
      contact: { relationId: added.body.id },
    });
  });

  test('and is nothing on the loan once they are removed from it', async () => {
    const principal = await onLoan('PRINCIPAL', 'Ines');
    await add(elena.roleId, { contactUser: asNewcomer(principal) });
    expect((await remove(principal.roleId)).status).toBe(200);
    expect(await rolesOf(principal)).toEqual({});
    const see = await server.call('getLoan', { params: { id: loan.id } }, principal);
    expect(see.status).toBe(404);
  });

  test('who was a contact of a person who left is given to another; one who has an owner is not', async () => {
    const contact = await onLoan('KEY_CONTACT');
    const contactUser = asNewcomer(contact);
    const added = await add(elena.roleId, { contactUser, role: 'OTHER' }, elena);
    expect(added.body).toMatchObject({ loanRoleId: contact.roleId, role: 'OTHER' });
    const jonas = await onLoan('BORROWER', 'Jonas');
    expect((await add(jonas.roleId, { contactUser })).status).toBe(400);
  });

  test('is no contact of their own, nor one who lends, nor taken by a borrower who does not lead', async () => {
    const underwriter = await onLoan('UNDERWRITER_LENDER');
    const jonas = await onLoan('BORROWER', 'Jonas');
    const principal = await onLoan('PRINCIPAL');
    const why = async (to: Person, person: Person, as: { token: string } = asOwner) => {
      const { status, body } = await add(to.roleId, { contactUser: asNewcomer(person) }, as);
      return [status, (body as unknown as { fieldErrors: object }).fieldErrors];
    };
    expect(await why(elena, elena)).toEqual([
      400,
      { 'contactUser.emailAddress': 'A person can’t be their own contact' },
    ]);
    const onLoanAlready = [400, { 'contactUser.emailAddress': 'On this loan already' }];
    expect(await why(elena, underwriter)).toEqual(onLoanAlready);
    expect(await why(jonas, principal, jonas)).toEqual(onLoanAlready);
  });

  test('does not become a contact of their own by a move from another member', async () => {
    const principal = await onLoan('PRINCIPAL', 'Ines');
    const added = await add(elena.roleId, { contactUser: asNewcomer(principal) });
    for (const ownPart of [principal.roleId, added.body.loanRoleId]) {
      const moved = await change(ownPart, { id: added.body.id });
      expect([moved.status, moved.body]).toMatchObject([
        400,
        { fieldErrors: { loanRoleId: 'A person can’t be their own contact' } },
      ]);
    }
    expect((await list(elena.roleId)).body.contactRelations).toMatchObject([{ id: added.body.id }]);
  });

  test('with an account elsewhere looks like a person without one', async () => {
    const stranger = await server.given.account();
    const existing = await add(elena.roleId, {
      contactUser: newcomer({ emailAddress: stranger.emailAddress }),
    });
    const unknown = await add(elena.roleId);
    const shape = ({ status, body }: typeof existing) => ({
      status,
      name: body.contactUser.displayName,
      role: body.role,
      state: body.invitation?.state,
      isInvitation: body.contactUser.id === body.loanRoleId,
    });
    expect(shape(existing)).toEqual(shape(unknown));
    expect(shape(existing).state).toBe('NOT_SENT');
  });
});

describe('who keeps contacts', () => {
  test('a borrower their own, without letting anybody in; the lead everybody’s', async () => {
    const jonas = await onLoan('BORROWER', 'Jonas');
    const own = await add(jonas.roleId, {}, jonas);
    expect(own.status).toBe(200);
    expect((await list(jonas.roleId, jonas)).body.contactRelations).toHaveLength(1);
    expect((await add(jonas.roleId, { sendInvite: true }, jonas)).status).toBe(403);
    expect((await add(elena.roleId, {}, jonas)).status).toBe(403);
    expect((await list(elena.roleId, jonas)).status).toBe(403);
    const leads = await add(elena.roleId, {}, elena);
    // Members cannot take over another member's contact, even if they know its id.
    expect((await change(jonas.roleId, { id: leads.body.id }, jonas)).status).toBe(404);
    expect(
      (await change(jonas.roleId, { id: own.body.id, phone: '555-010-0101' }, elena)).status,
    ).toBe(200);
    expect((await remove(jonas.roleId, own.body.id, jonas)).status).toBe(200);
    expect((await add(jonas.roleId, { sendInvite: true }, elena)).status).toBe(200);
  });

  test('what contacts do is the lender’s word, of its own list', async () => {
    const subrole = await server.given.subrole(company, `Attorney ${randomUUID()}`);
    const foreign = await server.given.subrole(await server.given.company(), 'Surveyor');
    expect((await add(elena.roleId, { subroleId: subrole.id }, elena)).status).toBe(403);
    expect((await add(elena.roleId, { subroleId: foreign.id })).status).toBe(400);
    const added = await add(elena.roleId, { subroleId: subrole.id });
    expect((await list(elena.roleId, elena)).body.contactRelations).toMatchObject([
      { id: added.body.id, subrole: { name: subrole.name } },
    ]);
  });

  test('principals and contacts keep none, and see none', async () => {
    await add(elena.roleId);
    for (const role of ['PRINCIPAL', 'KEY_CONTACT'] as const) {
      const person = await onLoan(role);
      expect((await list(elena.roleId, person)).status).toBe(403);
      expect((await add(person.roleId, {}, person)).status).toBe(403);
      const reply = await server.call('listParties', { params: { id: loan.id } }, person);
      expect(reply.body.people.every(({ contact }) => contact === null)).toBe(true);
    }
  });

  test('a member of another loan is not found', async () => {
    const other = await server.given.loan(await server.given.phase(company));
    const elsewhere = await server.given.role(other, await server.given.account(), 'BORROWER');
    expect((await add(elsewhere)).status).toBe(404);
    const added = await add(elena.roleId);
    expect((await remove(elsewhere, added.body.id)).status).toBe(404);
  });
});

test('a borrower does not fill a loan with people who are only noted', async () => {
  for (let count = 0; count < MAX_INVITED_TO_LOAN - 1; count += 1) {
    await server.given.invitation(company, elena.account, { loan, sends: 0 });
  }
  expect((await add(elena.roleId, {}, elena)).status).toBe(200);
  expect((await add(elena.roleId, {}, elena)).status).toBe(400);
});
