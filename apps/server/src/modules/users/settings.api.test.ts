import { startTestServer, type Account, type Company, type TestServer } from '@cairn/testing';
import { statement } from '../../platform/db/pipeline.ts';
import { hashToken } from '../../platform/crypto.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const PASSWORD = 'three stones and a trail';
let server: TestServer;
let company: Company;
let dana: Account;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company({ name: 'Northgate Bank' });
});
beforeEach(async () => {
  dana = await server.given.employee(company, { password: PASSWORD });
  token = await server.given.session(dana, { roleLevel: 'LENDER', company });
});
afterAll(() => server.stop());

const sends = {
  sendEmailAddRemoveUser: true,
  sendEmailAppMessage: true,
  sendEmailLoanStatus: true,
  sendTextAddRemoveUser: true,
  sendTextAppMessage: true,
  sendTextLoanStatus: true,
  sendEmailRequests: true,
  sendEmailReviews: true,
  sendEmailUploads: true,
  sendTextRequests: true,
  sendTextReviews: true,
  // Off by default.
  sendTextUploads: false,
  bellAddRemoveUser: true,
  bellAppMessage: true,
  bellLoanStatus: true,
  bellRequests: true,
  bellReviews: true,
  bellUploads: true,
  bellExports: true,
};
const settingsNow = async () => (await server.call('getUserSettings', {}, { token })).body;
const encoded = (value: unknown) => encodeURIComponent(JSON.stringify(value));

describe('a person’s settings', () => {
  test('start with everything sent and nothing agreed to [R164] [R165] [R166]', async () => {
    expect(await settingsNow()).toEqual({
      ...sends,
      emailFrequency: 'AT_ONCE',
      digestWeekday: 1,
      digestTime: '08:00',
      quietFrom: null,
      quietUntil: null,
      agreedToTOS: false,
      timezoneId: null,
      keyPreferences: {},
    });
  });

  test('change one by one, also at the same time', async () => {
    const change = (body: object) => server.call('updateUserSettings', { body }, { token });
    await Promise.all([
      change({ sendEmailAppMessage: false }),
      change({ sendTextLoanStatus: false }),
      change({ timezoneId: 'America/Denver' }),
    ]);
    expect(await settingsNow()).toMatchObject({
      ...sends,
      sendEmailAppMessage: false,
      sendTextLoanStatus: false,
      timezoneId: 'America/Denver',
    });
    const back = await change({ timezoneId: null });
    expect(back.body).toMatchObject({ timezoneId: null });
  });

  test('take a time zone from the list only, and leave the rest as it was', async () => {
    const answer = await server.call(
      'updateUserSettings',
      { body: { timezoneId: 'Mars/Olympus', sendEmailAppMessage: false } },
      { token },
    );
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ fieldErrors: { timezoneId: expect.any(String) } });
    expect(await settingsNow()).toMatchObject({ sendEmailAppMessage: true, timezoneId: null });
  });

  test('carry the preferences as a map, both ways [R166]', async () => {
    const body = { keyPreferences: { treeDepth: encoded(3), hideFiles: encoded(false) } };
    const answer = await server.call('updateUserSettings', { body }, { token });
    expect(answer.body.keyPreferences).toEqual({ hideFiles: 'false', treeDepth: '3' });
    const one = await server.call('getFePreference', { params: { key: 'treeDepth' } }, { token });
    expect(one.body).toEqual({ key: 'treeDepth', value: '3' });
  });

  test('are private, even from administrators', async () => {
    await server.call('updateUserSettings', { body: { sendEmailAppMessage: false } }, { token });
    const body = { value: encoded(['a']) };
    await server.call('setFePreference', { params: { key: 'hiddenPhases' }, body }, { token });
    const admin = await server.given.account({ platformAdmin: true });
    const adminToken = await server.given.session(admin, { roleLevel: 'ADMIN' });
    const reply = await server.call('getUserSettings', {}, { token: adminToken });
    expect(reply.body).toMatchObject({ sendEmailAppMessage: true, keyPreferences: {} });
    // Reads with row security alone, without our visibility clauses.
    const tokenHash = hashToken(adminToken);
    const { rows } = await server.owner.query<{ stamp: string }>(
      'select stamp from cairn.session where token_hash = $1',
      [tokenHash],
    );
    const reads = server.db.reads({ kind: 'session', tokenHash, stamp: rows[0]!.stamp });
    for (const table of ['user_settings', 'user_preference']) {
      const all = { statement: () => statement(`select 1 as one from ${table}`) };
      expect(await reads.run(all)).toEqual([]);
    }
  });
});

describe('an interface preference', () => {
  const set = (key: string, value: string) =>
    server.call('setFePreference', { params: { key }, body: { value } }, { token });
  const get = async (key: string) =>
    (await server.call('getFePreference', { params: { key } }, { token })).body.value;

  test('is kept as URL-encoded JSON and replaced as a whole [R047] [R168]', async () => {
    expect(await get('hiddenPhases')).toBeNull();
    const value = encoded(['Prüfung & Zusage', 'b']);
    expect((await set('hiddenPhases', value)).body).toEqual({ key: 'hiddenPhases', value });
    expect(await get('hiddenPhases')).toBe(value);
    await set('hiddenPhases', encoded([]));
    expect(await get('hiddenPhases')).toBe('%5B%5D');
    const { rows } = await server.owner.query(
      'select value from cairn.user_preference where account_id = $1',
      [dana.id],
    );
    expect(rows).toEqual([{ value: '%5B%5D' }]);
  });

  test('is refused where it is no URL-encoded JSON, too long, or badly named', async () => {
    for (const value of ['[1, 2]', '%', 'nothing', encoded('x'.repeat(8200))]) {
      expect((await set('treeDepth', value)).status).toBe(400);
    }
    for (const key of ['1st', 'a b', '-dash', 'x'.repeat(65)]) {
      expect((await set(key, encoded(1))).status).toBe(400);
    }
    expect((await settingsNow()).keyPreferences).toEqual({});
  });

  test('is one of a hundred at most', async () => {
    const keyPreferences = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`key${index}`, encoded(index)]),
    );
    const answer = await server.call('updateUserSettings', { body: { keyPreferences } }, { token });
    expect(answer.status).toBe(200);
    expect((await set('key5', encoded('again'))).status).toBe(200);
    expect((await set('one-more', encoded(1))).status).toBe(400);
  });
});

describe('time zones', () => {
  test('have an id and a description, and are sorted by it [R133] [R252]', async () => {
    const { body } = await server.call('listTimezones', {}, { token });
    expect(body.timezones.length).toBeGreaterThan(300);
    expect(body.timezones).toContainEqual({
      id: 'America/New_York',
      description: 'America/New York (Eastern Time)',
    });
    const descriptions = body.timezones.map(({ description }) => description);
    expect(descriptions).toEqual(descriptions.toSorted((a, b) => a.localeCompare(b, 'en')));
  });
});

describe('one’s own profile', () => {
  const update = (body: object) =>
    server.call('updateOwnProfile', { body: body as never }, { token });

  test('changes the name, in every company’s directory with it', async () => {
    const other = await server.given.company();
    const elsewhere = await server.given.loan(await server.given.phase(other));
    await server.given.role(elsewhere, dana, 'BORROWER');
    const colleague = await server.given.employee(company);
    const answer = await update({ givenName: ' Dana ', familyName: 'Whitfield-Reyes' });
    expect(answer.body).toEqual({
      id: dana.id,
      givenName: 'Dana',
      familyName: 'Whitfield-Reyes',
      phone: null,
    });
    const { rows } = await server.owner.query(
      `select given_name, family_name from cairn.person where account_id = $1`,
      [dana.id],
    );
    expect(rows).toEqual([
      { given_name: 'Dana', family_name: 'Whitfield-Reyes' },
      { given_name: 'Dana', family_name: 'Whitfield-Reyes' },
    ]);
    const untouched = await server.owner.query(
      'select given_name from cairn.person where account_id = $1',
      [colleague.id],
    );
    expect(untouched.rows).toEqual([{ given_name: colleague.givenName }]);
    const me = await server.call('getLoggedUser', {}, { token });
    expect(me.body).toMatchObject({ givenName: 'Dana', familyName: 'Whitfield-Reyes' });
  });

  test('keeps the phone number unless it is sent, and an empty one takes it away [R270]', async () => {
    const name = { givenName: 'Dana', familyName: 'Whitfield' };
    expect(
      (await update({ ...name, phone: '+1 (555) 010-0199', password: PASSWORD })).body.phone,
    ).toBe('+1 (555) 010-0199');
    expect((await update(name)).body.phone).toBe('+1 (555) 010-0199');
    expect((await update({ ...name, phone: '', password: PASSWORD })).body.phone).toBeNull();
    for (const phone of ['12', 'call me', '555-0100-19', '+1234 555 010 0199']) {
      const answer = await update({ ...name, phone });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ fieldErrors: { phone: expect.any(String) } });
    }
  });

  test('names what is missing or too long [R265] [R266]', async () => {
    const answer = await update({ givenName: ' ', familyName: 'x'.repeat(256) });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      fieldErrors: { givenName: 'Required', familyName: 'Must be at most 255 characters' },
    });
  });
});

/** Strict objects reject unknown keys, so that nothing is silently ignored. */
describe('a field that a call replies but does not take', () => {
  test('is refused in every write, and changes nothing', async () => {
    const user = (await server.call('getLoggedUser', {}, { token })).body;
    const own = await settingsNow();
    const everything: Record<string, unknown> = {
      ...user,
      ...own,
      is_platform_admin: true,
      isSystem: true,
      accountId: user.id,
      default_role_level: 'ADMIN',
    };
    const writes = [
      { name: 'updateUserSettings', request: {}, base: {}, takes: Object.keys(own) },
      {
        name: 'updateOwnProfile',
        request: {},
        base: { givenName: 'A', familyName: 'B' },
        takes: ['givenName', 'familyName', 'phone', 'password'],
      },
      {
        name: 'setFePreference',
        request: { params: { key: 'treeDepth' } },
        base: { value: '2' },
        takes: ['value'],
      },
    ] as const;
    const before = await snapshot();
    for (const { name, request, base, takes } of writes) {
      for (const [field, value] of Object.entries(everything)) {
        if ((takes as readonly string[]).includes(field)) continue;
        const body = { ...base, [field]: value };
        const answer = await server.call(name, { ...request, body }, { token });
        expect([name, field, answer.status]).toEqual([name, field, 400]);
      }
    }
    for (const field of ['accountId', 'userId', 'stamp']) {
      const query = { [field]: user.id } as never;
      const params = { roleLevel: 'LENDER' } as const;
      expect((await server.call('setLoggedRole', { params, query }, { token })).status).toBe(400);
    }
    expect(await snapshot()).toEqual(before);
  });

  const snapshot = async () => {
    const tables = ['account', 'session', 'user_settings', 'user_preference', 'person'];
    return Promise.all(
      tables.map(async (table) => (await server.owner.query(`table cairn.${table}`)).rows),
    );
  };
});
