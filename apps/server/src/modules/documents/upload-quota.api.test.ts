import { startTestServer, type Account, type Loan, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let loan: Loan;
let dana: Account;
let token: string;

beforeAll(async () => {
  // The limits of production.
  server = await startTestServer({ config: { limitFactor: 1 } });
  const company = await server.given.company();
  dana = await server.given.employee(company);
  token = await server.given.session(dana, { roleLevel: 'LENDER', company });
  loan = await server.given.loan(await server.given.phase(company));
});
afterAll(() => server.stop());

const ask = (size: number, as = token) =>
  server.call('getUploadUrl', { query: { name: 'a.txt', size, loanId: loan.id } }, { token: as });

/** Simulates uploads that this person has started today. */
const hasBegun = ({ id }: Account, urls: number, bytes: number) =>
  server.owner.query(
    `insert into cairn.upload_quota values (current_date, $1, $2, $3)
     on conflict (day, holder) do update set urls = excluded.urls, bytes = excluded.bytes`,
    [id, urls, bytes],
  );

test('uploads that are not finished are limited for each account, and those that are do not count', async () => {
  const first = await ask(4);
  await hasBegun(dana, 299, 299 * 4);
  expect((await ask(4)).status).toBe(200);
  const refused = await ask(4);
  expect([refused.status, refused.body]).toMatchObject([429, { code: 'UPLOAD_QUOTA' }]);

  const { uploadUrl, headers, key } = first.body;
  await fetch(uploadUrl, { method: 'PUT', headers, body: 'done' });
  const body = { name: 'a.txt', key, size: 4, loanId: loan.id };
  expect((await server.call('createDocument', { body }, { token })).status).toBe(200);
  expect((await ask(4)).status).toBe(200);
  expect((await ask(4)).status).toBe(429);
});

test('the upload quota counts bytes, too, and is each user’s own', async () => {
  const colleague = await server.given.session(await server.given.account(), {
    roleLevel: 'BORROWER',
  });
  expect((await ask(4, colleague)).status).toBe(404);
  const elena = await server.given.account();
  await server.given.role(loan, elena, 'BORROWER');
  const borrower = await server.given.session(elena, { roleLevel: 'BORROWER' });
  await hasBegun(elena, 1, 10 * 2 ** 30 - 100 * 2 ** 20);
  expect((await ask(110 * 2 ** 20, borrower)).status).toBe(429);
  expect((await ask(90 * 2 ** 20, borrower)).status).toBe(200);
  expect((await ask(90 * 2 ** 20, borrower)).status).toBe(429);
  expect((await ask(4, borrower)).status).toBe(200);
});

test('what people send to applications that no employee has opened is limited apart, finished or not', async () => {
  const { given, owner } = server;
  const lender = await given.company();
  const application = await given.loan(await given.phase(lender, { category: 'LEAD' }));
  const stranger = await given.account();
  await given.role(application, stranger, 'LEAD_BORROWER');
  await given.application(application, stranger);
  const as = await given.session(stranger, { roleLevel: 'BORROWER' });
  const employee = await given.employee(lender);
  const asEmployee = await given.session(employee, { roleLevel: 'LENDER', company: lender });
  const begin = (by: string) =>
    server.call(
      'getUploadUrl',
      { query: { name: 'a.txt', size: 4, loanId: application.id } },
      { token: by },
    );
  const quotaRows = async () => {
    const { rows } = await owner.query<{ holder: string; urls: number }>(
      'select holder, urls from cairn.upload_quota where day = current_date',
    );
    return new Map(rows.map(({ holder, urls }) => [holder, urls]));
  };
  const before = await quotaRows();
  const { uploadUrl, headers, key } = (await begin(as)).body;
  await fetch(uploadUrl, { method: 'PUT', headers, body: 'done' });
  const body = { name: 'a.txt', key, size: 4, loanId: application.id };
  expect((await server.call('createDocument', { body }, { token: as })).status).toBe(200);
  const ownRows = [...(await quotaRows())].filter(
    ([holder, urls]) => !before.has(holder) && urls === 1,
  );
  // Of the person and of the lender, beside what both have begun and finished.
  expect(ownRows).toHaveLength(2);
  expect((await begin(asEmployee)).status).toBe(200);
  const full = (holder: string) =>
    owner.query('update cairn.upload_quota set urls = 5000 where holder = $1', [holder]);
  for (const [holder] of ownRows) {
    await full(holder);
    const refused = await begin(as);
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'UPLOAD_QUOTA' }]);
    expect((await begin(asEmployee)).status).toBe(200);
    await owner.query('update cairn.upload_quota set urls = 1 where holder = $1', [holder]);
  }
  for (const [holder] of ownRows) await full(holder);
  await owner.query(
    `update cairn.loan_application set state = 'IN_REVIEW', submitted_at = now(), review_started_at = now()
     where loan_id = $1`,
    [application.id],
  );
  expect((await begin(as)).status).toBe(200);
});

test('the upload quota starts anew each day, and no caller can read it', async () => {
  await server.owner.query(`update cairn.upload_quota set day = day - 1`);
  expect((await ask(4)).status).toBe(200);
  await expect(
    server.db.reads({ kind: 'anonymous' }).run({
      compile: () => ({ sql: 'select * from upload_quota', parameters: [] }),
    } as never),
  ).rejects.toThrow();
});
