/**
 * Bar 8: what an audit entry, an event, a kept reply and the checks before them add to a commit.
 * The write is the pin of a loan, by the handler that serves it.
 */
import { randomUUID } from 'node:crypto';
import { contract } from '@cairn/contract';
import { loanRoutes } from '@cairn/server/modules/loans/index';
import { Bus } from '@cairn/server/platform/bus';
import { Db, type Tx } from '@cairn/server/platform/db/db';
import { hashRequest, writeOnce } from '@cairn/server/platform/idempotency';
import { newId } from '@cairn/server/platform/ids';
import pg from 'pg';
import type { Bar, Experiment } from '../experiment.ts';
import { HttpClient, requestText } from '../http-client.ts';
import { startStaticServer, startWeb } from '../processes.ts';
import { timed, type Sample } from '../rounds.ts';
import type { World } from '../world.ts';
import { delayed } from './delayed.ts';

/** Enough that a loan's rows are not always the last ones written. */
const LOANS = 200;
const PLAN = { rounds: 300, turn: 4, warmUp: 30 };

const { handlers } = loanRoutes();
type PinCall = Parameters<typeof handlers.pinLoan>[0];

type Write = (loanId: string, pinned: boolean) => Promise<unknown>;

/** As http/mount.ts calls it, after the request is parsed. */
function pinHandler({ measured: { actor, scope } }: World, db: Db): Write {
  return (loanId, pinned) => {
    const name = pinned ? 'pinLoan' : 'unpinLoan';
    const { method, path } = contract[name];
    const input = { params: { id: loanId }, query: undefined, body: undefined };
    const requestKey = randomUUID();
    const call = {
      ...input,
      actor,
      reads: db.reads(scope),
      write: <T>(work: (tx: Tx) => Promise<T>) => {
        const requestHash = hashRequest(method, path, input);
        return writeOnce(
          db,
          scope,
          { accountId: actor.accountId, key: requestKey, requestHash },
          work,
        );
      },
    };
    return handlers[name](call as unknown as PinCall);
  };
}

function pinRequest({ measured: { token } }: World, loanId: string, pinned: boolean): string {
  return requestText('PUT', `/api/v1/loans/${loanId}/${pinned ? 'pin' : 'unpin'}`, {
    cookie: `cairn-session=${token}`,
    'idempotency-key': randomUUID(),
  });
}

/** Each loan is pinned and then unpinned, so that nothing piles up. */
function* pinsAndUnpins(loanIds: readonly string[]): Generator<[string, boolean], never> {
  for (;;) {
    for (const loanId of loanIds) {
      yield [loanId, true];
      yield [loanId, false];
    }
  }
}

/**
 * A commit is followed by a notice. It is waited for off the clock, else the next sample would pay
 * for it; and every arm is given one, so that each sample follows the same pause.
 */
class Notices {
  private readonly bus: Bus;
  private heard: (() => void) | undefined;

  constructor(bus: Bus) {
    this.bus = bus;
    bus.onWake(() => this.heard?.());
  }

  async after(work: () => Promise<number>): Promise<number> {
    const notice = new Promise<void>((resolve) => {
      this.heard = resolve;
    });
    const taken = await work();
    await notice;
    return taken;
  }

  /** For an arm that leaves nothing to be told. */
  paced(sample: Sample): Sample {
    return () =>
      this.after(async () => {
        const taken = await sample();
        this.bus.wake();
        return taken;
      });
  }
}

function alternating(world: World, notices: Notices, write: Write): Sample {
  const next = pinsAndUnpins(world.measured.loanIds.slice(-LOANS));
  return () => {
    const [loanId, pinned] = next.next().value;
    return notices.after(() => timed(() => write(loanId, pinned)));
  };
}

/** A loan's first event also starts its chain, which happens once in its life: not measured. */
async function startChains(world: World, write: Sample): Promise<void> {
  const loans = Math.min(LOANS, world.measured.loanIds.length);
  for (let index = 0; index < 2 * loans; index += 1) await write();
}

async function bareInsert({ urls, measured }: World): Promise<[Sample, pg.Client]> {
  const client = new pg.Client(urls.owner);
  await client.connect();
  const insert = {
    name: 'bare-insert',
    text: 'insert into cairn.bench_pin (company_id, account_id, loan_id) values ($1, $2, $3)',
  };
  const { accountId, companyId } = measured.actor;
  return [
    () => {
      const values = [companyId, accountId, newId()];
      return timed(() => client.query({ ...insert, values }));
    },
    client,
  ];
}

async function ground(world: World) {
  const bus = new Bus(world.urls.relay);
  await bus.start();
  const notices = new Notices(bus);
  const [insert, first] = await bareInsert(world);
  const [again, second] = await bareInsert(world);
  const { rows } = await first.query(
    `select current_setting('fsync') || ', ' || current_setting('synchronous_commit') as safe`,
  );
  return {
    bus,
    notices,
    inserts: { 'bare insert': notices.paced(insert), 'bare insert again': notices.paced(again) },
    notes: { 'fsync, synchronous_commit': (rows[0] as { safe: string }).safe },
    async close() {
      await first.end();
      await second.end();
      await bus.stop();
    },
  };
}

async function openInProcess(world: World): Promise<Experiment> {
  const base = await ground(world);
  const db = new Db({ url: world.urls.app, poolSize: 1, committed: base.bus.wake });
  const write = alternating(world, base.notices, pinHandler(world, db));
  await startChains(world, write);
  return {
    title: 'the write path without HTTP',
    plan: world.plan(PLAN),
    variants: { write, ...base.inserts },
    figure: { over: ['write'], under: ['bare insert'] },
    same: { over: ['bare insert again'], under: ['bare insert'] },
    notes: base.notes,
    async close() {
      await db.close();
      await base.close();
    },
  };
}

async function openOverHttp(world: World): Promise<Experiment> {
  const base = await ground(world);
  const web = await startWeb(world.environment);
  const put = await HttpClient.open(web.port);
  const write = alternating(world, base.notices, (loanId, pinned) =>
    put.succeed(pinRequest(world, loanId, pinned)),
  );
  await startChains(world, write);
  const loanId = world.measured.loanIds[0]!;
  const { contentType, body } = await put.succeed(pinRequest(world, loanId, false));
  const fixed = await startStaticServer({ contentType, body: String(body) });
  const fixedPut = await HttpClient.open(fixed.port);
  return {
    title: 'PUT over HTTP ÷ (bare insert + static PUT)',
    plan: world.plan(PLAN),
    variants: {
      put: write,
      'static PUT': base.notices.paced(() =>
        timed(() => fixedPut.succeed(pinRequest(world, loanId, true))),
      ),
      ...base.inserts,
    },
    figure: { over: ['put'], under: ['bare insert', 'static PUT'] },
    same: { over: ['bare insert again'], under: ['bare insert'] },
    notes: base.notes,
    async close() {
      put.close();
      fixedPut.close();
      await web.stop();
      await fixed.stop();
      await base.close();
    },
  };
}

export const writeBar: Bar = {
  number: 8,
  title: 'a write with audit, outbox and idempotency ÷ bare INSERT commit',
  target: 1.4,
  experiments: [openInProcess, delayed(openInProcess), openOverHttp, delayed(openOverHttp)],
};
