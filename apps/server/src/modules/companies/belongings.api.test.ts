/** Data of a company: subroles, the spreadsheet template, and the rule for passwords. */
import { startTestServer, type Account, type Company, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let northgate: Company;
let fairhaven: Company;
let dana: Account;
let owner: string;
let employee: string;
let admin: string;
let borrower: string;

beforeAll(async () => {
  server = await startTestServer();
  const { given } = server;
  northgate = await given.company();
  fairhaven = await given.company();
  dana = await given.employee(northgate, { level: 'OWNER' });
  const staff = { roleLevel: 'LENDER', company: northgate } as const;
  owner = await given.session(dana, staff);
  employee = await given.session(await given.employee(northgate), staff);
  const robin = await given.account({ platformAdmin: true });
  admin = await given.session(robin, { roleLevel: 'ADMIN' });
  const elena = await given.account();
  await given.role(await given.loan(await given.phase(northgate)), elena, 'LEAD_BORROWER');
  borrower = await given.session(elena, { roleLevel: 'BORROWER' });
});
afterAll(() => server.stop());

describe('contact sub-roles', () => {
  const save = (body: object, token = owner) =>
    server.call('saveSubrole', { body: body as never }, { token });
  const list = async (token = owner) =>
    (await server.call('listSubroles', { params: { id: northgate.id } }, { token })).body.subroles;

  test('belong to a company, each name once [R123]', async () => {
    const { body } = await save({ companyId: northgate.id, name: ' Title officer ' });
    expect(body).toMatchObject({ companyId: northgate.id, name: 'Title officer' });
    await save({ companyId: northgate.id, name: 'Accountant' });
    expect((await list(employee)).map(({ name }) => name)).toEqual(['Accountant', 'Title officer']);
    const twice = await save({ companyId: northgate.id, name: 'ACCOUNTANT' });
    expect(twice.body).toMatchObject({
      fieldErrors: { name: 'A sub-role with this name already exists' },
    });
    await server.given.subrole(fairhaven, 'Accountant');
    expect(await list()).toHaveLength(2);
  });

  test('are renamed by their id, and only in their company', async () => {
    const [first] = await list();
    const renamed = await save({ companyId: northgate.id, id: first!.id, name: 'CPA' });
    expect(renamed.body).toEqual({ ...first, name: 'CPA' });
    const foreign = await server.given.subrole(fairhaven, 'Surveyor');
    const answer = await save({ companyId: northgate.id, id: foreign.id, name: 'Mine' });
    expect(answer.status).toBe(404);
    expect((await save({ companyId: northgate.id, name: 'X' }, employee)).status).toBe(403);
    expect((await save({ companyId: fairhaven.id, name: 'X' })).status).toBe(404);
    expect((await save({ companyId: northgate.id, name: '' })).body).toMatchObject({
      fieldErrors: { name: 'Required' },
    });
  });
});

describe('the spreadsheet template', () => {
  const set = (docId: string, token = owner) =>
    server.call('setExcelTemplateId', { params: { id: northgate.id, docId } }, { token });
  const get = async (token = owner) =>
    (await server.call('getExcelTemplateId', { params: { id: northgate.id } }, { token })).body;

  /** A file of the company itself, uploaded without a loan. */
  async function upload(name: string, token = owner) {
    const content = Buffer.from('PK a spreadsheet');
    const { body } = await server.call(
      'getUploadUrl',
      { query: { name, size: content.length, companyId: northgate.id } },
      { token },
    );
    await fetch(body.uploadUrl, {
      method: 'PUT',
      headers: body.headers,
      body: new Uint8Array(content),
    });
    return server.call(
      'createDocument',
      { body: { name, size: content.length, key: body.key, companyId: northgate.id } },
      { token },
    );
  }

  test('is a file of the company, uploaded without a loan', async () => {
    expect(await get()).toEqual({ excelTemplateId: null, name: null, virusScanState: null });
    const { body: file } = await upload('Sources and uses.xlsx');
    expect(file).toMatchObject({ loanId: null, virusScanState: 'PENDING' });
    const template = {
      excelTemplateId: file.id,
      name: 'Sources and uses.xlsx',
      virusScanState: 'PENDING',
    };
    expect((await set(file.id)).body).toEqual(template);
    expect(await get(employee)).toEqual(template);
    // No call returns it to a user outside the staff.
    const reply = await server.call(
      'getDocumentWithDownloadUrl',
      { params: { id: file.id } },
      { token: borrower },
    );
    expect(reply.status).toBe(404);
  });

  test('is also an administrator’s to set, and to replace [R020]', async () => {
    const { body: first } = await upload('Sources and uses 2026.xlsx', admin);
    const { body: second } = await upload('Sources and uses 2027.xlsx', admin);
    expect((await set(first.id, admin)).body.excelTemplateId).toBe(first.id);
    expect((await set(second.id, admin)).body.excelTemplateId).toBe(second.id);
    const company = await server.call(
      'getCompany',
      { params: { companyId: northgate.id } },
      { token: admin },
    );
    expect(company.body.excelTemplateId).toBe(second.id);
    expect((await set(first.id, employee)).status).toBe(403);
    expect((await get(admin)).name).toBe('Sources and uses 2027.xlsx');
  });

  test('must be a spreadsheet, of this company, without a virus', async () => {
    const phase = await server.given.phase(fairhaven);
    const foreign = await server.given.document(await server.given.loan(phase), dana, {
      name: 'foreign.xlsx',
    });
    const loan = await server.given.loan(await server.given.phase(northgate));
    const infected = await server.given.document(loan, dana, {
      name: 'bad.xlsx',
      state: 'INFECTED',
    });
    const word = await server.given.document(loan, dana, { name: 'letter.docx' });
    expect((await set(foreign.id)).status).toBe(404);
    expect((await set(infected.id)).body).toMatchObject({ code: 'FILE_NOT_CLEAN' });
    expect((await set(word.id)).body).toMatchObject({ code: 'FILE_INVALID_TYPE' });
    expect((await set(word.id, employee)).status).toBe(403);
  });

  test('is no file of a loan or of an employee’s shoebox, and none that was removed', async () => {
    const loan = await server.given.loan(await server.given.phase(northgate));
    const { id } = await server.given.document(loan, dana, { name: 'Appraisal.xlsx' });
    const change = (what: string, value: unknown) =>
      server.owner.query(`update cairn.document set ${what} = $2 where id = $1`, [id, value]);
    expect((await set(id)).status).toBe(404);
    await change('loan_id', null);
    await change('private_to', dana.id);
    expect((await set(id)).status).toBe(404);
    await change('private_to', null);
    await change('removed_at', new Date());
    expect((await set(id)).status).toBe(404);
    await change('removed_at', null);
    expect((await set(id)).status).toBe(200);
  });

  test('only who runs the company uploads to it', async () => {
    const query = { name: 'x.xlsx', size: 10, companyId: northgate.id };
    const replies = await Promise.all(
      [employee, borrower].map((token) => server.call('getUploadUrl', { query }, { token })),
    );
    expect(replies.map(({ status }) => status)).toEqual([403, 403]);
    const none = { name: 'x.xlsx', size: 10 };
    const nowhere = await server.call('getUploadUrl', { query: none }, { token: borrower });
    expect(nowhere.body).toMatchObject({ fieldErrors: { loanId: 'Required' } });
    const foreign = { ...none, companyId: fairhaven.id };
    const elsewhere = await server.call('getUploadUrl', { query: foreign }, { token: owner });
    expect(elsewhere.status).toBe(404);
  });
});

describe('passwords of a company’s people', () => {
  const PASSWORD = 'three stones and a trail';
  const login = (account: Account) =>
    server.call('login', { body: { username: account.emailAddress, password: PASSWORD } });
  const update = (body: object, token: string, company: Company) =>
    server.call('updateCompany', { params: { companyId: company.id }, body }, { token });
  const age = (account: Account, days: number) =>
    server.owner.query(
      'update cairn.credential set changed_at = now() - make_interval(days => $2) where account_id = $1',
      [account.id, days],
    );

  test('expire after so many days, if the company says so [R260]', async () => {
    const company = await server.given.company();
    const hired = await server.given.employee(company, { password: PASSWORD });
    const friend = await server.given.account({ password: PASSWORD });
    await Promise.all([age(hired, 90), age(friend, 900)]);
    expect((await login(hired)).status).toBe(200);
    await update({ settings: { passwordExpiryDays: 90 } }, admin, company);
    const refused = await login(hired);
    expect(refused.status).toBe(401);
    expect(refused.headers['password-expired']).toBe('true');
    expect((await login(friend)).status).toBe(200);
    const fresh = await server.call('newPassword', {
      body: {
        username: hired.emailAddress,
        oldPassword: PASSWORD,
        newPassword: 'granite under the north path',
      },
    });
    expect(fresh.status).toBe(200);
    await server.owner.query(
      'update cairn.credential set password_hash = (select password_hash from cairn.credential where account_id = $2) where account_id = $1',
      [hired.id, friend.id],
    );
    expect((await login(hired)).status).toBe(200);
    await age(hired, 89);
    expect((await login(hired)).status).toBe(200);
  });

  test('a stranger who guesses learns nothing of it', async () => {
    const company = await server.given.company();
    const hired = await server.given.employee(company, { password: PASSWORD });
    await age(hired, 400);
    await update({ settings: { passwordExpiryDays: 30 } }, admin, company);
    const guess = await server.call('login', {
      body: { username: hired.emailAddress, password: 'not the password' },
    });
    expect(guess.body).toMatchObject({ code: 'WRONG_PASSWORD' });
    expect(guess.headers['password-expired']).toBeUndefined();
  });
});
