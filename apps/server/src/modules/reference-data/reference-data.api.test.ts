import { correspondence, startTestServer, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  token = await server.given.session(await server.given.account(), { roleLevel: 'BORROWER' });
});
afterAll(() => server.stop());

const sorted = (options: { label: string }[]) =>
  options.map(({ label }) => label).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));

describe('the constants', () => {
  test('come under eight names to a logged-in user, besides the maintenance window [R188]', async () => {
    const system = await server.given.account();
    await server.owner.query('update cairn.account set is_system = true where id = $1', [
      system.id,
    ]);
    const { body } = await server.call('getJavascriptConstants', {}, { token });
    expect(Object.keys(body).toSorted()).toEqual([
      'entityTypes',
      'knowledgeBases',
      'loanStatuses',
      'loanTypes',
      'maintenance',
      'phaseCategories',
      'priorities',
      'states',
      'systemUsersIds',
    ]);
    expect(body.systemUsersIds).toEqual([system.id]);
  });

  test('name the system accounts, which no search, loan or conversation takes', async () => {
    const { loan, dana, marcus, write } = await correspondence(server);
    const { id: userId, familyName } = marcus.account;
    const listUserIds = async () => {
      const { body } = await server.call('searchUsers', { query: { query: familyName } }, dana.as);
      return body.users.map(({ id }) => id);
    };
    expect(await listUserIds()).toContain(userId);
    await server.owner.query('update cairn.account set is_system = true where id = $1', [userId]);
    expect(await listUserIds()).not.toContain(userId);
    expect((await write(dana, { userIds: [userId], body: 'Good morning' })).status).toBe(404);
    const body = { userId, role: 'LENDER' } as const;
    const added = await server.call('addLenderUser', { params: { id: loan.id }, body }, dana.as);
    expect(added.status).toBe(404);
    const { body: constants } = await server.call('getJavascriptConstants', {}, dana.as);
    expect(constants.systemUsersIds).toContain(userId);
  });

  test('a system account is in no count of labels, unread messages or owners [R195]', async () => {
    const { company, loan, dana, marcus, begin, unread, threads } = await correspondence(server);
    const { id: userId } = marcus.account;
    await server.given.role(loan, marcus.account, 'LENDER');
    const robin = await server.given.account({ platformAdmin: true });
    const admin = { token: await server.given.session(robin, { roleLevel: 'ADMIN' }) };
    const params = { id: company.id };
    const saved = await server.call(
      'saveLabels',
      { params, body: [{ name: 'Underwriting', color: '#5B8DEF' }] },
      admin,
    );
    const labelIds = saved.body.labels.map(({ id }) => id);
    for (const { account } of [dana, marcus]) {
      const body = { userId: account.id, labelIds };
      const reply = await server.call(
        'setLabelsForUser',
        { params: { id: loan.id }, body },
        dana.as,
      );
      expect(reply.status).toBe(200);
    }
    await server.owner.query(
      `update cairn.employee set level = 'OWNER' where company_id = $1 and account_id = any ($2)`,
      [company.id, [dana.account.id, userId]],
    );
    await begin(marcus, [dana]);

    const countAll = async () => ({
      label: (await server.call('listLabels', { params }, admin)).body.labels[0]!.people,
      unread: await unread(dana),
      unreadOfThread: (await threads(dana))[0]!.unread,
    });
    expect(await countAll()).toEqual({ label: 2, unread: 1, unreadOfThread: 1 });
    await server.owner.query('update cairn.account set is_system = true where id = $1', [userId]);
    expect(await countAll()).toEqual({ label: 1, unread: 0, unreadOfThread: 0 });
    const leaving = { userId: dana.account.id };
    for (const reply of [
      await server.call(
        'editUser',
        { params: { id: leaving.userId }, body: { level: 'EMPLOYEE' } },
        dana.as,
      ),
      await server.call('closeAccount', { body: leaving }, admin),
    ]) {
      expect(reply.body).toMatchObject({ code: 'LAST_OWNER' });
    }
  });

  test('are open to the log-in page, without the accounts that are no people', async () => {
    for (const as of [{}, { token: 'made-up' }]) {
      const { status, body } = await server.call('getJavascriptConstants', {}, as);
      expect(status).toBe(200);
      expect(body.loanTypes.length).toBeGreaterThan(1);
      expect(body).not.toHaveProperty('systemUsersIds');
    }
  });

  test('name states by abbreviation, and the four phase categories [R003] [R189]', async () => {
    const { body } = await server.call('getJavascriptConstants');
    expect(body.states).toMatchObject({ NY: 'New York', DC: 'District of Columbia' });
    expect(Object.keys(body.states)).toHaveLength(56);
    expect(body.phaseCategories.toSorted()).toEqual([
      'ARCHIVE',
      'LEAD',
      'ORIGINATION',
      'PORTFOLIO',
    ]);
  });

  test('sort types, knowledge bases and priorities by label [R190] [R191] [R192]', async () => {
    const { body } = await server.call('getJavascriptConstants');
    for (const list of [body.loanTypes, body.knowledgeBases, body.priorities]) {
      expect(list.map(({ label }) => label)).toEqual(sorted(list));
    }
    expect(body.priorities.map(({ value }) => value)).toEqual([
      'HIDDEN',
      'HIGH',
      'LOW',
      'MEDIUM',
      'PRIVATE',
      'URGENT',
    ]);
  });

  test('label every loan status and entity type, without a placeholder [R196]', async () => {
    const { body } = await server.call('getJavascriptConstants');
    expect(body.loanStatuses).toContainEqual({ value: 'PAID_OFF', label: 'Paid Off' });
    expect(body.loanStatuses).toHaveLength(13);
    expect(body.entityTypes.map(({ value }) => value)).toContain('LLC');
    expect(JSON.stringify(body)).not.toContain('INVALID');
  });
});

test('license keys come under three names, empty without a license, and need a session [R198]', async () => {
  const { body } = await server.call('getFrontendKeys', {}, { token });
  expect(body).toEqual({ googleMapsKey: '', pdftronKey: '', syncfusionKey: '' });
  expect((await server.call('getFrontendKeys')).status).toBe(401);
});

test('a configured license key is delivered under its name [R198]', async () => {
  vi.stubEnv('GOOGLE_MAPS_KEY', 'a key for maps');
  vi.stubEnv('PDFTRON_KEY', 'a key for PDFs');
  vi.stubEnv('SYNCFUSION_KEY', 'a key for office files');
  const licensed = await startTestServer();
  try {
    const account = await licensed.given.account();
    const as = { token: await licensed.given.session(account, { roleLevel: 'BORROWER' }) };
    expect((await licensed.call('getFrontendKeys', {}, as)).body).toEqual({
      googleMapsKey: 'a key for maps',
      pdftronKey: 'a key for PDFs',
      syncfusionKey: 'a key for office files',
    });
  } finally {
    vi.unstubAllEnvs();
    await licensed.stop();
  }
});
