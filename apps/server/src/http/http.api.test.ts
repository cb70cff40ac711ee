import { randomUUID } from 'node:crypto';
import {
  startTestServer,
  until,
  countWaitingStatements,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let dana: Account;
let token: string;
let loan: Loan;

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company();
  dana = await server.given.employee(company, { level: 'OWNER' });
  token = await server.given.session(dana, { roleLevel: 'LENDER', company });
  loan = await server.given.loan(await server.given.phase(company));
});
afterAll(() => server.stop());

const pin = (headers: Record<string, string>, id = loan.id) =>
  server.call('pinLoan', { params: { id } }, { token, headers });
const entries = async (id: string) =>
  (await server.owner.query('select kind from cairn.audit_entry where loan_id = $1', [id])).rows;

describe('an Idempotency-Key', () => {
  test('sent again has no second effect and gets the same reply', async () => {
    const freshLoan = await server.given.loan(await server.given.phase(company));
    const key = { 'idempotency-key': randomUUID() };
    const first = await pin(key, freshLoan.id);
    const second = await pin(key, freshLoan.id);
    expect(second.status).toBe(200);
    expect(second.text).toBe(first.text);
    expect(await entries(freshLoan.id)).toHaveLength(1);
  });

  test('sent ten times at once has one effect, and everybody gets its reply', async () => {
    const freshLoan = await server.given.loan(await server.given.phase(company));
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 10 }, () => pin(key, freshLoan.id)));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`))).toHaveLength(1);
    expect(answers[0]!.status).toBe(200);
    expect(await entries(freshLoan.id)).toHaveLength(1);
  });

  test('sent with other contents is refused', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await pin(key);
    const other = await server.given.loan(await server.given.phase(company));
    const answer = await pin(key, other.id);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: 'KEY_REUSED' });
    expect(await entries(other.id)).toHaveLength(0);
  });

  test('belongs to the person: another one may use the same', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await pin(key);
    const colleague = await server.given.session(await server.given.employee(company), {
      roleLevel: 'LENDER',
      company,
    });
    const answer = await server.call(
      'unpinLoan',
      { params: { id: loan.id } },
      { token: colleague, headers: key },
    );
    expect(answer.status).toBe(200);
  });

  test('of a call that failed is free again', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const missing = '01890000-0000-7000-8000-000000000000';
    expect((await pin(key, missing)).status).toBe(404);
    expect((await pin(key, missing)).status).toBe(404);
  });

  describe('answers only who could still make the call', () => {
    const replayed = async (
      role: 'BORROWER' | 'LEAD_BORROWER',
      meanwhile: (account: Account, freshLoan: Loan) => Promise<unknown>,
    ) => {
      const freshLoan = await server.given.loan(await server.given.phase(company));
      const { account, token: theirs } = await server.given.borrower(freshLoan, role);
      const as = { token: theirs, headers: { 'idempotency-key': randomUUID() } };
      const send = () => server.call('pinLoan', { params: { id: freshLoan.id } }, as);
      expect((await send()).status).toBe(200);
      expect((await send()).status).toBe(200);
      await meanwhile(account, freshLoan);
      return (await send()).status;
    };

    test('not a user who was removed from the loan', async () => {
      const status = await replayed('BORROWER', ({ id }, own) =>
        server.owner.query('delete from cairn.loan_role where account_id = $1 and loan_id = $2', [
          id,
          own.id,
        ]),
      );
      expect(status).toBe(404);
    });

    test('not a user who now has only another kind of role there', async () => {
      const status = await replayed('BORROWER', ({ id }, own) =>
        server.owner.query(
          `update cairn.loan_role set role = 'KEY_CONTACT' where account_id = $1 and loan_id = $2`,
          [id, own.id],
        ),
      );
      expect(status).toBe(404);
    });

    test('not an owner who has become an employee, nor in another role', async () => {
      const boss = await server.given.colleague(company, 'OWNER');
      const as = { token: boss.token, headers: { 'idempotency-key': randomUUID() } };
      const send = () => server.call('pinLoan', { params: { id: loan.id } }, as);
      expect((await send()).status).toBe(200);
      const level = (to: string) =>
        server.owner.query('update cairn.employee set level = $2 where account_id = $1', [
          boss.account.id,
          to,
        ]);
      await level('EMPLOYEE');
      expect((await send()).status).toBe(403);
      await level('OWNER');
      expect((await send()).status).toBe(200);
      await server.owner.query(
        `update cairn.session set role_level = 'BORROWER', company_id = null,
           stamp = gen_random_uuid() where account_id = $1`,
        [boss.account.id],
      );
      expect((await send()).status).toBe(403);
    });

    test('an Idempotency-Key is not replayed after a day', async () => {
      const key = { 'idempotency-key': randomUUID() };
      expect((await pin(key)).status).toBe(200);
      await server.owner.query(
        `update cairn.idempotency set created_at = now() - interval '25 hours' where key = $1`,
        [key['idempotency-key']],
      );
      const late = await pin(key);
      expect(late.status).toBe(422);
      expect(late.body).toMatchObject({ code: 'KEY_REUSED' });
    });
  });

  test('that is no UUID is refused', async () => {
    expect((await pin({ 'idempotency-key': 'x' })).status).toBe(400);
  });
});

describe('a request from elsewhere', () => {
  test.each([
    [{ origin: 'https://evil.example' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
  ])('%o is refused before anything is done', async (headers) => {
    const freshLoan = await server.given.loan(await server.given.phase(company));
    const answer = await pin(headers, freshLoan.id);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ code: 'FOREIGN_ORIGIN' });
    expect(await entries(freshLoan.id)).toHaveLength(0);
  });

  test('our own pages are not', async () => {
    const origin = new URL(process.env['PUBLIC_URL']!).origin;
    expect((await pin({ origin, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });
});

test('a host name with another brand changes neither an answer nor a right [R021]', async () => {
  const { host } = new URL(process.env['PUBLIC_URL']!);
  const at = async (name: string) => {
    const headers = { host: name };
    const user = await server.call('getLoggedUser', {}, { token, headers });
    const constants = await server.call('getJavascriptConstants', {}, { headers });
    // Both values change by themselves between two calls.
    const { sessionSeconds: _seconds, eventPosition: _position, ...rest } = user.body;
    return [
      [user.status, rest],
      [constants.status, constants.text],
    ];
  };
  const usual = await at(host);
  expect(usual.map(([status]) => status)).toEqual([200, 200]);
  expect(await at('ai.cairn.example')).toEqual(usual);
});

describe('failures', () => {
  test('carry the sentence in the body and, percent-encoded, in the messages header [R282]', async () => {
    const answer = await server.call('getLoan', { params: { id: 'no-id' } }, { token });
    expect(answer.status).toBe(400);
    const { message } = answer.body as unknown as { message: string };
    expect(decodeURIComponent(String(answer.headers['messages']))).toBe(message);
  });

  test('a body that is no JSON, and a path that is no call, are refused in the same form', async () => {
    const broken = await server.app.inject({
      method: 'POST',
      url: '/api/v1/noauth/login',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    });
    expect(broken.statusCode).toBe(400);
    expect(broken.json()).toMatchObject({ code: 'INVALID_REQUEST' });
    const nowhere = await server.app.inject({ method: 'GET', url: '/api/v1/nowhere' });
    expect(nowhere.statusCode).toBe(404);
    expect(nowhere.json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a method that a call does not have is refused with those that it has', async () => {
    for (const method of ['PATCH', 'QUERY', 'DELETE'] as const) {
      const refused = await server.app.inject({
        method: method as 'PATCH',
        url: '/api/v1/noauth/login?next=1',
      });
      expect(refused.statusCode).toBe(405);
      expect(refused.headers['allow']).toBe('POST');
      expect(refused.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
    }
  });

  test('no body is an empty object, null is not', async () => {
    const putPayload = (payload?: string) =>
      server.app.inject({
        method: 'PUT',
        url: '/api/v1/auth/userSettings',
        headers: {
          cookie: `cairn-session=${token}`,
          origin: server.config.publicUrl.origin,
          ...(payload && { 'content-type': 'application/json' }),
        },
        ...(payload && { payload }),
      });
    expect((await putPayload()).statusCode).toBe(200);
    expect((await putPayload('null')).statusCode).toBe(400);
  });

  test('a name in an address is no value of a parameter of another', async () => {
    const inject = (method: 'GET' | 'OPTIONS' | 'PUT', url: string) =>
      server.app.inject({ method, url, headers: { cookie: `cairn-session=${token}` } });
    // Both addresses match a call with a parameter: GET /v1/lenders/{companyId} and PUT /v1/loans/{id}.
    const phases = await inject('GET', '/api/v1/lenders/phases');
    expect([phases.statusCode, phases.headers['allow']]).toEqual([405, 'DELETE, POST']);
    const view = await inject('PUT', '/api/v1/loans/view');
    expect([view.statusCode, view.headers['allow']]).toEqual([405, 'GET']);
    expect((await inject('OPTIONS', '/api/v1/loans/view')).headers['allow']).toBe('GET');
    expect((await inject('GET', '/api/v1/loans/view')).statusCode).toBe(200);
    expect((await inject('GET', `/api/v1/lenders/${randomUUID()}`)).statusCode).toBe(404);
  });

  test('no reply of the API is kept by a browser or a proxy; pictures say themselves how long', async () => {
    const avatarId = await server.given.avatar(dana.id);
    for (const answer of [
      await server.call('getLoggedUser', {}, { token }),
      await server.call('viewLoans', {}, { token }),
      await server.call('getLoggedUser'),
      await pin({}),
      await server.app.inject({ url: '/api/v1/nothing' }),
    ]) {
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    const picture = await server.call('getAvatar', { params: { id: avatarId } }, { token });
    expect(picture.headers['cache-control']).toBe('private, max-age=31536000, immutable');
  });

  test('every answer forbids framing, sniffing and foreign scripts', async () => {
    const { headers } = await server.call('getVersion');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).not.toContain('unsafe-inline');
    expect(headers['permissions-policy']).toContain('camera=(), ');
  });

  test('every answer keeps browsers to https for a year, and tells other sites no address of ours', async () => {
    for (const { headers } of [
      await server.call('getVersion'),
      await server.call('getLoggedUser'),
      await server.app.inject({ url: '/api/v1/nothing' }),
    ]) {
      const [, seconds] = /max-age=(\d+)/.exec(String(headers['strict-transport-security'])) ?? [];
      expect(Number(seconds)).toBeGreaterThanOrEqual(365 * 24 * 3600);
      expect(headers['strict-transport-security']).toContain('includeSubDomains');
      expect(headers['referrer-policy']).toBe('no-referrer');
    }
  });

  test('not even the PDF reader may evaluate text, run WebAssembly or start a worker from elsewhere', async () => {
    const { headers } = await server.call('getVersion');
    const policy = String(headers['content-security-policy']);
    expect(policy).not.toMatch(/unsafe-eval|wasm|blob:|worker-src|script-src/);
    expect(policy).toContain(`connect-src 'self' ${new URL(server.config.store.endpoint).origin};`);
  });
});

test('a call that was the deadlock victim is retried and takes effect once', async () => {
  const phase = await server.given.phase(company);
  const freshLoan = await server.given.loan(phase);
  const { body: before } = await server.call(
    'getLoan',
    { params: { id: freshLoan.id } },
    { token },
  );
  const { name, loanType, loanPurpose, color, closeDate, lastModifiedDate } = before;
  const client = await server.owner.connect();
  await client.query('begin');
  // Makes the application's transaction the one that detects the deadlock.
  await client.query(`set local deadlock_timeout = '1min'`);
  await client.query('select from cairn.phase_total where phase_id = $1 for update', [phase.id]);
  const changing = server.call(
    'updateLoan',
    {
      params: { id: freshLoan.id },
      body: { name, loanType, loanPurpose, color, closeDate, lastModifiedDate, amount: 1 },
    },
    { token },
  );
  await until(async () => (await countWaitingStatements(server)) > 0);
  await client.query('select from cairn.loan where id = $1 for update', [freshLoan.id]);
  await client.query('commit');
  client.release();
  expect(await changing).toMatchObject({ status: 200, body: { amount: 1 } });
  expect(await entries(freshLoan.id)).toEqual([{ kind: 'loan.edited' }]);
});

test('a GET changes nothing in the database', async () => {
  const state = async () => {
    const { rows } = await server.owner.query<{ relname: string }>(
      // `upload_quota` is left out: issued upload URLs are counted, like calls.
      `select relname from pg_class where relnamespace = 'cairn'::regnamespace and relkind = 'r'
         and relname <> 'upload_quota' order by 1`,
    );
    const sums = await Promise.all(
      rows.map(({ relname }) =>
        server.owner.query(
          `select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as sum from cairn.${relname} t`,
        ),
      ),
    );
    return sums.map(({ rows: [row] }) => (row as { sum: string }).sum);
  };
  const element = await server.given.element(loan);
  const before = await state();
  const as = { token };
  for (const answer of [
    await server.call('viewLoans', {}, as),
    await server.call('getLoan', { params: { id: loan.id } }, as),
    await server.call('listElements', { params: { id: loan.id } }, as),
    await server.call('getLoggedUser', {}, as),
    await server.call('listPhases', { params: { companyId: company.id } }, as),
    await server.call(
      'getUploadUrl',
      { query: { name: 'a.pdf', size: 10, loanId: loan.id, formElementId: element.id } },
      as,
    ),
  ]) {
    expect(answer.status).toBe(200);
  }
  await server.call('logoutAddress', {}, as);
  expect(await state()).toEqual(before);
});
