import { randomUUID } from 'node:crypto';
import {
  emailTo,
  emailsTo,
  startTestServer,
  startTestWorker,
  type Account,
  type Answer,
  type Company,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const PASSWORD = 'three stones and a trail';
let server: TestServer;
let worker: { stop(): Promise<void> };
let company: Company;
let owner: Account;
let employee: Account;
let asOwner: { token: string };
let asEmployee: { token: string };
let asAdmin: { token: string };

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
  const admin = await server.given.account({ platformAdmin: true });
  asAdmin = { token: await server.given.session(admin, { roleLevel: 'ADMIN' }) };
});
beforeEach(async () => {
  company = await server.given.company();
  owner = await server.given.employee(company, { level: 'OWNER' });
  employee = await server.given.employee(company);
  asOwner = await as(owner);
  asEmployee = await as(employee);
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const as = async (account: Account) => ({
  token: await server.given.session(account, { roleLevel: 'LENDER', company }),
});
const newAddress = (): string => `${randomUUID()}@example.com`;
const code = ({ body }: Answer): string => (body as { code: string }).code;
const fieldErrors = ({ body }: Answer) =>
  (body as { fieldErrors?: Record<string, string> }).fieldErrors;
const list = (caller = asOwner, companyId = company.id) =>
  server.call('listEmployees', { params: { companyId } }, caller);
const lineOf = async (id: string, caller = asOwner) =>
  (await list(caller)).body.employees.find((each) => each.id === id);
const add = (emailAddress: string, caller = asOwner, over: object = {}) =>
  server.call(
    'addUser',
    { body: { givenName: 'Ada', familyName: 'Moss', emailAddress, ...over } },
    caller,
  );
const edit = (id: string, body: object, caller = asOwner) =>
  server.call('editUser', { params: { id }, body }, caller);
const remove = (id: string, caller = asOwner) =>
  server.call('removeUser', { params: { id } }, caller);
const isIn = async (caller: { token: string }) =>
  (await server.call('getLoggedUser', {}, caller)).status === 200;
const history = async (kind: string) => {
  const { rows } = await server.owner.query<{ detail: Record<string, unknown> }>(
    'select detail from cairn.audit_entry where company_id = $1 and kind = $2',
    [company.id, kind],
  );
  return rows.map((row) => row.detail);
};

describe('creating a company', () => {
  const create = (over: object = {}, caller = asAdmin) => {
    const subdomain = `lender-${randomUUID().slice(0, 8)}`;
    const user = { givenName: 'Noor', familyName: 'Haddad', emailAddress: newAddress() };
    const body = { company: { name: 'Fairhaven', subdomain, ...over }, user };
    return server.call('createCompanyUser', { body }, caller);
  };

  test('makes the company, its first phases and the invitation of its first owner', async () => {
    const { status, body } = await create();
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ level: 'OWNER', status: 'INVITED' });
    expect((await emailTo(body.user.emailAddress)).from[0]!.name).toBe('Fairhaven');
    const phases = await server.call(
      'listPhases',
      { params: { companyId: body.company.id } },
      asAdmin,
    );
    expect(new Set(phases.body.phases.map(({ category }) => category)).size).toBe(4);
    const people = await list(asAdmin, body.company.id);
    expect(people.body.employees.map(({ id }) => id)).toEqual([body.user.id]);
  });

  test('takes a subdomain once, whatever its case, and only a word of a host name', async () => {
    const subdomain = `north-${randomUUID().slice(0, 8)}`;
    expect((await create({ subdomain: subdomain.toUpperCase() })).body.company.subdomain).toBe(
      subdomain,
    );
    const twice = await create({ subdomain });
    expect(fieldErrors(twice)).toHaveProperty(['company.subdomain']);
    for (const bad of ['ab', '-abc', 'abc-', 'a.b.c', 'naïve', 'a b c', 'x'.repeat(64)]) {
      expect((await create({ subdomain: bad })).status).toBe(400);
    }
    expect((await create({ name: ' ' })).status).toBe(400);
  });

  test('is for administrators, who also put lenders into it [R017]', async () => {
    const { body } = await create();
    const companyId = body.company.id;
    const address = newAddress();
    const lender = await add(address, asAdmin, { companyId });
    expect(lender.body).toMatchObject({ level: 'EMPLOYEE', status: 'INVITED' });
    const addresses = (await list(asAdmin, companyId)).body.employees.map(
      ({ emailAddress }) => emailAddress,
    );
    expect(addresses.toSorted()).toEqual([address, body.user.emailAddress].toSorted());
    // An owner of another company may do neither.
    expect((await add(newAddress(), asOwner, { companyId })).status).toBe(404);
    expect(code(await create({}, asOwner))).toBe('UNAUTHORIZED');
  });

  test('is the administrators’ [R117]', async () => {
    expect(code(await create({}, asOwner))).toBe('UNAUTHORIZED');
  });
});

describe('the people of a company', () => {
  test('are listed with role, status and public details; only owners may change them [R122]', async () => {
    const { id } = (await add(newAddress())).body;
    const reply = await list();
    expect(reply.body.company).toEqual({ id: company.id, name: company.name });
    expect(reply.body.abilities.add).toBe(true);
    expect(reply.body.employees.map(({ id: each, status }) => [each, status])).toEqual(
      expect.arrayContaining([
        [owner.id, 'ACTIVE'],
        [employee.id, 'ACTIVE'],
        [id, 'INVITED'],
      ]),
    );
    expect(reply.body.employees).toHaveLength(3);
    const line = await lineOf(employee.id);
    expect(line).toMatchObject({ id: employee.id, jobTitle: null, phone: null, level: 'EMPLOYEE' });
    expect(line!.abilities).toMatchObject({ edit: true, remove: true, resetPassword: false });
    const forThem = await list(asEmployee);
    expect(forThem.body.abilities.add).toBe(false);
    expect((await lineOf(owner.id, asEmployee))!.abilities.remove).toBe(false);
    expect((await lineOf(employee.id, asEmployee))!.abilities.edit).toBe(true);
    const forAdmin = (await list(asAdmin)).body.employees.find((each) => each.id === employee.id);
    expect(forAdmin!.abilities.resetPassword).toBe(true);
  });

  test('show who is locked, whose account is closed, and who was here when', async () => {
    const locked = await server.given.employee(company, { password: PASSWORD });
    for (let count = 0; count < 5; count += 1) {
      const body = { username: locked.emailAddress, password: 'wrong' };
      await server.call('login', { body });
    }
    expect((await lineOf(locked.id))!.status).toBe('LOCKED');
    await server.call('closeAccount', { body: { userId: locked.id } }, asAdmin);
    expect(await lineOf(locked.id)).toMatchObject({ status: 'CLOSED', abilities: { edit: false } });

    const elsewhere = await server.given.company();
    const both = await server.given.employee(company);
    await server.given.session(both, { roleLevel: 'LENDER', company: elsewhere });
    await server.given.session(both, { roleLevel: 'BORROWER' });
    expect((await lineOf(both.id))!.lastSeenAt).toBeNull();
    await as(both);
    expect((await lineOf(both.id))!.lastSeenAt).not.toBeNull();
  });

  test('are invited by their owners; who works here already is not', async () => {
    expect(code(await add(newAddress(), asEmployee))).toBe('UNAUTHORIZED');
    expect(fieldErrors(await add(employee.emailAddress.toUpperCase()))).toEqual({
      emailAddress: 'This person is already an employee',
    });
    const mixed = newAddress();
    const first = await add(mixed);
    expect(first.body).toMatchObject({ level: 'EMPLOYEE', status: 'INVITED' });
    // Inviting the same person again finds the same invitation.
    expect(code(await add(mixed.toUpperCase()))).toBe('SENT_RECENTLY');
    const wrong = await add('no address', asOwner, { level: 'ADMIN', isPlatformAdmin: true });
    expect(wrong.status).toBe(400);
  });

  test('an address that is known answers like one that is not', async () => {
    const existing = await server.given.account({ password: PASSWORD });
    const answers = await Promise.all([add(existing.emailAddress), add(newAddress())]);
    const shape = answers.map(({ status, headers, body }) => {
      const { id: _id, emailAddress: _address, invitation, ...rest } = body;
      const { date: _date, 'content-length': _length, ...same } = headers;
      return { status, same, rest, invitation: Object.keys(invitation!) };
    });
    expect(shape[0]).toEqual(shape[1]);
    const times = answers.map(({ body }) => parseInt(body.id.replaceAll('-', '').slice(0, 12), 16));
    // The id contains the time of the invitation, not of an account.
    expect(Math.abs(times[0]! - times[1]!)).toBeLessThan(5000);
    expect((await list()).body.employees.filter(({ status }) => status === 'INVITED')).toHaveLength(
      2,
    );
  });

  test('rate limits hold: one address, and one company, get so many emails an hour', async () => {
    const address = newAddress();
    for (let count = 0; count < 5; count += 1) {
      const { body } = await add(address);
      expect((await remove(body.id)).status).toBe(200);
    }
    expect(code(await add(address))).toBe('SENT_RECENTLY');
    expect((await emailsTo(address)).length).toBeLessThanOrEqual(5);
    await server.owner.query(
      'update cairn.invitation set sends = 100 where company_id = $1 and id = (select max(id::text)::uuid from cairn.invitation where company_id = $1)',
      [company.id],
    );
    expect(code(await add(newAddress()))).toBe('SENT_RECENTLY');
  });

  test('change role and details by their owner; those invited also their name', async () => {
    const changed = await edit(employee.id, { level: 'OWNER', jobTitle: 'Underwriter', phone: '' });
    expect(changed.body).toMatchObject({ level: 'OWNER', jobTitle: 'Underwriter', phone: null });
    expect(await history('employee.levelChanged')).toEqual([
      { employeeId: employee.id, from: 'EMPLOYEE', to: 'OWNER' },
    ]);
    expect(fieldErrors(await edit(employee.id, { givenName: 'Eve' }))).toHaveProperty('givenName');
    const { id } = (await add(newAddress())).body;
    const invited = await edit(id, { givenName: 'Adeline', level: 'OWNER' });
    expect(invited.body).toMatchObject({ id, givenName: 'Adeline', level: 'OWNER' });
    expect((await edit(employee.id, { level: 'BOSS' })).status).toBe(400);
    // The permission takes effect with the role, immediately.
    expect((await add(newAddress(), asEmployee)).status).toBe(200);
  });

  test('an employee cannot change any employee, nor promote themselves', async () => {
    for (const id of [owner.id, employee.id]) {
      expect(code(await edit(id, { level: 'OWNER' }, asEmployee))).toBe('UNAUTHORIZED');
      expect(code(await remove(id, asEmployee))).toBe('UNAUTHORIZED');
    }
    const { id } = (await add(newAddress())).body;
    expect(code(await remove(id, asEmployee))).toBe('UNAUTHORIZED');
    expect(code(await edit(id, { level: 'OWNER' }, asEmployee))).toBe('UNAUTHORIZED');
  });

  test('the last owner stays: neither demoted, removed nor closed, also by two at once', async () => {
    expect(code(await edit(owner.id, { level: 'EMPLOYEE' }))).toBe('LAST_OWNER');
    expect(code(await remove(owner.id))).toBe('LAST_OWNER');
    expect(code(await remove(owner.id, asAdmin))).toBe('NOT_FOUND');
    const closing = await server.call('closeAccount', { body: { userId: owner.id } }, asAdmin);
    expect(code(closing)).toBe('LAST_OWNER');

    for (let count = 0; count < 4; count += 1) {
      const shared = await server.given.company();
      const owners = await Promise.all([
        server.given.employee(shared, { level: 'OWNER' }),
        server.given.employee(shared, { level: 'OWNER' }),
      ]);
      const down = { level: 'EMPLOYEE', companyId: shared.id };
      const answers = await Promise.all(owners.map(({ id }) => edit(id, down, asAdmin)));
      expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409]);
    }
  });

  test('two owners cannot leave the company at the same time by closing their accounts', async () => {
    const second = await server.given.employee(company, { level: 'OWNER' });
    const close = (userId: string) => server.call('closeAccount', { body: { userId } }, asAdmin);
    const answers = await Promise.all([close(owner.id), close(second.id)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('who is removed is out at once, with the roles on loans that came with the work', async () => {
    const phase = await server.given.phase(company);
    const loan = await server.given.loan(phase);
    const borrowed = await server.given.loan(phase);
    await server.given.role(loan, employee, 'UNDERWRITER_LENDER');
    await server.given.role(borrowed, employee, 'BORROWER');
    const open = await server.given.invitation(company, owner, {
      loan: borrowed,
      role: 'UNDERWRITER_LENDER',
      emailAddress: employee.emailAddress,
    });
    expect(await isIn(asEmployee)).toBe(true);
    expect((await remove(employee.id)).body).toEqual({ success: true });
    expect(await isIn(asEmployee)).toBe(false);
    expect(await lineOf(employee.id)).toBeUndefined();
    expect(await history('employee.removed')).toEqual([
      {
        employeeId: employee.id,
        level: 'EMPLOYEE',
        loanRoles: [{ loan_id: loan.id, role: 'UNDERWRITER_LENDER' }],
      },
    ]);
    const again = { token: await server.given.session(employee, { roleLevel: 'BORROWER' }) };
    const roles = await server.call('listPossibleGroupRoles', {}, again);
    expect(roles.body.roles.map(({ roleLevel }) => roleLevel)).toEqual(['BORROWER']);
    const accept = { body: { id: open.id, data: { action: 'ACCEPT' } } } as const;
    expect(code(await server.call('doAction', accept, again))).toBe('INVITATION_OVER');
    // Their name stays in the company's directory, and they can be invited back.
    expect((await add(employee.emailAddress)).status).toBe(200);
  });

  test('of another company answer like missing ones', async () => {
    const other = await server.given.company();
    const foreign = await server.given.employee(other, { level: 'OWNER' });
    const theirs = await server.given.invitation(other, foreign);
    const missing = await edit(randomUUID(), { level: 'OWNER' });
    for (const id of [foreign.id, theirs.id]) {
      expect((await edit(id, { level: 'OWNER' })).text).toBe(missing.text);
      expect((await edit(id, { level: 'OWNER', companyId: other.id })).text).toBe(missing.text);
      expect((await remove(id)).text).toBe(missing.text);
    }
    expect((await list(asOwner, other.id)).text).toBe((await list(asOwner, randomUUID())).text);
  });
});

describe('public details and the secure-upload address', () => {
  const info = (body: object, caller: { token: string }) =>
    server.call('updateEmployeeInfo', { body }, caller);

  test('are a person’s own; borrowers on the same loan see the details, others nothing [R122]', async () => {
    const newDetails = { jobTitle: 'Loan officer', phone: '555-010-0199', introduction: 'Ask me.' };
    expect((await info(newDetails, asEmployee)).body).toMatchObject({
      id: employee.id,
      ...newDetails,
    });
    expect(code(await info({ userId: owner.id, jobTitle: 'Boss' }, asEmployee))).toBe(
      'UNAUTHORIZED',
    );
    expect((await info({ userId: employee.id, jobTitle: null }, asOwner)).body.jobTitle).toBeNull();
    expect((await info({ phone: 'call me' }, asEmployee)).status).toBe(400);

    const borrower = await server.given.account();
    const loan = await server.given.loan(await server.given.phase(company));
    await server.given.role(loan, borrower, 'BORROWER');
    await server.given.role(loan, employee, 'LENDER');
    const stranger = await server.given.account();
    const details = async (account: Account, id: string) =>
      server.call(
        'getEmployeePublicDetails',
        { params: { id } },
        { token: await server.given.session(account, { roleLevel: 'BORROWER' }) },
      );
    const reply = await details(borrower, employee.id);
    expect(reply.body).toMatchObject({ phone: '555-010-0199', company: { id: company.id } });
    expect(reply.text).not.toMatch(/level|uniqueCode|lastSeen/i);
    const hidden = await details(stranger, employee.id);
    expect([hidden.status, hidden.text]).toEqual([
      404,
      (await details(stranger, randomUUID())).text,
    ]);
  });

  test('each employee’s address has an unguessable code of its own, which can be renewed', async () => {
    const url = (query: object, caller: { token: string }) =>
      server.call('getSecureUploadPageUrl', { query: { ...query } }, caller);
    const mine = (await url({}, asEmployee)).body;
    expect(mine.lenderUniqueCode).toMatch(/^[0-9a-f]{32}$/);
    expect(mine.url).toContain(mine.lenderUniqueCode);
    expect((await url({}, asOwner)).body.url).not.toBe(mine.url);
    expect((await url({ userId: employee.id }, asOwner)).body).toEqual(mine);
    const renew = (body: object, caller: { token: string }) =>
      server.call('renewSecureUploadPageUrl', { body }, caller);
    const renewed = (await renew({}, asEmployee)).body;
    expect(renewed.lenderUniqueCode).not.toBe(mine.lenderUniqueCode);
    expect((await url({}, asEmployee)).body).toEqual(renewed);
    expect(code(await renew({ userId: owner.id }, asEmployee))).toBe('UNAUTHORIZED');
    expect((await renew({ userId: employee.id }, asOwner)).status).toBe(200);
  });
});

describe('searching for people', () => {
  const search = (words: string, caller: { token: string }) =>
    server.call('searchUsers', { query: { query: words } }, caller);
  const findIds = async (words: string, caller: { token: string }) =>
    (await search(words, caller)).body.users.map(({ id }) => id);

  test('finds only users whom the caller sees anyway, by name or address', async () => {
    const name = `Q${randomUUID().slice(0, 8)}`;
    const colleague = await server.given.employee(company, { familyName: name });
    const stranger = await server.given.account({ familyName: name });
    const other = await server.given.company();
    await server.given.employee(other, { familyName: name });
    const loan = await server.given.loan(await server.given.phase(company));
    const borrower = await server.given.account({ familyName: name });
    await server.given.role(loan, borrower, 'BORROWER');
    const alone = await server.given.account();
    const asBorrower = {
      token: await server.given.session(borrower, { roleLevel: 'BORROWER' }),
    };
    const asAlone = { token: await server.given.session(alone, { roleLevel: 'BORROWER' }) };

    expect((await findIds(name, asEmployee)).toSorted()).toEqual(
      [colleague.id, borrower.id].toSorted(),
    );
    expect(await findIds(colleague.emailAddress.toUpperCase(), asEmployee)).toEqual([colleague.id]);
    // They find only people on their own loans, not the whole company.
    expect(await findIds(name, asBorrower)).toEqual([borrower.id]);
    expect(await findIds(name, asAlone)).toEqual([]);
    expect(await findIds(name, asAdmin)).toHaveLength(3);
    // A user whom the caller does not see answers like a missing one.
    const existing = await search(stranger.emailAddress, asEmployee);
    const unknown = await search(newAddress(), asEmployee);
    expect([existing.status, existing.text]).toEqual([unknown.status, unknown.text]);
  });

  test('takes wildcard characters literally, and asks for two letters', async () => {
    expect(await findIds('%%', asEmployee)).toEqual([]);
    expect(await findIds('__', asEmployee)).toEqual([]);
    expect((await search('a', asEmployee)).status).toBe(400);
  });
});
