/**
 * Bar 10: from the acknowledged commit of a change until a client of the event stream has read it, through the notice,
 * the feed of a web process and HTTP, against a bare NOTIFY until another connection has it.
 */
import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Bus } from '@cairn/server/platform/bus';
import { Db } from '@cairn/server/platform/db/db';
import { recordEvent } from '@cairn/server/platform/record-event';
import pg from 'pg';
import type { Bar, Experiment } from '../experiment.ts';
import type { FileWorld } from '../file-world.ts';
import { startWeb } from '../processes.ts';
import { now, type Sample } from '../rounds.ts';

/** Nothing else runs during this pause: a change that follows at once would be read together with the previous one. */
const REST_MS = 20;

async function bareNotice(url: string): Promise<{ sample: Sample; close(): Promise<void> }> {
  const [sender, receiver] = [new pg.Client(url), new pg.Client(url)];
  await sender.connect();
  await receiver.connect();
  await receiver.query('listen bench');
  return {
    sample: async () => {
      await wait(REST_MS);
      const { promise, resolve } = Promise.withResolvers<bigint>();
      receiver.once('notification', () => resolve(now()));
      const start = now();
      await sender.query('notify bench');
      return Number((await promise) - start) / 1000;
    },
    async close() {
      await sender.end();
      await receiver.end();
    },
  };
}

function openStream(port: number, token: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(
      `http://127.0.0.1:${port}/api/v1/events`,
      { headers: { cookie: `cairn-session=${token}` }, agent: false },
      (answer) =>
        answer.statusCode === 200 ? resolve(answer) : reject(new Error(`${answer.statusCode}`)),
    ).on('error', reject);
  });
}

async function open(world: FileWorld): Promise<Experiment> {
  const { server, environment } = world;
  const { given, config } = server;
  const company = await given.company();
  const loan = await given.loan(await given.phase(company));
  const { account, token } = await given.colleague(company);
  await given.role(loan, account, 'LENDER');
  const web = await startWeb(environment);
  const stream = await openStream(web.port, token);
  const bus = new Bus(config.database.relay);
  await bus.start();
  let committedAt = 0n;
  const db = new Db({
    url: config.database.app,
    poolSize: 1,
    committed: () => {
      committedAt = now();
      bus.notify();
    },
  });
  let waiter: { text: string; resolve: (at: bigint) => void } | undefined;
  stream.on('data', (data: Buffer) => {
    const at = now();
    if (waiter && data.includes(waiter.text)) waiter.resolve(at);
  });
  const ours: Sample = async () => {
    await wait(REST_MS);
    const { promise, resolve } = Promise.withResolvers<bigint>();
    waiter = { text: 'event: change', resolve };
    await db.write({ kind: 'company', companyId: company.id }, async (tx) =>
      recordEvent(tx, {
        kind: 'loan.edited',
        companyId: company.id,
        loanId: loan.id,
        changes: ['loan'],
        detail: { bench: randomUUID() },
      }),
    );
    return Number((await promise) - committedAt) / 1000;
  };
  const bare = await bareNotice(config.database.relay);
  return {
    title: 'commit, notice, feed, stream',
    plan: world.plan({ rounds: 100, turn: 5, warmUp: 5 }),
    variants: { ours, 'bare notice': bare.sample, 'bare notice again': bare.sample },
    figure: { over: ['ours'], under: ['bare notice'] },
    same: { over: ['bare notice again'], under: ['bare notice'] },
    async close() {
      stream.destroy();
      await bare.close();
      await db.close();
      await bus.stop();
      await web.stop();
    },
  };
}

export const eventStreamBar: Bar<FileWorld> = {
  number: 10,
  title: 'commit to event in an open stream ÷ bare notify',
  target: 2,
  experiments: [open],
};
