import { startTestServer, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('detail fields are brought to the template’s, values stay [R075]', async () => {
  const { given, owner: database } = server;
  const other = await given.company();
  const employee = await given.employee(other, { level: 'OWNER' });
  const mine = { token: await given.session(employee, { roleLevel: 'LENDER', company: other }) };
  const loan = await given.loan(await given.phase(other), { loanType: 'SBA_7A' });
  const setId = crypto.randomUUID();
  const fieldIds = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  await database.query(
    `insert into cairn.field_set (company_id, id, name, loan_type) values ($1, $2, 'SBA', 'SBA_7A')`,
    [other.id, setId],
  );
  await database.query(
    `insert into cairn.template_field (company_id, id, set_id, group_name, group_order, key, label,
       type, display_order)
     select $1, id, $2, 'Terms', 0, key, label, type, at
     from unnest($3::uuid[], array['rate', 'term', 'ein'], array['Rate', 'Term', 'EIN'],
       array['PERCENT', 'NUMBER', 'TAX_ID'], array[0, 1, 2]) as f (id, key, label, type, at)`,
    [other.id, setId, fieldIds],
  );
  const params = { loanId: loan.id };
  const first = await server.call('syncLoanDetails', { params }, mine);
  expect(first.body).toMatchObject({
    added: 2,
    changed: 0,
    groups: [{ name: 'Terms', fields: [{ name: 'Rate' }, { name: 'Term' }] }],
  });
  const [rate] = first.body.groups[0]!.fields;
  const values = [{ fieldId: rate!.id, version: rate!.version, value: '7.25' }];
  await server.call('setLoanDetailValues', { params, body: { values } }, mine);
  await database.query(`update cairn.template_field set label = 'Interest rate' where id = $1`, [
    fieldIds[0],
  ]);
  const second = await server.call('syncLoanDetails', { params }, mine);
  expect(second.body).toMatchObject({
    added: 0,
    changed: 1,
    groups: [
      { fields: [{ id: rate!.id, name: 'Interest rate', value: '7.25' }, { name: 'Term' }] },
    ],
  });
});

test('a loan’s field says what the template says of it, and a required value cannot be emptied', async () => {
  const { given, owner: database } = server;
  const company = await given.company();
  const employee = await given.employee(company, { level: 'OWNER' });
  const mine = { token: await given.session(employee, { roleLevel: 'LENDER', company }) };
  const loan = await given.loan(await given.phase(company));
  const [setId, fieldId] = [crypto.randomUUID(), crypto.randomUUID()];
  await database.query(
    `insert into cairn.field_set (company_id, id, name, loan_type) values ($1, $2, 'Terms', null)`,
    [company.id, setId],
  );
  await database.query(
    `insert into cairn.template_field (company_id, id, set_id, group_name, group_order, key, label,
       type, required, help, display_order)
     values ($1, $2, $3, 'Terms', 0, 'rate', 'Rate', 'PERCENT', true, 'As in the loan agreement.', 0)`,
    [company.id, fieldId, setId],
  );
  const params = { loanId: loan.id };
  await server.call('syncLoanDetails', { params }, mine);
  await server.call(
    'addLoanDetails',
    { params, body: { fields: [{ name: 'Referred by', type: 'TEXT' }] } },
    mine,
  );
  const { body } = await server.call('getLoanDetails', { params }, mine);
  const rate = body.groups[0]!.fields[0]!;
  const own = body.fields[0]!;
  expect(rate).toMatchObject({ required: true, help: 'As in the loan agreement.' });
  expect(own).toMatchObject({ required: false, help: null });

  const save = ({ id, version }: typeof rate, value: string | null) =>
    server.call(
      'setLoanDetailValues',
      { params, body: { values: [{ fieldId: id, version, value }] } },
      mine,
    );
  // A missing value is not an error: there is nothing to remove.
  expect((await save(rate, null)).status).toBe(200);
  expect((await save({ ...rate, version: 1 }, '7.25')).status).toBe(200);
  expect((await save({ ...rate, version: 2 }, ' ')).body).toMatchObject({
    code: 'INVALID_REQUEST',
    fieldErrors: { 'values.0.value': 'Required' },
  });
  expect((await save(own, 'Ines')).status).toBe(200);
  expect((await save({ ...own, version: 1 }, null)).status).toBe(200);
});
