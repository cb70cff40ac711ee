/** Whether an individual may become the invited person's own: not if the lender has filled it in. */
import { startTestServer, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('what an employee wrote about an individual stays the lender’s after the employee has left', async () => {
  const { given, owner } = server;
  const company = await given.company();
  const boss = await given.employee(company, { level: 'OWNER' });
  const dana = await given.employee(company);
  const loan = await given.loan(await given.phase(company));
  const elena = await given.account();
  await given.role(loan, elena, 'BORROWER');
  const write = async (individual: string, version: number, by: string) =>
    owner.query(
      `insert into cairn.entity_information (company_id, entity_id, version, fields, changed, created_by)
       values ($1, $2, $3, '{}', '{}', $4)`,
      [company.id, individual, version, by],
    );
  const mayBeGiven = async (individual: string) =>
    (
      await owner.query<{ given: boolean }>('select app.may_be_given($1, $2, $3) as given', [
        company.id,
        individual,
        elena.id,
      ])
    ).rows[0]!.given;

  const own = await given.entity(loan, { kind: 'INDIVIDUAL' });
  await write(own.id, 2, elena.id);
  const lenders = await given.entity(loan, { kind: 'INDIVIDUAL' });
  await write(lenders.id, 2, dana.id);
  expect([await mayBeGiven(own.id), await mayBeGiven(lenders.id)]).toEqual([true, false]);

  const token = await given.session(boss, { roleLevel: 'LENDER', company });
  const removed = await server.call('removeUser', { params: { id: dana.id } }, { token });
  expect(removed.status).toBe(200);
  const { rowCount } = await owner.query('select from cairn.employee where account_id = $1', [
    dana.id,
  ]);
  expect(rowCount).toBe(0);
  expect(await mayBeGiven(lenders.id)).toBe(false);
});
