/** Within a queue, companies take turns: the work of one does not wait behind the backlog of another. */
import { createServer, type Server, type Socket } from 'node:net';
import {
  countWaitingStatements,
  ExportSteps,
  flags,
  startTestServer,
  startTestWorker,
  textOfPdf,
  until,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { startPrivateTemporal, type PrivateTemporal } from '@cairn/testing/private-temporal';
import { Client, Connection } from '@temporalio/client';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onePagePdf } from '../../../tools/database/one-page-pdf.ts';
import { Bus } from './platform/bus.ts';
import { newId, PLATFORM_COMPANY } from './platform/ids.ts';
import { Relay } from './platform/relay.ts';
import { taskQueueFor, URGENT_WORKFLOWS, type QueueName } from './task-queues.ts';

const BACKLOG = 40;
/**
 * Upper bound on the backlog's scans that run before the other company's scan: those that the worker has already
 * fetched.
 */
const AHEAD = 10;

let temporal: PrivateTemporal;
let server: TestServer;
let steps: ExportSteps;
let connection: Connection;
/** A virus scanner that reports every file as clean, once the test lets it answer. */
let clamd: Server;
const sockets = new Set<Socket>();
const { promise: answers, resolve: letAnswer } = Promise.withResolvers<void>();
/** Scanned texts, in scan order. */
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
  steps = new ExportSteps(server);
}, 120_000);
afterAll(async () => {
  letAnswer();
  steps.stop();
  for (const socket of sockets) socket.destroy();
  clamd.close();
  await server.stop();
  await connection.close();
  await temporal.stop();
});

/** A worker with a single slot on this queue: it runs one activity at a time. */
const startOneSlot = (queue: QueueName, taskQueue: string, over: Partial<Engine> = {}) =>
  startTestWorker(server, undefined, {
    address: temporal.address,
    queues: [queue],
    slots: { ...server.config.engine.slots, [queue]: 1 },
    taskQueue,
    ...over,
  });
type Engine = TestServer['config']['engine'];

interface Work {
  workflow: string;
  input: object;
  companyId: string;
  accountId?: string;
}

/** Returns the id of the event, which is also the id of the workflow. */
async function ask({ workflow, input, companyId, accountId }: Work): Promise<string> {
  const id = newId();
  await server.owner.query(
    `insert into cairn.event (company_id, id, at, kind, account_id, staff_only, changes, workflow, input)
      values ($1, $2, now(), 'asked', $3, false, '{}', $4, $5)`,
    [companyId, id, accountId, workflow, JSON.stringify(input)],
  );
  await server.owner.query('notify cairn_events');
  return id;
}

async function askForScan(companyId: string, text: string): Promise<string> {
  const account = await server.given.account();
  const avatarId = newId();
  await server.owner.query(
    `insert into cairn.avatar (account_id, id, content, content_type, virus_scan_state)
      values ($1, $2, $3, 'image/png', 'PENDING')`,
    [account.id, avatarId, Buffer.from(text)],
  );
  return ask({
    workflow: 'scanAvatar',
    input: { avatarId },
    companyId,
    accountId: account.id,
  });
}

/** Waits until the scan is in the task queue. */
async function isQueued(eventId: string): Promise<void> {
  const handle = new Client({ connection }).workflow.getHandle(eventId);
  await until(async () => {
    const described = await handle.describe().catch(() => undefined);
    return described?.raw.pendingActivities?.length;
  }, 60_000);
}

test('the one scan of a company overtakes the backlog of another, whose own next scan does not', async () => {
  const worker = await startOneSlot('scans', newId());
  try {
    const [busy, other] = [await server.given.company(), await server.given.company()];
    const backlog = Array.from({ length: BACKLOG }, async () =>
      isQueued(await askForScan(busy.id, 'backlog')),
    );
    await Promise.all(backlog);
    await isQueued(await askForScan(busy.id, 'next of the busy one'));
    await isQueued(await askForScan(other.id, 'other'));
    await until(async () => scanned.length > 0);
    expect(scanned).toEqual(['backlog']);
    letAnswer();
    await until(async () => scanned.length === BACKLOG + 2, 60_000);
    const [place, nextPlace] = [scanned.indexOf('other'), scanned.indexOf('next of the busy one')];
    expect(place).toBeLessThanOrEqual(AHEAD);
    expect(nextPlace).toBeGreaterThanOrEqual(BACKLOG - AHEAD);
  } finally {
    await worker.stop();
  }
}, 180_000);

/** Queues work in the given order before any worker is started. */
async function queueUp(taskQueue: string, askAll: () => Promise<void>): Promise<void> {
  const bus = new Bus(server.config.database.relay);
  await bus.start();
  const relay = new Relay({
    url: server.config.database.relay,
    client: new Client({ connection }),
    taskQueueFor: (workflow) => taskQueueFor(taskQueue, workflow),
    urgent: URGENT_WORKFLOWS,
    log: pino({ level: 'silent' }),
  });
  relay.start(bus);
  try {
    await askAll();
    await isHandedOver();
  } finally {
    await relay.stop();
    await bus.stop();
  }
}

/** Whether Temporal has all requested workflows. */
const isHandedOver = () =>
  until(async () => {
    const { rows } = await server.owner.query(
      'select from cairn.event where workflow is not null and dispatched_at is null limit 1',
    );
    return rows.length === 0;
  }, 60_000);

/** Waits for all workflows; their ids in the order in which they ended. */
async function endsInOrder(ids: readonly string[]): Promise<string[]> {
  const client = new Client({ connection });
  const ends = await Promise.all(
    ids.map(async (id) => {
      const handle = client.workflow.getHandle(id);
      await handle.result();
      return { id, at: (await handle.describe()).closeTime!.getTime() };
    }),
  );
  return ends.toSorted((one, next) => one.at - next.at).map(({ id }) => id);
}

/**
 * Queues the busy company's backlog, then one more of its emails, then one of the other company. Returns the position
 * in which each of the last two was sent.
 */
async function placesInMail(busy: () => Work, other: Work) {
  const taskQueue = newId();
  const ids: string[] = [];
  await queueUp(taskQueue, async () => {
    for (let count = 0; count <= BACKLOG; count += 1) {
      ids.push(await ask(busy()));
      await isHandedOver();
    }
    ids.push(await ask(other));
  });
  const worker = await startOneSlot('codes', taskQueue);
  try {
    const order = await endsInOrder(ids);
    return { next: order.indexOf(ids.at(-2)!), other: order.indexOf(ids.at(-1)!) };
  } finally {
    await worker.stop();
  }
}

const passwordChanged = (accountId: string, companyId: string): Work => ({
  workflow: 'sendMail',
  input: { mail: 'passwordChanged', accountId },
  companyId,
  accountId,
});

test('the email of a company overtakes the backlog of another', async () => {
  const [one, two] = [await server.given.company(), await server.given.company()];
  const account = await server.given.account();
  const places = await placesInMail(
    () => passwordChanged(account.id, one.id),
    passwordChanged(account.id, two.id),
  );
  expect(places.other).toBeLessThanOrEqual(AHEAD);
  expect(places.next).toBeGreaterThanOrEqual(BACKLOG - AHEAD);
}, 180_000);

test('the log-in code of an account, which has no company, overtakes the backlog of another account', async () => {
  const [one, two] = [await server.given.account(), await server.given.account()];
  const places = await placesInMail(
    () => passwordChanged(one.id, PLATFORM_COMPANY),
    passwordChanged(two.id, PLATFORM_COMPANY),
  );
  expect(places.other).toBeLessThanOrEqual(AHEAD);
  expect(places.next).toBeGreaterThanOrEqual(BACKLOG - AHEAD);
}, 180_000);

/** Conversions and exports take seconds, so fewer of them are queued. */
const FEW = 12;
const FEW_AHEAD = 4;

/** The companies of these events, in order. */
async function companiesOf(kind: string, companies: readonly Company[], count: number) {
  return until(async () => {
    const { rows } = await server.owner.query<{ company_id: string }>(
      'select company_id from cairn.event where kind = $1 and company_id = any($2) order by at, id',
      [kind, companies.map(({ id }) => id)],
    );
    return rows.length === count && rows.map(({ company_id }) => company_id);
  }, 120_000);
}

async function lenderOf(company: Company) {
  const { given } = server;
  const phase = await given.phase(company);
  const { account, token } = await given.colleague(company);
  const loanWith = async (files: number) => {
    const loan = await given.loan(phase);
    await given.role(loan, account, 'LENDER');
    const documentIds: string[] = [];
    for (let count = 1; count <= files; count += 1) {
      const file = [`${count}.pdf`, onePagePdf(`Page ${count}`, [])] as const;
      const { documentId } = await steps.answered(loan, account, file);
      documentIds.push(documentId);
    }
    return { loan, documentIds };
  };
  return { company, token, loanWith };
}

test('the one conversion of a company overtakes the backlog of another', async () => {
  const busy = await lenderOf(await server.given.company());
  const other = await lenderOf(await server.given.company());
  const convert = async ({ company, loanWith }: Lender) => {
    const [documentId] = (await loanWith(1)).documentIds;
    const input = { companyId: company.id, documentId, version: 1 };
    await ask({ workflow: 'processDocument', input, companyId: company.id });
    await isHandedOver();
  };
  const taskQueue = newId();
  await queueUp(taskQueue, async () => {
    for (let count = 0; count < FEW; count += 1) await convert(busy);
    await convert(other);
  });
  const worker = await startOneSlot('documents', taskQueue);
  try {
    const companyIds = await companiesOf(
      'document.processed',
      [busy.company, other.company],
      FEW + 1,
    );
    expect(companyIds.indexOf(other.company.id)).toBeLessThanOrEqual(FEW_AHEAD);
  } finally {
    await worker.stop();
  }
}, 240_000);

async function exportOf({ loanWith }: Lender, files: number) {
  const { loan } = await loanWith(files);
  return loan;
}

/** Requests the export of each loan while the first export occupies the only slot, because its row is locked. */
async function exportAll(
  loans: readonly { loan: Loan; token: string }[],
  kind: ReturnType<typeof flags>,
  over: Partial<Engine> = {},
) {
  const [first, ...others] = loans;
  const taskQueue = newId();
  await queueUp(taskQueue, async () => {
    await steps.refresh(first!.loan, first!.token, kind);
  });
  const holding = await server.owner.connect();
  await holding.query('begin');
  await holding.query('select from cairn.package_file where loan_id = $1 for update', [
    first!.loan.id,
  ]);
  const worker = await startOneSlot('exports', taskQueue, over);
  await until(async () => (await countWaitingStatements(server)) > 0);
  for (const { loan, token } of others) {
    await steps.refresh(loan, token, kind);
    const { rows } = await server.owner.query<{ id: string }>(
      `select id from cairn.event where loan_id = $1 and workflow = 'makePackages'`,
      [loan.id],
    );
    await isQueued(rows[0]!.id);
  }
  await holding.query('commit');
  holding.release();
  return worker;
}

test('the one export of a company overtakes the backlog of another', async () => {
  const busy = await lenderOf(await server.given.company());
  const other = await lenderOf(await server.given.company());
  const loans: { loan: Loan; token: string }[] = [];
  for (let count = 0; count < FEW; count += 1) {
    loans.push({ loan: await exportOf(busy, 1), token: busy.token });
  }
  loans.push({ loan: await exportOf(other, 1), token: other.token });
  const worker = await exportAll(loans, flags(true, false));
  try {
    const companyIds = await companiesOf('package.made', [busy.company, other.company], FEW + 1);
    expect(companyIds.indexOf(other.company.id)).toBeLessThanOrEqual(FEW_AHEAD);
  } finally {
    await worker.stop();
  }
}, 240_000);

test('the export of a company does not wait for the end of a long one, which loses nothing by its turns', async () => {
  const busy = await lenderOf(await server.given.company());
  const other = await lenderOf(await server.given.company());
  const long = { loan: await exportOf(busy, FEW), token: busy.token };
  const short = { loan: await exportOf(other, 1), token: other.token };
  // Zero seconds: an export's turn ends after each conversion.
  const over = { exportTurnSeconds: 0 };
  const worker = await exportAll([long, short], flags(false, true), over);
  try {
    const companyIds = await companiesOf('package.made', [busy.company, other.company], 2);
    expect(companyIds).toEqual([other.company.id, busy.company.id]);
    const { pdfPackage } = await steps.urls(long.loan, busy.token, flags(false, true));
    const { path } = await steps.fetched(pdfPackage, busy.token);
    expect(new Set(textOfPdf(path).match(/Page \d+/g)).size).toBe(FEW);
  } finally {
    await worker.stop();
  }
}, 240_000);

type Lender = Awaited<ReturnType<typeof lenderOf>>;
