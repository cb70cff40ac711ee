/** A stop finishes requests in flight, and stalled connections do not stay open. */
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startTestServer, type TestServer } from '@cairn/testing';
import { Agent, request } from 'node:http';
import type { Draining } from './drain.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let server: TestServer;
let port: number;
beforeEach(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as { port: number }).port;
});
afterEach(() => server.stop());

const draining = (): Draining => (server.app as unknown as { draining: Draining }).draining;
const drain = (delayMs: number, deadlineMs: number, idleMs = 0) =>
  draining().drain({ delayMs, idleMs, deadlineMs });
async function untilInFlight(count: number): Promise<void> {
  while (draining().inFlight < count) await wait(10);
}

interface Got {
  status: number | undefined;
  connection: string | undefined;
}
const get = (path: string, agent?: Agent): Promise<Got> =>
  new Promise((done, fail) => {
    request({ port, host: '127.0.0.1', path, agent }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        done({ status: answer.statusCode, connection: answer.headers.connection }),
      );
      answer.on('aborted', () => fail(new Error('cut')));
    })
      .on('error', fail)
      .end();
  });

/** A request that stays in flight, because its body is sent in two parts. */
function slowRequest(): { socket: Socket; finish(): void; answer: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'POST /api/v1/noauth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
  );
  const answer = new Promise<string>((done) => {
    let text = '';
    socket.on('data', (data: Buffer) => (text += data.toString()));
    socket.on('close', () => done(text));
    socket.on('error', () => {});
  });
  return { socket, finish: () => void socket.write('}'), answer };
}

/**
 * Connects and sends in another thread while this one, which listens, is busy. `begin` is called before; when this
 * returns to the event loop, the first 500 ms after it are over. Resolves to how each of the connections ended.
 */
async function connectWhileBusy(count: number, begin: () => void): Promise<string[]> {
  /** Shared counters: how many are connected, and whether they may begin. */
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(
    `const { parentPort, workerData: { count, port, shared } } = require('node:worker_threads');
     const { connect } = require('node:net');
     const attempt = () => new Promise((done) => {
       let text = '';
       const socket = connect(port, '127.0.0.1', () => {
         socket.write('GET /livez HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n');
         Atomics.add(shared, 0, 1);
         Atomics.notify(shared, 0);
       });
       socket.on('data', (data) => (text += data));
       socket.on('error', ({ code }) => done(code));
       socket.on('close', () => done(text.slice(0, 12)));
     });
     Atomics.wait(shared, 1, 0);
     Promise.all(Array.from({ length: count }, attempt)).then((ends) => parentPort.postMessage(ends));`,
    { eval: true, workerData: { count, port, shared } },
  );
  await new Promise((done) => worker.once('online', done));
  const ended = new Promise<string[]>((done) => worker.once('message', done));
  begin();
  const began = Date.now();
  Atomics.store(shared, 1, 1);
  Atomics.notify(shared, 1);
  for (let soFar = 0; soFar < count; soFar = shared[0]!) Atomics.wait(shared, 0, soFar, 5000);
  while (Date.now() < began + 500);
  const answers = await ended;
  await worker.terminate();
  return answers;
}

describe('drain', () => {
  test('connections that wait to be accepted when listening ends are served', async () => {
    let stopped: Promise<boolean> | undefined;
    const answers = await connectWhileBusy(20, () => {
      stopped = drain(100, 10_000);
    });
    expect(answers).toEqual(Array(20).fill('HTTP/1.1 200'));
    expect(await stopped).toBe(true);
  });

  test('requests in flight are finished, however many', async () => {
    const slow = Array.from({ length: 10 }, slowRequest);
    await untilInFlight(10);
    const stopped = drain(0, 10_000);
    await wait(300);
    for (const each of slow) each.finish();
    expect(await stopped).toBe(true);
    for (const each of slow) expect(await each.answer).toMatch(/^HTTP\/1.1 \d{3} /);
  });

  test('while it drains, readiness is off, requests are served, and their connections end', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await get('/readyz', agent)).toMatchObject({ status: 200 });
    expect(await get('/livez', agent)).toMatchObject({ status: 200 });
    const stopped = drain(500, 10_000);
    await wait(50);
    expect(await get('/readyz')).toEqual({ status: 503, connection: 'close' });
    expect(await get('/livez')).toMatchObject({ status: 200 });
    expect(await get('/api/v1/noauth/version', agent)).toEqual({
      status: 200,
      connection: 'close',
    });
    await wait(600);
    // New connections are refused before idle ones are closed.
    await expect(get('/livez')).rejects.toThrow('ECONNREFUSED');
    expect(await stopped).toBe(true);
    agent.destroy();
  });

  test('a request that a proxy sends late on an idle connection is answered', async () => {
    const agents = Array.from({ length: 4 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    for (const agent of agents) await get('/livez', agent);
    const stopped = drain(100, 20_000, 3000);
    for (const [index, agent] of agents.entries()) {
      // At growing times after the process stopped listening, all later than a busy proxy may notice a closed
      // connection.
      await wait(300 + 100 * index);
      await expect(get('/livez')).rejects.toThrow('ECONNREFUSED');
      expect(await get('/livez', agent)).toEqual({ status: 200, connection: 'close' });
    }
    const began = performance.now();
    expect(await stopped).toBe(true);
    // No connection is left to wait for.
    expect(performance.now() - began).toBeLessThan(2000);
  });

  test('an idle connection is closed once the proxy has given it up', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await get('/livez', agent);
    const began = performance.now();
    expect(await drain(0, 20_000, 1000)).toBe(true);
    expect(performance.now() - began).toBeGreaterThan(950);
    expect(performance.now() - began).toBeLessThan(5000);
    agent.destroy();
  });

  test('the connection of an event stream is not used again when the stream ends', async () => {
    const account = await server.given.account();
    const token = await server.given.session(account, { roleLevel: 'BORROWER' });
    const headers = { cookie: `cairn-session=${token}` };
    const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
    request({ port, host: '127.0.0.1', path: '/api/v1/events', headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.headers.connection));
      void drain(0, 10_000);
    })
      .on('error', reject)
      .end();
    expect(await promise).toBe('close');
  });

  test('a request that does not end is cut at the deadline, and that is reported', async () => {
    const slow = slowRequest();
    await untilInFlight(1);
    const began = Date.now();
    expect(await drain(0, 500)).toBe(false);
    expect(Date.now() - began).toBeLessThan(5000);
    expect(await slow.answer).toBe('');
  });
});

describe('timeouts', () => {
  test('F9, ASVS 15.2.2: a half-sent request is closed', async () => {
    expect(server.app.server.requestTimeout).toBe(60_000);
    expect(server.app.server.headersTimeout).toBe(30_000);
    expect(server.app.server.timeout).toBe(150_000);
    // Node applies the shorter of the two timeouts to the headers.
    server.app.server.headersTimeout = 500;
    server.app.server.requestTimeout = 1000;
    const slow = slowRequest();
    const began = Date.now();
    expect(await slow.answer).toMatch(/^(HTTP\/1.1 408 |$)/);
    expect(Date.now() - began).toBeLessThan(15_000);
  });
});

test('ASVS 16.2.1: access log lines carry the client address', async () => {
  await get('/api/v1/noauth/version');
  const line = server.logged.map((each) => JSON.parse(each)).find((each) => each.call);
  expect(line).toMatchObject({ call: 'getVersion', address: '127.0.0.1', status: 200 });
});
