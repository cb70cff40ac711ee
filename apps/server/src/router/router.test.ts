/** Tests what the router passes to a cell, byte for byte. The directory is not used. */
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { createPublicKey } from 'node:crypto';
import { API_BASE_PATH, contract } from '@cairn/contract';
import { freePort } from '@cairn/testing/free-port';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newCellKey, privateKeyOf } from '../platform/cells/config-cells.ts';
import { Router } from './router.ts';

interface SeenRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly body: string;
  readonly headers: http.IncomingHttpHeaders;
}

/** Headers that the cell adds to its answer. */
let answers: http.OutgoingHttpHeaders = {};
let status = 200;
const requests: SeenRequest[] = [];
let cell: http.Server;
let router: Router;
let port: number;

beforeAll(async () => {
  cell = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url: path, headers } = request;
      requests.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(status, answers).end('the cell');
    });
  });
  cell.listen(0, '127.0.0.1');
  await once(cell, 'listening');
  port = await freePort();
  const url = new URL(`http://127.0.0.1:${(cell.address() as AddressInfo).port}`);
  const publicKey = createPublicKey(privateKeyOf(newCellKey().secret));
  router = new Router(
    {
      publicUrl: new URL(`http://localhost:${port}`),
      port,
      host: '127.0.0.1',
      logLevel: 'silent',
      trustedProxies: ['127.0.0.1', '10.0.0.0/8'],
      cells: [
        { name: 'one', url, publicKey },
        { name: 'two', url, publicKey },
        { name: 'down', url: new URL('http://127.0.0.1:1'), publicKey },
      ],
      directory: { url: 'postgres://nobody@127.0.0.1:1/directory', key: 'x'.repeat(32) },
    },
    pino({ level: 'silent' }),
  );
  await router.listen();
});
afterEach(() => {
  requests.splice(0);
  answers = {};
  status = 200;
});
afterAll(async () => {
  await router.stop();
  cell.closeAllConnections();
  cell.close();
});

const request = (target: string, method = 'POST', headers = ''): string =>
  `${method} ${target} HTTP/1.1\r\nhost: localhost:${port}\r\ncontent-length: 0\r\n${headers}\r\n`;

/**
 * Sends the text unchanged over a socket, because an HTTP client would add or refuse parts of it. Returns the status of
 * the first answer.
 */
async function sendRaw(text: string): Promise<number> {
  const socket = net.connect(port, '127.0.0.1');
  socket.write(text);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(answer.toString().split(' ')[1]);
}
const chunked = (method: string, body: string): string =>
  `${method} /api/v1/loans HTTP/1.1\r\nhost: localhost:${port}\r\ntransfer-encoding: chunked\r\n\r\n` +
  `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const SMUGGLED = 'GET /cells/roles HTTP/1.1\r\nhost: cell\r\n\r\n';

test('a body is never a second request for the cell', async () => {
  const statuses = [];
  for (const method of ['GET', 'DELETE', 'HEAD', 'OPTIONS']) {
    statuses.push(await sendRaw(chunked(method, SMUGGLED)));
  }
  const answer = await fetch(`http://127.0.0.1:${port}/next`);
  expect(await answer.text()).toBe('the cell');
  expect(requests.map(({ path }) => path)).toEqual(['/next']);
  expect(statuses).toEqual([400, 400, 400, 400]);
});

test('a streamed body reaches the cell whole, whatever it holds', async () => {
  for (const method of ['POST', 'PUT', 'PATCH']) {
    expect(await sendRaw(chunked(method, SMUGGLED)), method).toBe(200);
  }
  expect(requests.map(({ body }) => body)).toEqual([SMUGGLED, SMUGGLED, SMUGGLED]);
});

test('a DELETE with a body of known length reaches the cell whole', async () => {
  const url = `http://127.0.0.1:${port}/api/v1/devices`;
  await fetch(url, { method: 'DELETE', body: SMUGGLED });
  expect(requests.map(({ method, body }) => [method, body])).toEqual([['DELETE', SMUGGLED]]);
});

test('a second way to write a path is refused, before a cell is chosen', async () => {
  const login = API_BASE_PATH + contract.login.path;
  const origin = `http://localhost:${port}`;
  for (const target of [
    login.replace('login', '%6cogin'),
    login.replace('login', 'l%6fgin'),
    `${login}#`,
    `${login}?a#b`,
    origin + login,
    `${origin}/`,
    '/api/v1/users/%7Eme',
    '/api/v1/%2e%2E/login',
    '/a%5Fb',
    'a',
  ]) {
    expect(await sendRaw(request(target)), target).toBe(400);
  }
  expect(await sendRaw(request('*', 'OPTIONS'))).toBe(400);
  for (const target of [`${origin}/cells/enter`, 'HTTP://x/cells/roles', '/cells/roles#']) {
    expect([400, 404], target).toContain(await sendRaw(request(target)));
  }
  expect(requests).toEqual([]);
  expect(await sendRaw(request('/files/a%20b%2Fc%C3%A9%25'))).toBe(200);
  expect(requests.map(({ path }) => path)).toEqual(['/files/a%20b%2Fc%C3%A9%25']);
});

test('a cell gets the address of the client alone, as the own proxies have it', async () => {
  for (const [before, client] of [
    ['', '127.0.0.1'],
    ['203.0.113.7', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['203.0.113.7, 10.1.2.3', '203.0.113.7'],
    ['198.51.100.1, unknown', '127.0.0.1'],
    ['2001:db8::7', '2001:db8::7'],
  ]) {
    requests.splice(0);
    await sendRaw(request('/', 'POST', before && `x-forwarded-for: ${before}\r\n`));
    expect(
      requests.map(({ headers }) => headers['x-forwarded-for']),
      before,
    ).toEqual([client]);
  }
});

const logOut = (cookie: string) =>
  fetch(`http://127.0.0.1:${port}${API_BASE_PATH}${contract.logout.path}`, {
    method: 'POST',
    body: '{}',
    headers: { cookie, 'content-type': 'application/json' },
  });

test('logging out ends the session in every cell, and the browser forgets them', async () => {
  const answer = await logOut(
    'cairn-cell=one; cairn-session.one=a; cairn-session.two=b; cairn-session.down=c; cairn-device.two=d; cairn-session.down=e',
  );
  expect(answer.status).toBe(200);
  const cookies = requests.map(({ method, path, headers }) => [method, path, headers.cookie]);
  const path = API_BASE_PATH + contract.logout.path;
  expect(cookies.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    ['POST', path, 'cairn-session=a'],
    ['POST', path, 'cairn-session=b; cairn-device=d'],
  ]);
  const forgotten = answer.headers.getSetCookie();
  expect(forgotten.map((each) => each.split(';')[0])).toEqual([
    'cairn-session.two=',
    'cairn-session.down=',
    'cairn-cell=',
  ]);
  for (const each of forgotten) expect(each).toContain('Max-Age=0; Path=/');
});

test('a refused log-out leaves the cookies as they are', async () => {
  status = 403;
  const answer = await logOut('cairn-cell=one; cairn-session.one=a; cairn-session.two=b');
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
});

test('only the change of a role leads on to another cell', async () => {
  answers = { 'x-cairn-cell': 'two', 'x-cairn-statement': 'signed' };
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/loans`);
  expect([...answer.headers.keys()].filter((name) => name.startsWith('x-cairn'))).toEqual([]);
  expect(requests.map(({ path }) => path)).toEqual(['/api/v1/loans']);
  requests.splice(0);
  const role = `${API_BASE_PATH}${contract.setLoggedRole.path.replace('{roleLevel}', 'LENDER')}`;
  await fetch(`http://127.0.0.1:${port}${role}?companyId=x`, { method: 'PUT' });
  expect(requests.map(({ path }) => path)).toEqual([`${role}?companyId=x`, '/cells/enter']);
});
