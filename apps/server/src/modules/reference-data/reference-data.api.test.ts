import { correspondence, startTestServer, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

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

  test('name the accounts that are no people: those are found, added and written to by nobody [R195]', async () => {
    const { loan, dana, marcus, write } = await correspondence(server);
    const { id: userId, familyName } = marcus.account;
    const found = async () => {
      const { body } = await server.call('searchUsers', { query: { query: familyName } }, dana.as);
      return body.users.map(({ id }) => id);
    };
    expect(await found()).toContain(userId);
    await server.owner.query('update cairn.account set is_system = true where id = $1', [userId]);
    expect(await found()).not.toContain(userId);
    expect((await write(dana, { userIds: [userId], body: 'Good morning' })).status).toBe(404);
    const body = { userId, role: 'LENDER' } as const;
    const added = await server.call('addLenderUser', { params: { id: loan.id }, body }, dana.as);
    expect(added.status).toBe(404);
    const { body: constants } = await server.call('getJavascriptConstants', {}, dana.as);
    expect(constants.systemUsersIds).toContain(userId);
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
