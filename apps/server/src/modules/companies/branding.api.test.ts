import {
  makeDatabase,
  makePng,
  startTestServer,
  type Company,
  type TestDatabase,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { titlesOf } from '../../http/host-brand.ts';
import { anonymous } from '../../platform/db/db.ts';
import { companyNameAt } from './index.ts';

let database: TestDatabase;
let server: TestServer;
let proxied: TestServer;
let northgate: Company;
let owner: string;

beforeAll(async () => {
  database = await makeDatabase(process.env['MIGRATION_DATABASE_URL']!);
  server = await startTestServer({ database });
  proxied = await startTestServer({ database, config: { trustedProxies: ['127.0.0.1'] } });
  northgate = await server.given.company({ name: 'Northgate Bank', subdomain: 'northgate' });
  await server.given.company({ subdomain: 'fairhaven' });
  const dana = await server.given.employee(northgate, { level: 'OWNER' });
  owner = await server.given.session(dana, { roleLevel: 'LENDER', company: northgate });
});
afterAll(async () => {
  await Promise.all([server.stop(), proxied.stop()]);
  await database.drop();
});

const update = (body: object, token = owner, company = northgate) =>
  server.call('updateCompany', { params: { companyId: company.id }, body }, { token });
const asData = (content: Buffer, type = 'image/png') =>
  `data:${type};base64,${content.toString('base64')}`;

describe('the logo', () => {
  const logoOf = async (company = northgate) =>
    (await server.call('getCompanyLogo', { params: { companyId: company.id } })).body;
  const image = (address: string) => server.app.inject({ method: 'GET', url: address });

  test('is shown to anybody, with the name and nothing else, as what it is', async () => {
    expect(await logoOf()).toEqual({ name: 'Northgate Bank', logo: null });
    const first = makePng(64, 64);
    const { body } = await update({ logo: asData(first) });
    expect(await logoOf()).toEqual({ name: 'Northgate Bank', logo: body.logo });
    const picture = await image(body.logo!);
    expect(picture.rawPayload.equals(first)).toBe(true);
    expect(picture.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  test('is replaced whole: the new address has the new picture, the old one no lasting one', async () => {
    const { body: before } = await update({ logo: asData(makePng(10, 10)) });
    const second = makePng(20, 20);
    // The type is determined by the bytes, not by the sender.
    const { body: after } = await update({ logo: asData(second, 'image/webp') });
    expect(after.logo).not.toBe(before.logo);
    expect((await image(after.logo!)).headers['content-type']).toBe('image/png');
    const old = await image(before.logo!);
    expect(old.rawPayload.equals(second)).toBe(true);
    expect(old.headers['cache-control']).toBe('no-cache');
    const { body: none } = await update({ logo: null });
    expect(none.logo).toBeNull();
    expect((await image(after.logo!)).statusCode).toBe(404);
  });

  test.each([
    ['an SVG', asData(Buffer.from('<svg onload="alert(1)"/>'), 'image/svg+xml')],
    ['an SVG that says it is a PNG', asData(Buffer.from('<svg onload="alert(1)"/>'))],
    ['a page behind a picture', asData(Buffer.concat([makePng(4, 4), Buffer.from('<script>')]))],
    ['a picture too wide', asData(makePng(2049, 1))],
    ['a picture too large', asData(Buffer.alloc(256 * 1024 + 1))],
    ['an address', 'https://evil.example/logo.png'],
  ])('%s is refused', async (_, logo) => {
    const answer = await update({ logo });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ fieldErrors: { logo: expect.any(String) } });
    expect((await logoOf()).logo).toBeNull();
  });

  test('a company that does not exist has no name either', async () => {
    const params = { companyId: '01890000-0000-7000-8000-000000000000' };
    expect((await server.call('getCompanyLogo', { params })).status).toBe(404);
  });
});

describe('a company’s own subdomain', () => {
  const at = (word: string) => ({ host: `${word}.${server.config.publicUrl.host}` });
  const stub = async (headers: Record<string, string>) =>
    (await server.call('getSubdomainLogoStub', {}, { headers })).body;

  test('names its company; any other host gets an empty reply of the same form', async () => {
    expect(await stub(at('Northgate'))).toEqual({ name: 'Northgate Bank', logo: null });
    const unbranded = { name: null, logo: null };
    expect(await stub(at('unknown'))).toEqual(unbranded);
    expect(await stub({ host: server.config.publicUrl.host })).toEqual(unbranded);
    expect(await stub({ host: 'northgate.evil.example' })).toEqual(unbranded);
    expect(await stub(at('a.northgate'))).toEqual(unbranded);
  });

  test('is read from X-Forwarded-Host by a trusted proxy only, and is kept by no cache', async () => {
    const { host } = server.config.publicUrl;
    const behind = { host, 'x-forwarded-host': `northgate.${host}` };
    expect(await stub(behind)).toEqual({ name: null, logo: null });
    const reply = await proxied.call('getSubdomainLogoStub', {}, { headers: behind });
    expect(reply.body).toEqual({ name: 'Northgate Bank', logo: null });
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  test('is the title of its pages; any other host has the product’s, also without a database [R021]', async () => {
    const { config, db } = server;
    const { host } = config.publicUrl;
    const nameIn = (subdomain: string) => companyNameAt(db.reads(anonymous), subdomain);
    const title = (name: string, findName = nameIn) =>
      titlesOf({ config, findName })({ host: name });
    expect(await title(`Northgate.${host}`)).toBe('Northgate Bank');
    for (const other of [
      host,
      `unknown.${host}`,
      `a.northgate.${host}`,
      'northgate.evil.example',
    ]) {
      expect(await title(other)).toBeUndefined();
    }
    const down = () => Promise.reject(new Error('down'));
    expect(await title(`northgate.${host}`, down)).toBeUndefined();
  });

  test('takes writes from its own pages, and from no sister’s', async () => {
    const { protocol, host, origin } = server.config.publicUrl;
    const send = (headers: Record<string, string>) =>
      server.call(
        'updateCompany',
        { params: { companyId: northgate.id }, body: {} },
        { token: owner, headers },
      );
    const own = `${protocol}//northgate.${host}`;
    expect((await send({ ...at('northgate'), origin: own })).status).toBe(200);
    expect((await send({ ...at('fairhaven'), origin: own })).status).toBe(403);
    expect((await send({ ...at('northgate'), origin })).status).toBe(403);
    expect((await send({ host, origin: own })).status).toBe(403);
    expect((await send({ host: 'northgate.evil.example', origin: own })).status).toBe(403);
  });
});
