/**
 * Hostile inputs for any call, derived from the contract: a new call is covered without a new test.
 * Each is sent by a caller who may make the call, so that only the call itself refuses it.
 */
import { contract, type CallName, type Endpoint } from '@cairn/contract';
import { startTestServer, type TestServer } from '@cairn/testing';
import { aimAt } from '@cairn/testing/matrix/aim-at';
import { AIMS, type Aimable, type Aimed } from '@cairn/testing/matrix/requests';
import { makeWorld, type World } from '@cairn/testing/matrix/world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

const calls = (Object.keys(contract) as CallName[]).filter(
  (name): name is Aimable => name !== 'streamEvents',
);
const endpointOf = (name: Aimable): Endpoint => contract[name];

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startTestServer({ logLevel: 'trace' });
  world = await makeWorld(server);
});
afterAll(() => server.stop());

const aimed = (name: Aimable): Promise<Aimed> => aimAt(world, name, AIMS[name].scopes[0]!, 'ADM');
/** A new session each time, because logging out is one of the calls. */
const asAdmin = async (headers: Record<string, string> = {}) => ({
  token: await server.given.session(world.callers.ADM.account, { roleLevel: 'ADMIN' }),
  headers,
});

type Json = { properties?: Record<string, Json> } & Record<string, unknown>;

/** Every property name in a schema, at any depth. */
function namesIn(schema: unknown, names = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return names;
  for (const name of Object.keys((schema as Json).properties ?? {})) names.add(name);
  for (const part of Object.values(schema)) namesIn(part, names);
  return names;
}
const jsonOf = (schema: z.core.$ZodType, io: 'input' | 'output'): Json =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;

const readModel = new Set([
  ...calls.flatMap((name) => {
    const { reply } = endpointOf(name);
    return reply ? [...namesIn(jsonOf(reply, 'output'))] : [];
  }),
  ...['approvedBy', 'rejectedBy', 'companyId', 'company_id', 'accountId', 'isPlatformAdmin'],
  ...['virus_scan_state', 'password_hash', 'role', 'roles', 'createdBy', '__proto__'],
]);

const isPlainObject = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body);
const writes = calls.filter((name) => endpointOf(name).method !== 'GET' && endpointOf(name).body);

describe('fields that a call does not list', () => {
  test('there are calls and fields to try', () => {
    expect(writes.length).toBeGreaterThan(20);
    expect(readModel.size).toBeGreaterThan(50);
  });

  test.each(writes)('%s refuses them', async (name) => {
    const { body } = await aimed(name);
    if (!isPlainObject(body)) return;
    const schema = endpointOf(name).body!;
    const own = new Set(Object.keys(jsonOf(schema, 'input').properties ?? {}));
    for (const field of readModel) {
      if (own.has(field)) continue;
      const more = Object.defineProperty({ ...body }, field, { value: 'x', enumerable: true });
      expect(z.safeParse(schema, more).success, field).toBe(false);
    }
    const extra = Object.fromEntries([...readModel].map((field) => [field, 'x']));
    const request = { ...(await aimed(name)), body: { ...extra, ...body } };
    const answer = await server.call(name, request, await asAdmin());
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

/** The same value with every text in it replaced. */
function withTexts<T>(value: T, text: string): T {
  if (typeof value === 'string') return text as T;
  if (Array.isArray(value)) return value.map((each) => withTexts(each, text) as unknown) as T;
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withTexts(each, text)]),
  ) as T;
}

/** Variants with one text replaced at a time and the others valid, which pass more of the validation. */
function eachText(value: unknown, text: string): unknown[] {
  if (!isPlainObject(value)) return [];
  return Object.entries(value)
    .filter(([, each]) => typeof each === 'string')
    .map(([key]) => ({ ...value, [key]: text }));
}

describe('line breaks and characters beyond ASCII', () => {
  const EVIL = 'a\r\nx-injected: yes\r\n\r\n\u2028ü😀%0d%0ax-injected: yes';
  /** A lone surrogate, and NUL: listed separately because they are refused before any other check. */
  const UNKEEPABLE = ['a\uD800', 'a\u0000b'];

  test.each(calls)('in %s make no header and no failure', async (name) => {
    const usual = await aimed(name);
    const requests = [
      withTexts(usual, EVIL),
      ...UNKEEPABLE.flatMap((text) => eachText(usual.body, text)).map((body) => ({
        ...usual,
        body,
      })),
      ...eachText(usual.body, EVIL).map((body) => ({ ...usual, body })),
      ...eachText(usual.query, EVIL).map((query) => ({ ...usual, query })),
    ];
    for (const request of requests) {
      const answer = await server.call(name, request as never, await asAdmin());
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers['x-injected']).toBeUndefined();
      expect(Object.values(answer.headers).flat().join()).not.toMatch(/[\r\n]/);
    }
  });
});

describe('what cannot be kept', () => {
  const sendBody = async (payload: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/loanViews',
      payload,
      headers: { 'content-type': 'application/json' },
      cookies: { 'cairn-session': (await asAdmin()).token },
    });

  test.each([
    ['lists in lists', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['a name in lists in lists', `{"name":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
    ['objects in objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ])('%s, a hundred thousand deep, are refused', async (_, payload) => {
    expect((await sendBody(payload)).statusCode).toBe(400);
  });

  const place = (text: string): string =>
    Buffer.from(JSON.stringify([text, '01890000-0000-7000-8000-000000000000'])).toString(
      'base64url',
    );
  const moments = [
    '0000-01-01 00:00:00+00',
    '9999-99-99 99:99:99+00',
    '2024-02-30 00:00:00+00',
    '2024-02-20T00:00:00Z',
  ];
  test.each([
    ...['0000-01-01', '2024-02-30'].map((day) => ['viewLoans', day, {}] as const),
    ...moments.map((at) => ['viewLoans', at, { modifiedSince: '2026-01-01T00:00:00Z' }] as const),
    ...moments.map((at) => ['listApplications', at, {}] as const),
    ...moments.map((at) => ['listAuditEntries', at, {}] as const),
    ['listCompanies', 'a\u0000b', {}] as const,
    ['listCompanies', 'a\uD800', {}] as const,
  ])('%s refuses a page after %j', async (name, text, query) => {
    const { companyId } = (await aimed('listAuditEntries')).query ?? {};
    const more = name === 'listAuditEntries' ? { companyId: companyId as string } : {};
    const request = { query: { ...query, ...more, cursor: place(text) } };
    const answer = await server.call(name, request, await asAdmin());
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ fieldErrors: { cursor: 'Not a cursor of this list' } });
  });
});

test('what people send and hold is in no log line, at the most talkative level', async () => {
  const canary = 'CANARY-900-12-3456';
  const token = 'CANARY-token-000000000000000000000000000000000000';
  for (const name of calls) {
    const usual = await aimed(name);
    const texts = [
      withTexts(usual, canary),
      ...eachText(usual.body, `${canary}@example.com`).map((body) => ({ ...usual, body })),
      ...eachText(usual.body, canary).map((body) => ({ ...usual, body })),
    ];
    for (const request of texts) {
      await server.call(name, request as never, await asAdmin({ 'user-agent': canary }));
      const cookie = `cairn-session=${token}; cairn-browser=${token}; cairn-device=${token}`;
      await server.call(name, request as never, { headers: { cookie, referer: canary } });
    }
  }
  expect(server.logged.length).toBeGreaterThan(calls.length);
  expect(server.logged.filter((line) => line.includes('CANARY'))).toEqual([]);
}, 180_000);
