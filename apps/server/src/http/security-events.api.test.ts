import { randomUUID } from 'node:crypto';
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
let dana: Account;
let token: string;
let loan: Loan;

beforeAll(async () => {
  server = await startTestServer({ config: { trustedProxies: ['127.0.0.1'] } });
  company = await server.given.company();
  dana = await server.given.employee(company, { level: 'OWNER' });
  token = await server.given.session(dana, { roleLevel: 'LENDER', company });
  loan = await server.given.loan(await server.given.phase(company));
});
afterAll(() => server.stop());
beforeEach(() => void server.logged.splice(0));

const ADDRESS = '203.0.113.7';
const from = { 'x-forwarded-for': ADDRESS };
/** The security events logged since the test began, without time and host. */
const reported = () =>
  server.logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event !== undefined)
    .map(({ event, account, address, call, reason }) => ({
      event,
      account,
      address,
      call,
      reason,
    }));
const logIn = (username: string, password: string) =>
  server.call('login', { body: { username, password } }, { headers: from });
const pin = (headers: Record<string, string>, id = loan.id) =>
  server.call('pinLoan', { params: { id } }, { token, headers: { ...from, ...headers } });

describe('the log has a security event', { timeout: 60_000 }, () => {
  test('for a failed log-in and for the lock that follows, by account id and address', async () => {
    const elena = await server.given.account({ password: 'a long pass phrase of mine' });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await logIn(elena.emailAddress, 'not her pass phrase');
    }
    const failed = { event: 'login.failed', reason: 'WRONG_PASSWORD' };
    const line = { account: elena.id, address: ADDRESS, call: 'login' };
    expect(reported()).toEqual([
      ...Array.from({ length: 4 }, () => ({ ...failed, ...line })),
      { event: 'login.locked', reason: 'LOCKED_USER', ...line },
    ]);
    const log = server.logged.join('');
    expect(log).not.toContain(elena.emailAddress);
    expect(log).not.toContain('not her pass phrase');
  });

  test('for a log-in', async () => {
    const elena = await server.given.account({ password: 'a long pass phrase of mine' });
    await logIn(elena.emailAddress, 'a long pass phrase of mine');
    expect(reported()).toMatchObject([
      { event: 'login.succeeded', account: elena.id, address: ADDRESS, call: 'login' },
    ]);
  });

  test('for a failed log-in under an unknown address, without the address', async () => {
    await logIn('unknown-address@cairn.example', 'some pass phrase');
    expect(reported()).toMatchObject([{ event: 'login.failed', address: ADDRESS }]);
    expect(server.logged.join('')).not.toContain('unknown-address');
  });

  test('for a code that does not match', async () => {
    await server.call(
      'loginWithConfirmCode',
      { body: { username: dana.emailAddress, code: 'AAAA-AAAA' } },
      { headers: from },
    );
    expect(reported()).toMatchObject([{ event: 'code.failed', address: ADDRESS }]);
  });

  test('for a call that the role may not make, and for one that a policy refuses', async () => {
    const elena = await server.given.account();
    await server.given.role(loan, elena, 'LEAD_BORROWER');
    const borrower = await server.given.session(elena, { roleLevel: 'BORROWER' });
    await server.call('listAuditEntries', {}, { token: borrower, headers: from });
    const colleague = await server.given.employee(company);
    const colleagueToken = await server.given.session(colleague, { roleLevel: 'LENDER', company });
    await server.call('listAuditEntries', {}, { token: colleagueToken, headers: from });
    const line = {
      event: 'authorization.refused',
      reason: 'UNAUTHORIZED',
      address: ADDRESS,
      call: 'listAuditEntries',
    };
    expect(reported()).toEqual([
      { ...line, account: elena.id },
      { ...line, account: colleague.id },
    ]);
  });

  test('for an id of another company, like for one that does not exist', async () => {
    const other = await server.given.loan(await server.given.phase(await server.given.company()));
    await pin({}, other.id);
    await pin({}, randomUUID());
    const line = { event: 'object.not-found', account: dana.id, address: ADDRESS, call: 'pinLoan' };
    expect(reported()).toMatchObject([line, line]);
  });

  test('for a request from a foreign origin', async () => {
    await pin({ origin: 'https://evil.example' });
    expect(reported()).toMatchObject([
      { event: 'request.foreign-origin', address: ADDRESS, call: 'pinLoan' },
    ]);
    expect(server.logged.join('')).not.toContain('evil.example');
  });

  test('for an Idempotency-Key that comes again with another body', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await pin(key);
    await pin(key, (await server.given.loan(await server.given.phase(company))).id);
    expect(reported()).toMatchObject([
      { event: 'idempotency.key-reused', account: dana.id, address: ADDRESS, call: 'pinLoan' },
    ]);
  });

  test('for an upload key that we did not give out', async () => {
    const body = {
      loanId: loan.id,
      name: 'Lease.pdf',
      size: 10,
      key: `aaaa/${company.id}/${randomUUID()}.forged`,
      provider: 'S3' as const,
    };
    const { status } = await server.call('createDocument', { body }, { token, headers: from });
    expect(status).toBe(409);
    expect(reported()).toMatchObject([
      { event: 'upload.key-forged', account: dana.id, address: ADDRESS, call: 'createDocument' },
    ]);
  });

  test('for what an administrator of the platform changes', async () => {
    const robin = await server.given.account({ platformAdmin: true });
    const admin = await server.given.session(robin, { roleLevel: 'ADMIN' });
    const labels = [{ name: 'Priority', color: '#336699' }];
    await server.call(
      'saveLabels',
      { params: { id: company.id }, body: labels },
      { token: admin, headers: from },
    );
    expect(reported()).toContainEqual(
      expect.objectContaining({ event: 'admin.action', account: robin.id, address: ADDRESS }),
    );
  });

  test('for a network address that calls too often', async () => {
    const strict = await startTestServer({
      config: { limitFactor: 0.01, trustedProxies: ['127.0.0.1'] },
    });
    try {
      const body = { username: 'a@cairn.example', password: 'some pass phrase' };
      const logInOften = () => strict.call('login', { body }, { headers: from });
      for (let call = 0; call < 4; call += 1) await logInOften();
      const last = strict.logged.filter((line) => line.includes('"rate-limit.exceeded"'));
      expect(JSON.parse(last[0]!)).toMatchObject({ address: ADDRESS, call: 'login' });
    } finally {
      await strict.stop();
    }
  });
});

test('the access log has the source address of every request', async () => {
  await pin({});
  const lines = server.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.find(({ msg }) => msg === 'answered')).toMatchObject({ address: ADDRESS });
});
