/** Within a queue, companies take turns: the work of one does not wait behind the backlog of another. */
import { createServer, type Server, type Socket } from 'node:net';
import { startTestServer, startTestWorker, until, type TestServer } from '@cairn/testing';
import { startPrivateTemporal, type PrivateTemporal } from '@cairn/testing/private-temporal';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from './platform/ids.ts';

const BACKLOG = 40;
/** Of the backlog, this many at most come before the other company's scan: those that the worker is about to get. */
const AHEAD = 10;

let temporal: PrivateTemporal;
let server: TestServer;
let worker: { stop(): Promise<void> };
let connection: Connection;
/** Says that all is clean, once it may. */
let clamd: Server;
const sockets = new Set<Socket>();
const { promise: answers, resolve: letAnswer } = Promise.withResolvers<void>();
/** The texts that were scanned, in their order. */
const scanned: string[] = [];

const CHUNK_HEADER = 'zINSTREAM\0'.length + 4;

beforeAll(async () => {
  clamd = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    const received: Buffer[] = [];
    socket.on('data', (data) => {
      received.push(data);
      const all = Buffer.concat(received);
      if (!all.subarray(-4).equals(Buffer.alloc(4))) return;
      scanned.push(all.subarray(CHUNK_HEADER, -4).toString());
      void answers.then(() => socket.write('stream: OK\0'));
    });
  });
  await new Promise<void>((resolve) => clamd.listen(0, '127.0.0.1', resolve));
  const { port } = clamd.address() as { port: number };
  temporal = await startPrivateTemporal();
  connection = await Connection.connect({ address: temporal.address });
  server = await startTestServer({ config: { clamd: { host: '127.0.0.1', port } } });
  const { slots } = server.config.engine;
  worker = await startTestWorker(server, undefined, {
    address: temporal.address,
    queues: ['scans'],
    slots: { ...slots, scans: 1 },
  });
}, 120_000);
afterAll(async () => {
  letAnswer();
  await worker.stop();
  for (const socket of sockets) socket.destroy();
  clamd.close();
  await server.stop();
  await connection.close();
  await temporal.stop();
});

/** Returns the id of the event, which is that of the workflow. */
async function upload(companyId: string, text: string): Promise<string> {
  const account = await server.given.account();
  const [avatarId, eventId] = [newId(), newId()];
  await server.owner.query(
    `insert into cairn.avatar (account_id, id, content, content_type, virus_scan_state)
      values ($1, $2, $3, 'image/png', 'PENDING')`,
    [account.id, avatarId, Buffer.from(text)],
  );
  await server.owner.query(
    `insert into cairn.event (company_id, id, at, kind, account_id, staff_only, changes, workflow, input)
      values ($1, $2, now(), 'avatar.uploaded', $3, false, '{}', 'scanAvatar', $4)`,
    [companyId, eventId, account.id, JSON.stringify({ avatarId })],
  );
  await server.owner.query('notify cairn_events');
  return eventId;
}

/** Until its scan is in the queue. */
async function isQueued(eventId: string): Promise<void> {
  const handle = new Client({ connection }).workflow.getHandle(eventId);
  await until(async () => {
    const described = await handle.describe().catch(() => undefined);
    return described?.raw.pendingActivities?.length;
  }, 60_000);
}

test('the one scan of a company overtakes the backlog of another, whose own next scan does not', async () => {
  const [busy, other] = [await server.given.company(), await server.given.company()];
  const backlog = Array.from({ length: BACKLOG }, async () =>
    isQueued(await upload(busy.id, 'backlog')),
  );
  await Promise.all(backlog);
  await isQueued(await upload(busy.id, 'next of the busy one'));
  await isQueued(await upload(other.id, 'other'));
  await until(async () => scanned.length > 0);
  expect(scanned).toEqual(['backlog']);
  letAnswer();
  await until(async () => scanned.length === BACKLOG + 2, 60_000);
  const [place, nextPlace] = [scanned.indexOf('other'), scanned.indexOf('next of the busy one')];
  console.log(
    `place of the other: ${place}, of the busy one's next: ${nextPlace}, of ${scanned.length}`,
  );
  expect(place).toBeLessThanOrEqual(AHEAD);
  expect(nextPlace).toBeGreaterThanOrEqual(BACKLOG - AHEAD);
}, 180_000);
