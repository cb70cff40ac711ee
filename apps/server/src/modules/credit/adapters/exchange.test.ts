import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BureauUnavailable } from './errors.ts';
import { exchange } from './exchange.ts';

let bureau: Server;
let elsewhere: Server;
let status = 307;
const reached: IncomingMessage[] = [];

const listen = (server: Server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const address = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

beforeAll(async () => {
  elsewhere = createServer((request, answer) => {
    reached.push(request);
    answer.end('a report from elsewhere');
  });
  await listen(elsewhere);
  bureau = createServer((_, answer) => {
    answer.writeHead(status, { location: address(elsewhere) }).end('moved');
  });
  await listen(bureau);
});
beforeEach(() => void reached.splice(0));
afterAll(() => {
  bureau.close();
  elsewhere.close();
});

test.each([301, 302, 303, 307, 308])(
  'a redirect (%i) is refused, and neither token nor subject goes where it leads',
  async (nextStatus) => {
    status = nextStatus;
    const reply = exchange({
      url: new URL(address(bureau)),
      method: 'POST',
      headers: { authorization: 'Bearer token' },
      body: 'SSN=123456789',
    });
    await expect(reply).rejects.toBeInstanceOf(BureauUnavailable);
    expect(reached).toEqual([]);
  },
);
