import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GraphClient, GraphUnavailable } from './graph-client.ts';

let login: Server;
let elsewhere: Server;
let calls = 0;
let reached = 0;

const listen = (server: Server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const address = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  elsewhere = createServer((_, answer) => {
    reached += 1;
    answer.end('{"access_token":"of-another"}');
  });
  await listen(elsewhere);
  login = createServer((_, answer) => {
    calls += 1;
    answer.writeHead(307, { location: address(elsewhere) }).end();
  });
  await listen(login);
});
afterAll(() => {
  login.close();
  elsewhere.close();
});

test('a redirect is refused, and the app’s secret does not go where it leads', async () => {
  const graph = new GraphClient(
    { apiUrl: address(login), loginUrl: address(login) },
    { tenantId: 'tenant', clientId: 'client', clientSecret: 'secret' },
    () => Promise.resolve(),
  );
  await expect(graph.librariesOf('https://contoso.example/sites/a')).rejects.toBeInstanceOf(
    GraphUnavailable,
  );
  expect(calls).toBeGreaterThan(0);
  expect(reached).toBe(0);
});
