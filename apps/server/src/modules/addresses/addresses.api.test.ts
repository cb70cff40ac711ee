import { createHash, randomUUID } from 'node:crypto';
import {
  makeDatabase,
  PLACES_KEY,
  startGooglePlaces,
  startTestServer,
  type Company,
  type GooglePlaces,
  type TestDatabase,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let database: TestDatabase;
let places: GooglePlaces;
let server: TestServer;
let without: TestServer;
let token: string;
const session = randomUUID();

beforeAll(async () => {
  places = await startGooglePlaces();
  database = await makeDatabase(process.env['MIGRATION_DATABASE_URL']!);
  server = await startTestServer({
    database,
    config: {
      limitFactor: 0.1,
      trustedProxies: ['127.0.0.1'],
      places: { url: places.url, key: PLACES_KEY },
    },
  });
  without = await startTestServer({ database });
  token = await server.given.session(await server.given.account(), { roleLevel: 'BORROWER' });
});
beforeEach(() => {
  places.fail(0);
  (places.requests as unknown[]).length = 0;
});
afterAll(async () => {
  await Promise.all([server.stop(), without.stop(), places.stop()]);
  await database.drop();
});

const suggest = (words: string, at = server, address = '203.0.113.7') =>
  at.call(
    'suggestAddresses',
    { body: { words, session } },
    { token, headers: { 'x-forwarded-for': address } },
  );
const find = (id: string, at = server) =>
  at.call('findAddress', { body: { id, session } }, { token });

test('words find addresses in the United States, and one of them fills the fields', async () => {
  const { body } = await suggest('418 nw lark');
  expect(body).toEqual({
    isOn: true,
    suggestions: [{ id: 'ChIJ_larkspur-418', text: '418 NW Larkspur Ave, Bend, OR' }],
  });
  expect(places.requests).toEqual([
    {
      path: '/v1/places:autocomplete',
      body: expect.objectContaining({ sessionToken: session, includedRegionCodes: ['us'] }),
    },
  ]);
  expect((await find('ChIJ_larkspur-418')).body).toEqual({
    address: {
      street: '418 NW Larkspur Ave',
      unit: 'B',
      city: 'Bend',
      state: 'OR',
      postalCode: '97703',
    },
  });
  expect((await find('ChIJ_unknown')).body).toEqual({ address: null });
});

test('an address search sends nothing out for two characters, without a key, or without a session', async () => {
  expect((await suggest('41')).body).toEqual({ isOn: true, suggestions: [] });
  expect((await suggest('418 nw lark', without)).body).toEqual({ isOn: false, suggestions: [] });
  expect((await find('ChIJ_larkspur-418', without)).body).toEqual({ address: null });
  const visitor = await server.call('suggestAddresses', { body: { words: '418 nw', session } });
  expect(visitor.status).toBe(401);
  expect((await find('../../v1/places')).status).toBe(400);
  expect(places.requests).toEqual([]);
});

test('when the address service refuses, nothing is suggested, and neither words nor key are logged', async () => {
  places.fail(429);
  expect((await suggest('418 nw lark')).body).toEqual({ isOn: true, suggestions: [] });
  expect((await find('ChIJ_larkspur-418')).body).toEqual({ address: null });
  const log = server.logged.join('\n');
  expect(log).toContain('Places answered 429');
  expect(log).not.toContain('418 nw lark');
  expect(log).not.toContain(PLACES_KEY);
});

test('one network address asks no more than its share, for all the people behind it', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const statuses: number[] = [];
  for (let person = 0; person < 3; person += 1) {
    const account = await server.given.account();
    const one = await server.given.session(account, { roleLevel: 'BORROWER' });
    for (let count = 0; count < 21; count += 1) {
      const body = { words: '', session };
      statuses.push(
        (await server.call('suggestAddresses', { body }, { token: one, headers })).status,
      );
    }
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.at(-1)).toBe(429);
});

const keyOf = (what: string): Buffer => createHash('sha256').update(`addresses: ${what}`).digest();
const used = async (what: string, calls: number) => {
  const { rowCount } = await server.owner.query(
    'update cairn.call_count set calls = $2 where key = $1',
    [keyOf(what), calls],
  );
  expect(rowCount).toBe(1);
};
const usedInAll = async (): Promise<number> => {
  const { rows } = await server.owner.query<{ calls: number }>(
    'select calls from cairn.call_count where key = $1',
    [keyOf('requests in all')],
  );
  return rows[0]!.calls;
};

test('however many people sign up, lenders’ employees are suggested addresses', async () => {
  const company = await server.given.company();
  const employee = await server.given.employee(company);
  const asEmployee = await server.given.session(employee, { roleLevel: 'LENDER', company });
  const stranger = await server.given.session(await server.given.account(), {
    roleLevel: 'BORROWER',
  });
  const countResults = async (as: string): Promise<number> => {
    const body = { words: '418 nw lark', session };
    const asking = { token: as, headers: { 'x-forwarded-for': '203.0.113.12' } };
    return (await server.call('suggestAddresses', { body }, asking)).body.suggestions.length;
  };
  expect(await countResults(stranger)).toBe(1);
  // A tenth of the limit, as this server is configured.
  await used('requests of others than employees', 1500);
  expect(await countResults(stranger)).toBe(0);
  expect(await countResults(asEmployee)).toBe(1);
  await used('requests of others than employees', 0);
});

test('however much one lender asks, the employees of another are suggested addresses', async () => {
  const ask = async (company: Company) => {
    const employee = await server.given.employee(company);
    const as = await server.given.session(employee, { roleLevel: 'LENDER', company });
    const asking = { token: as, headers: { 'x-forwarded-for': '203.0.113.13' } };
    const body = { words: '418 nw lark', session };
    return (await server.call('suggestAddresses', { body }, asking)).body.suggestions.length;
  };
  const [greedy, other] = [await server.given.company(), await server.given.company()];
  expect(await ask(greedy)).toBe(1);
  // A tenth of the limit.
  await used(`requests of company ${greedy.id}`, 200);
  const before = await usedInAll();
  expect(await ask(greedy)).toBe(0);
  // A refused request of a lender does not count toward the limit of the installation.
  expect(await usedInAll()).toBe(before);
  expect(await ask(other)).toBe(1);
});

test('one account and all together ask the service a limited number of times in a day', async () => {
  const accounts = [await server.given.account(), await server.given.account()] as const;
  const ask = async (account: (typeof accounts)[number]) => {
    const each = await server.given.session(account, { roleLevel: 'BORROWER' });
    const asking = { token: each, headers: { 'x-forwarded-for': '203.0.113.11' } };
    const body = { words: '418 nw lark', session };
    const { status, body: reply } = await server.call('suggestAddresses', { body }, asking);
    expect(status).toBe(200);
    const suggestion = { id: 'ChIJ_larkspur-418', session };
    const { address } = (await server.call('findAddress', { body: suggestion }, asking)).body;
    return [reply.suggestions.length, address !== null];
  };
  const [first, second] = accounts;
  expect(await ask(first)).toEqual([1, true]);
  // A tenth of the limits.
  await used(`requests of ${first.id}`, 49);
  expect(await ask(first)).toEqual([1, false]);
  expect(await ask(first)).toEqual([0, false]);
  expect(places.requests).toHaveLength(3);

  expect(await ask(second)).toEqual([1, true]);
  await used('requests in all', 1999);
  expect(await ask(second)).toEqual([1, false]);
  expect(await ask(second)).toEqual([0, false]);
  expect(places.requests).toHaveLength(6);
  const warned = server.logged.filter((line) =>
    line.includes('the daily limit of address requests is reached'),
  );
  // One warning from the previous test, and one from this one.
  expect(warned).toHaveLength(2);
});
