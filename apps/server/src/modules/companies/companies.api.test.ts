import { applicationRolesOf } from '@cairn/contract';
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
  northgate = await given.company({ name: 'Northgate Bank', subdomain: 'northgate' });
  fairhaven = await given.company({ name: 'Fairhaven Credit Union', subdomain: 'fairhaven' });
  dana = await given.employee(northgate, { level: 'OWNER', familyName: 'Whitfield' });
  const staff = { roleLevel: 'LENDER', company: northgate } as const;
  owner = await given.session(dana, staff);
  employee = await given.session(await given.employee(northgate, { familyName: 'Ames' }), staff);
  admin = await given.session(await given.account({ platformAdmin: true }), {
    roleLevel: 'ADMIN',
  });
  const elena = await given.account();
  const loan = await given.loan(await given.phase(northgate));
  await given.role(loan, elena, 'LEAD_BORROWER');
  borrower = await given.session(elena, { roleLevel: 'BORROWER' });
});
afterAll(() => server.stop());

const update = (body: object, token = owner, company = northgate) =>
  server.call('updateCompany', { params: { companyId: company.id }, body }, { token });
const details = async (token = owner, company = northgate) =>
  (await server.call('getCompanyDetails', { params: { id: company.id } }, { token })).body;

describe('a company', () => {
  test('has id, name, employees, logo, subdomain, plan, application roles and template [R121]', async () => {
    const params = { companyId: northgate.id };
    const { body } = await server.call('getCompany', { params }, { token: employee });
    expect(body).toEqual({
      id: northgate.id,
      name: 'Northgate Bank',
      subdomain: 'northgate',
      logo: null,
      employees: [
        expect.objectContaining({ familyName: 'Ames' }),
        { id: dana.id, givenName: dana.givenName, familyName: 'Whitfield' },
      ],
      loanPlans: [{ name: 'Standard', maximumActiveLoans: null, features: [], activeLoans: 1 }],
      applicationRoles: [
        {
          label: 'APPLICANT',
          name: 'Borrower',
          offered: true,
          kinds: ['COMPANY', 'INDIVIDUAL', 'TRUST'],
        },
        {
          label: 'PRIMARY_OPERATION_COMPANY',
          name: 'Operating company',
          offered: true,
          kinds: ['COMPANY'],
        },
        { label: 'EPC', name: 'Property owner', offered: true, kinds: ['COMPANY', 'TRUST'] },
        {
          label: 'GUARANTOR',
          name: 'Guarantor',
          offered: true,
          kinds: ['INDIVIDUAL', 'COMPANY', 'TRUST'],
        },
      ],
      excelTemplateId: null,
    });
  });

  test('shows a borrower what it shows of itself, and a stranger nothing', async () => {
    const reply = await server.call(
      'getCompany',
      { params: { companyId: northgate.id } },
      { token: borrower },
    );
    expect(reply.body).toMatchObject({
      name: 'Northgate Bank',
      employees: null,
      loanPlans: null,
      applicationRoles: null,
    });
    const foreign = await server.call(
      'getCompany',
      { params: { companyId: fairhaven.id } },
      { token: borrower },
    );
    const platform = await server.call(
      'getCompany',
      { params: { companyId: '00000000-0000-0000-0000-000000000000' } },
      { token: admin },
    );
    expect([foreign.status, platform.status]).toEqual([404, 404]);
  });

  test('its plan says how many loans are under way, without the archive', async () => {
    const company = await server.given.company({
      plan_name: 'Community',
      plan_max_active_loans: 250,
      plan_features: ['Applications'],
    });
    const token = await server.given.session(await server.given.employee(company), {
      roleLevel: 'LENDER',
      company,
    });
    const plan = async () =>
      (await server.call('getLoanPlan', { params: { companyId: company.id } }, { token })).body;
    expect(await plan()).toMatchObject({ activeLoans: 0 });
    const phase = await server.given.phase(company);
    await server.given.loan(phase);
    await server.given.loan(phase);
    await server.given.loan(await server.given.phase(company, { category: 'ARCHIVE' }));
    expect(await plan()).toEqual({
      name: 'Community',
      maximumActiveLoans: 250,
      features: ['Applications'],
      activeLoans: 2,
    });
  });
});

describe('the list of companies', () => {
  const list = async (query: object, token = admin) =>
    (await server.call('listCompanies', { query: query as never }, { token })).body;

  test('is an administrator’s to search and to page, by name [R117]', async () => {
    for (const name of [
      'Zephyr 100% Lending',
      'alder bank',
      'Birch_Bank',
      'Birch Bank',
      'birch bank',
    ]) {
      await server.given.company({ name });
    }
    const names: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({
        limit: 2,
        search: 'B',
        ...(cursor && { cursor }),
      });
      expect(page.companies.length).toBeLessThanOrEqual(2);
      names.push(...page.companies.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => /birch.bank/i.test(name))).toHaveLength(3);
    expect(names).toEqual(names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    expect(names).not.toContain('Platform');
    const literally = async (search: string) =>
      (await list({ search })).companies.map(({ name }) => name);
    expect(await literally('0%')).toEqual(['Zephyr 100% Lending']);
    expect(await literally('h_b')).toEqual(['Birch_Bank']);
    expect(await literally('FAIRHA')).toEqual(['Fairhaven Credit Union']);
  });

  test('is a lender’s own company, and not a borrower’s [R117]', async () => {
    expect((await list({}, employee)).companies.map(({ id }) => id)).toEqual([northgate.id]);
    expect((await list({ search: 'Fairhaven' }, employee)).companies).toEqual([]);
    expect((await server.call('listCompanies', {}, { token: borrower })).status).toBe(403);
  });

  test('takes no cursor but its own', async () => {
    for (const cursor of ['x', Buffer.from('["a"]').toString('base64url')]) {
      const answer = await server.call('listCompanies', { query: { cursor } }, { token: admin });
      expect(answer.status).toBe(400);
    }
  });

  test('a borrower has the companies of their loans, by the logged role', async () => {
    const { body } = await server.call('listCompaniesForBorrower', {}, { token: borrower });
    expect(body.companies.map(({ name }) => name)).toEqual(['Northgate Bank']);
    const ours = await server.call('listCompaniesForBorrower', {}, { token: owner });
    expect(ours.body.companies).toEqual([]);
  });
});

describe('changing a company', () => {
  test('changes what was sent; two people at once keep both', async () => {
    const company = await server.given.company({ name: 'Before' });
    const own = await server.given.session(
      await server.given.employee(company, { level: 'OWNER' }),
      { roleLevel: 'LENDER', company },
    );
    const answers = await Promise.all([
      update({ name: 'After' }, own, company),
      update({ settings: { passwordExpiryDays: 90 } }, admin, company),
      update({ settings: { quietHours: { from: '21:00', until: '07:30' } } }, own, company),
      update({ settings: { fourEyesApproval: true } }, admin, company),
      update({ settings: { timezoneId: 'America/Denver' } }, own, company),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await details(own, company)).toEqual({
      id: company.id,
      name: 'After',
      subdomain: null,
      logo: null,
      settings: {
        fourEyesApproval: true,
        passwordExpiryDays: 90,
        quietHours: { from: '21:00', until: '07:30' },
        timezoneId: 'America/Denver',
        applicationRoles: applicationRolesOf({}),
      },
      abilities: { edit: true },
    });
    const cleared = { passwordExpiryDays: null, quietHours: null, timezoneId: null };
    const { body } = await update({ settings: cleared }, own, company);
    expect(body.settings).toMatchObject({ fourEyesApproval: true, ...cleared });
    const { rows } = await server.owner.query<{ kind: string }>(
      `select kind from cairn.audit_entry where company_id = $1`,
      [company.id],
    );
    expect(rows).toEqual(Array.from({ length: 6 }, () => ({ kind: 'company.changed' })));
  });

  test('is an owner’s and an administrator’s, not an employee’s nor another company’s', async () => {
    expect((await update({ name: 'Mine' }, employee)).status).toBe(403);
    expect((await update({ name: 'Mine' }, owner, fairhaven)).status).toBe(404);
    expect((await update({ name: 'Mine' }, borrower)).status).toBe(403);
    expect((await details(employee)).abilities).toEqual({ edit: false });
    expect((await details(admin)).name).toBe('Northgate Bank');
  });

  test('says which field is wrong, and changes nothing then [R265] [R266]', async () => {
    const before = await details();
    const wrong: [object, string, string][] = [
      [{ name: ' ' }, 'name', 'Required'],
      [{ name: 'x'.repeat(256) }, 'name', 'Must be at most 255 characters'],
      [{ subdomain: 'a' }, 'subdomain', 'Use 3 to 63 letters, digits and hyphens'],
      [{ subdomain: '-north-' }, 'subdomain', 'Use 3 to 63 letters, digits and hyphens'],
      [{ subdomain: 'fairhaven' }, 'subdomain', 'This subdomain is taken. Choose another'],
      [{ subdomain: 'www' }, 'subdomain', 'This subdomain is taken. Choose another'],
      [
        { settings: { passwordExpiryDays: 0 } },
        'settings.passwordExpiryDays',
        'Must be at least 1 day',
      ],
      [
        { settings: { quietHours: { from: '25:00', until: '07:00' } } },
        'settings.quietHours.from',
        'Enter a time, like 21:30',
      ],
      [
        { settings: { quietHours: { from: '07:00', until: '07:00' } } },
        'settings.quietHours.until',
        'Must differ from the beginning',
      ],
      [
        { name: 'Not kept', settings: { timezoneId: 'Mars/Olympus' } },
        'settings.timezoneId',
        'Choose a time zone from the list',
      ],
    ];
    for (const [body, field, why] of wrong) {
      const answer = await update(body);
      expect([answer.status, answer.body]).toMatchObject([400, { fieldErrors: { [field]: why } }]);
    }
    expect(await details()).toEqual(before);
  });

  test('takes no field that only a reply has', async () => {
    const everything = { ...(await details()), plan_name: 'Free', planName: 'Free', loanPlan: {} };
    for (const [field, value] of Object.entries(everything)) {
      if (['name', 'subdomain', 'settings', 'logo'].includes(field)) continue;
      expect([field, (await update({ [field]: value })).status]).toEqual([field, 400]);
    }
    const phase = { lenderId: northgate.id, name: 'X', category: 'LEAD' as const };
    for (const field of ['loanCount', 'company_id', 'companyId']) {
      const answer = await server.call(
        'savePhases',
        { body: [{ ...phase, [field]: 1 }] as never },
        { token: owner },
      );
      expect(answer.status).toBe(400);
    }
  });

  test('two companies cannot have one subdomain, also when both ask at once', async () => {
    const [one, other] = [await server.given.company(), await server.given.company()];
    const answers = await Promise.all(
      [one, other].map((company) => update({ subdomain: 'Harbor' }, admin, company)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
    const refused = answers.find(({ status }) => status === 400)!;
    expect(refused.body).toMatchObject({ fieldErrors: { subdomain: expect.any(String) } });
  });
});

describe('whether a subdomain is used', () => {
  const ask = (subdomain: string, token = admin) =>
    server.call('isSubdomainUsed', { params: { subdomain } }, { token });
  const besides = (subdomain: string, token = owner, company = northgate) =>
    server.call(
      'isSubdomainUsedByOthers',
      { params: { subdomain, companyId: company.id } },
      { token },
    );

  test('is asked of the server, if need be without the company itself [R126]', async () => {
    expect((await ask('Northgate')).body).toEqual({ used: true });
    expect((await ask('northgate-east')).body).toEqual({ used: false });
    expect((await ask('api')).body).toEqual({ used: true });
    expect((await besides('northgate')).body).toEqual({ used: false });
    expect((await besides('fairhaven')).body).toEqual({ used: true });
  });

  test('is not shown to users who cannot set one', async () => {
    for (const token of [owner, employee, borrower]) {
      expect((await ask('fairhaven', token)).status).toBe(403);
    }
    expect((await besides('fairhaven', employee)).status).toBe(403);
    expect((await besides('fairhaven', owner, fairhaven)).status).toBe(404);
    expect((await besides('fairhaven', admin, fairhaven)).body).toEqual({ used: false });
  });
});
