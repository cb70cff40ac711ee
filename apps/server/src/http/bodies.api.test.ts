/** Bodies are read for those who may make a call, and a form costs what its file costs. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { CSV_MAX_BYTES } from '@cairn/contract/template-terms';
import { startTestServer, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let lender: string;
let borrower: string;

beforeAll(async () => {
  server = await startTestServer({ feedRuns: false });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { given } = server;
  const company = await given.company();
  const owner = await given.employee(company, { level: 'OWNER' });
  lender = await given.session(owner, { roleLevel: 'LENDER', company });
  borrower = await given.session(await given.account(), { roleLevel: 'BORROWER' });
});
afterAll(() => server.stop());

const JSON_TYPE = 'application/json';
const FORM = 'multipart/form-data; boundary=b';
const SAVE = '/api/v1/loanViews';
const UPLOAD = '/api/v2/templates/upload';

/** The status of a reply that comes before any byte of the body does; "none" where the server waits for them. */
function statusBeforeBody(
  path: string,
  type: string,
  { token, ...more }: { token?: string; origin?: string } = {},
): Promise<number | 'none'> {
  const { port } = server.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const request = http.request({
      port,
      path,
      method: 'POST',
      headers: {
        'content-type': type,
        'content-length': type === FORM ? CSV_MAX_BYTES : 1000,
        ...(token !== undefined && { cookie: `cairn-session=${token}` }),
        ...more,
      },
    });
    const finish = (status: number | 'none'): void => {
      clearTimeout(timer);
      request.destroy();
      resolve(status);
    };
    const timer = setTimeout(() => finish('none'), 1000);
    request.once('response', ({ statusCode }) => finish(statusCode!));
    request.once('error', reject);
    request.flushHeaders();
  });
}

describe('before its body is read, a call is refused', () => {
  test.each([
    ['without a session', 401, SAVE, JSON_TYPE, () => ({})],
    ['a form, without a session', 401, UPLOAD, FORM, () => ({})],
    ['with a session that has ended', 401, SAVE, JSON_TYPE, () => ({ token: 'x'.repeat(43) })],
    ['in a role that may not make it', 403, UPLOAD, FORM, () => ({ token: borrower })],
    [
      'of another site',
      403,
      UPLOAD,
      FORM,
      () => ({ token: lender, origin: 'https://evil.example' }),
    ],
    ['as a form, where it takes none', 400, '/api/v1/noauth/login', FORM, () => ({})],
    ['as a form, where there is no call', 400, '/api/v1/nowhere', FORM, () => ({})],
  ])('%s', async (_, status, path, type, caller) => {
    expect(await statusBeforeBody(path, type, caller())).toBe(status);
  });

  test('but not for those who may make it', async () => {
    expect(await statusBeforeBody(SAVE, JSON_TYPE, { token: lender })).toBe('none');
    expect(await statusBeforeBody(UPLOAD, FORM, { token: lender })).toBe('none');
  });
});

describe('a file of templates that is made to cost time', () => {
  /** The status, and the processor time that it took. */
  async function send(payload: Buffer): Promise<{ status: number; busyMs: number }> {
    const before = process.cpuUsage();
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: UPLOAD,
      headers: { 'content-type': FORM },
      cookies: { 'cairn-session': lender },
      payload,
    });
    const { user, system } = process.cpuUsage(before);
    return { status: statusCode, busyMs: (user + system) / 1000 };
  }
  const part = (content: string, name = 'file'): string =>
    `--b\r\nContent-Disposition: form-data; name="${name}"; filename="f.csv"\r\nContent-Type: text/csv\r\n\r\n${content}\r\n`;
  const form = (parts: string): Buffer => Buffer.from(`${parts}--b--\r\n`);
  const filled = (line: string): string => line.repeat(Math.floor(CSV_MAX_BYTES / line.length));
  const HEAD = 'template,name,level,kind,title\n';

  test.each([
    ['small parts', 300, () => form(filled(part('')))],
    ['short rows', 2000, () => form(part(HEAD + filled('a\n').slice(0, -HEAD.length)))],
    ['columns', 500, () => form(part(filled('a,')))],
  ])('with very many %s is refused before it does', async (_, most, payload) => {
    const { status, busyMs } = await send(payload());
    expect(status).toBe(400);
    expect(busyMs).toBeLessThan(most);
  });
});
