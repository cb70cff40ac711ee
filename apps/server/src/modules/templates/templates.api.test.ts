import { startTestServer, type Account, type Company, type TestServer } from '@cairn/testing';
import { file, templateSteps } from '@cairn/testing/template-steps';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../../platform/db/migrate.ts';

let server: TestServer;
let company: Company;
let owner: Account;
let token: string;
let reader: string;
let admin: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company({ name: 'Northgate Bank' });
  owner = await server.given.employee(company, { level: 'OWNER' });
  token = await server.given.session(owner, { roleLevel: 'LENDER', company });
  const employee = await server.given.employee(company);
  reader = await server.given.session(employee, { roleLevel: 'LENDER', company });
  const platform = await server.given.account({ platformAdmin: true });
  admin = await server.given.session(platform, { roleLevel: 'ADMIN' });
});
afterAll(async () => {
  const { connectionString } = server.owner.options;
  expect(await violations(connectionString!)).toEqual([]);
  await server.stop();
});

const { add, elementsOf, make, publish } = templateSteps(() => ({ server, token }));

describe('a template', () => {
  test('has the fields of the specification; empty types are null [R093] [R094]', async () => {
    const { status, body } = await server.call(
      'createTemplate',
      { body: { name: ' SBA 7(a) ', loanType: '', entityType: '' } },
      { token },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'SBA 7(a)',
      company: company.id,
      blockType: 'LOAN',
      loanType: null,
      entityType: null,
      entityTypeLinks: [],
      publishedVersion: 0,
      abilities: { edit: true },
    });
  });

  test('takes no placeholder for a type [R267] [R268]', async () => {
    for (const field of ['loanType', 'entityType']) {
      const answer = await server.call(
        'createTemplate',
        { body: { name: 'X', [field]: 'INVALID' } },
        { token },
      );
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        fieldErrors: { [field]: expect.stringMatching(/^Choose/) },
      });
    }
  });

  test('has a block for each kind of entity that it is linked to', async () => {
    const linked = await make({ entityTypeLinks: ['COMPANY', 'INDIVIDUAL'] });
    expect(linked.entityTypeLinks).toEqual(['COMPANY', 'INDIVIDUAL']);
    const { elements } = await elementsOf(linked.id);
    expect(elements.map(({ blockType, evaluatedTitle }) => [blockType, evaluatedTitle])).toEqual([
      ['COMPANY', 'Business name'],
      ['INDIVIDUAL', 'Individual name'],
    ]);
    await add(linked.id, file('Return', { parentId: elements[0]!.templateElementId }));
    const { template } = await elementsOf(linked.id);
    const change = (entityTypeLinks: ('ASSET' | 'COMPANY')[]) =>
      server.call(
        'updateTemplate',
        { body: { id: linked.id, revision: template.revision, entityTypeLinks } },
        { token },
      );
    expect((await change(['ASSET'])).status).toBe(400);
    expect((await change(['COMPANY', 'ASSET'])).body.entityTypeLinks).toEqual(['ASSET', 'COMPANY']);
  });

  test('an administrator who names no company is shown the newest, and that there are more', async () => {
    const many = await server.given.company();
    const by = await server.given.employee(many, { level: 'OWNER' });
    await server.owner.query(
      `insert into cairn.template (company_id, id, name, block_type, created_by, modified_by)
       select $1, uuidv7(), 'Template ' || n, 'LOAN', $2, $2 from generate_series(1, 501) n`,
      [many.id, by.id],
    );
    const operator = await server.given.account({ platformAdmin: true });
    const asOperator = { token: await server.given.session(operator, { roleLevel: 'ADMIN' }) };
    const { body } = await server.call('listTemplates', {}, asOperator);
    expect(body.templates.LOAN).toHaveLength(500);
    expect(body.hasMore).toBe(true);
  });

  test('is listed by block, in natural order of names [R096] [R254]', async () => {
    const own = await server.given.company();
    const boss = await server.given.employee(own, { level: 'OWNER' });
    const as = { token: await server.given.session(boss, { roleLevel: 'LENDER', company: own }) };
    for (const name of ['Loan 10', 'loan 9', 'Loan 1']) {
      await server.call('createTemplate', { body: { name } }, as);
    }
    const trust = { name: 'Family trust', blockType: 'TRUST', loanType: 'SBA_504' } as const;
    await server.call('createTemplate', { body: trust }, as);
    const { body } = await server.call('listTemplates', {}, as);
    expect(Object.keys(body.templates)).toEqual([
      'LOAN',
      'COMPANY',
      'INDIVIDUAL',
      'TRUST',
      'ASSET',
    ]);
    expect(body.templates.LOAN.map(({ name }) => name)).toEqual(['Loan 1', 'loan 9', 'Loan 10']);
    const of504 = await server.call('listTemplates', { query: { loanType: 'SBA_504' } }, as);
    expect(
      Object.values(of504.body.templates)
        .flat()
        .map(({ name }) => name),
    ).toEqual(['Family trust']);
    const byAdmin = await server.call(
      'listTemplates',
      { query: { companyId: own.id } },
      { token: admin },
    );
    expect(Object.values(byAdmin.body.templates).flat()).toHaveLength(4);
  });

  test('is the first version’s loan template too [R094]', async () => {
    const created = await server.call(
      'createLoanTemplate',
      { body: { name: 'Old face', loanType: 'SBA_7A', entityType: null } },
      { token },
    );
    expect(created.body).toMatchObject({ loanType: 'SBA_7A', entityType: null });
    const { id } = created.body;
    const changed = await server.call(
      'updateLoanTemplate',
      { params: { id }, body: { loanType: '', entityType: 'LLC' } },
      { token },
    );
    expect(changed.body).toMatchObject({ name: 'Old face', loanType: null, entityType: 'LLC' });
    const got = await server.call('getLoanTemplate', { params: { id } }, { token: reader });
    expect(got.body).toEqual(changed.body);
    expect((await elementsOf(id)).template).toMatchObject({ name: 'Old face', entityType: 'LLC' });
    const trust = await make({ blockType: 'TRUST' });
    expect(
      (await server.call('getLoanTemplate', { params: { id: trust.id } }, { token })).status,
    ).toBe(404);
  });

  test('changes only for who saw its newest state', async () => {
    const { id, revision } = await make();
    const rename = (name: string) =>
      server.call('updateTemplate', { body: { id, revision, name } }, { token });
    expect((await rename('One')).status).toBe(200);
    const late = await rename('Other');
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ code: 'CONFLICT' });
    expect((await elementsOf(id)).template.name).toBe('One');
  });
});

describe('who may', () => {
  test('the owner writes, colleagues read, an administrator names a company [R015]', async () => {
    const { id } = await make();
    const read = await server.call('listTemplateElements', { params: { id } }, { token: reader });
    expect(read.body.template.abilities).toEqual({ edit: false });
    const mayCreate = async (as: string) =>
      (await server.call('listTemplates', {}, { token: as })).body.abilities.create;
    expect([await mayCreate(token), await mayCreate(reader), await mayCreate(admin)]).toEqual([
      true,
      false,
      true,
    ]);
    const refused = await server.call('createTemplate', { body: { name: 'X' } }, { token: reader });
    expect(refused.body).toMatchObject({ code: 'UNAUTHORIZED' });
    const nowhere = await server.call('createTemplate', { body: { name: 'X' } }, { token: admin });
    expect(nowhere.body).toMatchObject({ fieldErrors: { company: 'Choose a company' } });
    const reply = await server.call(
      'createTemplate',
      { body: { name: 'By the platform', company: company.id } },
      { token: admin },
    );
    expect(reply.body.company).toBe(company.id);
  });
});

test('the type maps come under nine names [R095]', async () => {
  const { body } = await server.call('listTemplateTypes', {}, { token: reader });
  expect(Object.keys(body)).toEqual([
    'block',
    'loanView',
    'location',
    'entityModifier',
    'namingStrategy',
    'priority',
    'sherpaEntity',
    'storage',
    'elementModifier',
  ]);
  expect(body.elementModifier).toHaveLength(24);
  expect(body.block.map(({ value }) => value)).toEqual([
    'LOAN',
    'COMPANY',
    'INDIVIDUAL',
    'TRUST',
    'ASSET',
  ]);
});

test('everything done to a template is in the record, and for the staff only', async () => {
  const { id } = await make();
  await add(id, file('A secret title'));
  await publish(id);
  const { rows } = await server.owner.query(
    `select a.kind, a.actor_id, a.detail::text, e.staff_only, e.changes
     from cairn.audit_entry a join cairn.event e on e.id = a.id
     where a.detail->>'templateId' = $1 order by a.position`,
    [id],
  );
  expect(rows.map(({ kind }) => kind)).toEqual([
    'template.created',
    'template.elementsCreated',
    'template.published',
  ]);
  for (const row of rows) {
    expect(row).toMatchObject({ actor_id: owner.id, staff_only: true });
    expect(row.changes).toContain('templateElement');
    expect(row.detail).not.toContain('secret');
  }
});
