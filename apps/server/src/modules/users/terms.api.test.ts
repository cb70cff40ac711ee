/** Terms of service: which users agreed to which version, and when. */
import {
  makeDatabase,
  startTestServer,
  type Account,
  type Company,
  type TestDatabase,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const url = 'https://lender.example/terms';
let database: TestDatabase;
let server: TestServer;
/** A server on the same database, after the operator published another version. */
let later: TestServer;
let withoutTerms: TestServer;
let company: Company;

beforeAll(async () => {
  database = await makeDatabase(process.env['MIGRATION_DATABASE_URL']!);
  const withTerms = (version: string) =>
    startTestServer({ database, config: { terms: { url, version } } });
  server = await withTerms('2026-11');
  later = await withTerms('2027-02');
  withoutTerms = await startTestServer({ database });
  company = await server.given.company();
});
afterAll(async () => {
  for (const each of [server, later, withoutTerms]) await each.stop();
  await database.drop();
});

interface Session {
  account: Account;
  token: string;
}
async function lender(): Promise<Session> {
  const account = await server.given.employee(company);
  return { account, token: await server.given.session(account, { roleLevel: 'LENDER', company }) };
}
const settingsOf = async (by: Session, at = server) =>
  (await at.call('getUserSettings', {}, by)).body;
const change = (by: Session, body: object, at = server) =>
  at.call('updateUserSettings', { body }, by);
const agreementsOf = async ({ account }: Session) =>
  (
    await server.owner.query<{ detail: object }>(
      `select detail from cairn.audit_entry where kind = 'terms.agreed' and chain_id = $1 order by position`,
      [account.id],
    )
  ).rows.map(({ detail }) => detail);
const wrong = (why: string) => ({
  status: 400,
  body: { code: 'INVALID_REQUEST', fieldErrors: { agreedToTOS: why } },
});

describe('where the operator has terms', () => {
  test('they are not agreed to at first [R165]', async () => {
    const { agreedToTOS, terms } = await settingsOf(await lender());
    expect(agreedToTOS).toBe(false);
    expect(terms).toEqual({ url, version: '2026-11', agreedDate: null });
  });

  test('an agreement is kept with the version and the time of the server, and audited', async () => {
    const dana = await lender();
    const before = Date.now();
    const answer = await change(dana, { agreedToTOS: true, termsVersion: '2026-11' });
    expect(answer.body).toMatchObject({ agreedToTOS: true, terms: { url, version: '2026-11' } });
    const agreedAt = Date.parse(answer.body.terms!.agreedDate!);
    expect(agreedAt).toBeGreaterThan(before - 5000);
    expect(agreedAt).toBeLessThan(Date.now() + 5000);
    expect(await settingsOf(dana)).toEqual(answer.body);
    expect(await agreementsOf(dana)).toEqual([{ url, version: '2026-11' }]);
  });

  test('a borrower agrees like a lender, and other accounts stay as they were', async () => {
    const [account, other] = [await server.given.account(), await lender()];
    const loan = await server.given.loan(await server.given.phase(company));
    await server.given.role(loan, account, 'BORROWER');
    const token = await server.given.session(account, { roleLevel: 'BORROWER' });
    await change({ account, token }, { agreedToTOS: true });
    expect((await settingsOf({ account, token })).agreedToTOS).toBe(true);
    expect((await settingsOf(other)).agreedToTOS).toBe(false);
    expect(await agreementsOf(other)).toEqual([]);
  });

  test('an agreement a second time keeps the first time, also at the same time', async () => {
    const dana = await lender();
    const [first] = await Promise.all([1, 2, 3].map(() => change(dana, { agreedToTOS: true })));
    const again = await change(dana, { agreedToTOS: true, sendEmailAppMessage: false });
    expect(again.body.terms).toEqual(first!.body.terms);
    expect(again.body.sendEmailAppMessage).toBe(false);
    expect(await agreementsOf(dana)).toHaveLength(1);
  });

  test('no request takes an agreement back', async () => {
    const dana = await lender();
    // A page may send back "not agreed" as it was read.
    expect((await change(dana, { agreedToTOS: false })).body.agreedToTOS).toBe(false);
    const { body } = await change(dana, { agreedToTOS: true });
    const refused = await change(dana, { agreedToTOS: false, sendEmailAppMessage: false });
    expect(refused).toMatchObject(wrong('An agreement to the terms of service can’t be withdrawn'));
    expect(await settingsOf(dana)).toEqual(body);
  });

  test('a client cannot name the version or the time that is kept', async () => {
    const dana = await lender();
    const stale = await change(dana, { agreedToTOS: true, termsVersion: '2025-01' });
    expect(stale).toMatchObject(
      wrong('The terms of service have changed. Please read them again.'),
    );
    for (const more of [{ terms: { version: '1' } }, { agreedDate: '2020-01-01T00:00:00Z' }]) {
      expect((await change(dana, { agreedToTOS: true, ...more })).status).toBe(400);
    }
    expect(await settingsOf(dana)).toMatchObject({ agreedToTOS: false });
    expect(await agreementsOf(dana)).toEqual([]);
  });

  test('a new version asks again, and the audit log keeps both', async () => {
    const dana = await lender();
    await change(dana, { agreedToTOS: true });
    const settings = await settingsOf(dana, later);
    expect(settings.agreedToTOS).toBe(false);
    expect(settings.terms).toEqual({ url, version: '2027-02', agreedDate: null });
    expect((await change(dana, { agreedToTOS: true }, later)).body.agreedToTOS).toBe(true);
    expect(await agreementsOf(dana)).toEqual([
      { url, version: '2026-11' },
      { url, version: '2027-02' },
    ]);
  });
});

describe('where the operator has none', () => {
  test('nothing is shown, nothing can be agreed to, and other settings change as before', async () => {
    const dana = await lender();
    const refused = await change(dana, { agreedToTOS: true }, withoutTerms);
    expect(refused).toMatchObject(wrong('There are no terms of service to agree to'));
    await change(dana, { agreedToTOS: true });
    const { body } = await change(dana, { timezoneId: 'America/Denver' }, withoutTerms);
    expect(body).toMatchObject({ agreedToTOS: false, timezoneId: 'America/Denver' });
    expect(body).not.toHaveProperty('terms');
  });
});
