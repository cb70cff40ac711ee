import { startTestServer, type Company, type Loan, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let loan: Loan;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company();
  loan = await server.given.loan(await server.given.phase(company));
  const owner = await server.given.employee(company, { level: 'OWNER' });
  token = await server.given.session(owner, { roleLevel: 'LENDER', company });
});
afterAll(() => server.stop());

const params = () => ({ loanId: loan.id });

test('fields and groups come sorted by displayOrder [R073] [R074]', async () => {
  const { call } = server;
  const { status, body } = await call(
    'addLoanDetails',
    {
      params: params(),
      body: {
        fields: [
          { name: 'Referred by', type: 'TEXT', displayOrder: 9 },
          { name: 'SBA loan number', type: 'TEXT', displayOrder: 2 },
        ],
        groups: [
          { name: 'Collateral', displayOrder: 20, fields: [] },
          {
            name: 'Terms',
            displayOrder: 10,
            fields: [
              { name: 'Rate', type: 'PERCENT', displayOrder: 12 },
              {
                name: 'Kind of rate',
                type: 'CHOICE',
                choices: ['Fixed', 'Variable'],
                displayOrder: 11,
              },
            ],
          },
        ],
      },
    },
    { token },
  );
  expect(status).toBe(200);
  expect(body.fields.map(({ name }) => name)).toEqual(['SBA loan number', 'Referred by']);
  expect(body.groups.map(({ name, fields }) => [name, fields.map((each) => each.name)])).toEqual([
    ['Terms', ['Kind of rate', 'Rate']],
    ['Collateral', []],
  ]);
  const again = await call('getLoanDetails', { params: params() }, { token });
  expect(again.body).toEqual(body);
});

test('values are checked by type and set all or none; an older version is refused', async () => {
  const { call } = server;
  const { body } = await call('getLoanDetails', { params: params() }, { token });
  const [kind, rate] = body.groups[0]!.fields;
  const putValues = (values: object[]) =>
    call('setLoanDetailValues', { params: params(), body: { values } as never }, { token });

  const wrong = await putValues([
    { fieldId: kind!.id, version: 0, value: 'Fixed' },
    { fieldId: rate!.id, version: 0, value: 'six' },
  ]);
  expect(wrong.body).toMatchObject({
    fieldErrors: { 'values.1.value': 'Enter a number, like 6.25' },
  });
  const saved = await putValues([
    { fieldId: kind!.id, version: 0, value: 'Fixed' },
    { fieldId: rate!.id, version: 0, value: '6.25 %' },
  ]);
  expect(saved.body.groups[0]!.fields.map(({ value, version }) => [value, version])).toEqual([
    ['Fixed', 1],
    ['6.25', 1],
  ]);
  const both = await Promise.all([
    putValues([{ fieldId: rate!.id, version: 1, value: '7' }]),
    putValues([{ fieldId: rate!.id, version: 1, value: '8' }]),
  ]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 409,
  ]);
});

test('a field of another loan, or of another company, is not there', async () => {
  const { given, call } = server;
  const mine = await given.detailField(loan, 'Mine');
  const foreign = await given.loan(await given.phase(await given.company()));
  for (const other of [await given.loan(await given.phase(company)), foreign]) {
    const theirs = await given.detailField(other, 'Theirs');
    const values = [mine, theirs].map((fieldId) => ({ fieldId, version: 0, value: 'x' }));
    const { status } = await call(
      'setLoanDetailValues',
      { params: params(), body: { values } },
      { token },
    );
    expect(status).toBe(404);
  }
  const { body } = await call('getLoanDetails', { params: params() }, { token });
  expect(body.fields.find(({ id }) => id === mine)!.value).toBeNull();
});
