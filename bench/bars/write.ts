/**
 * Bar 8: the cost of checks, audit entry, event and stored reply of a write. 8a compares with the same rows written
 * by bare SQL in one flush; 8b with a single bare INSERT, a commit of 1 ms and a database 0.5 ms away.
 */
import { randomUUID } from 'node:crypto';
import { AuditKeys } from '@cairn/server/platform/audit/entry';
import { Bus } from '@cairn/server/platform/bus';
import { Db } from '@cairn/server/platform/db/db';
import { inOnePipeline, statement, type Statement } from '@cairn/server/platform/db/pipeline';
import { newId } from '@cairn/server/platform/ids';
import type { Tracing } from '@cairn/server/platform/tracing/tracing';
import pg from 'pg';
import { asOwner } from '../database.ts';
import type { Bar, Experiment } from '../experiment.ts';
import { HttpClient, requestText } from '../http-client.ts';
import { startStaticServer, startWeb } from '../processes.ts';
import { measureMicroseconds, type Sample, type Variants } from '../rounds.ts';
import type { World } from '../world.ts';
import { countBareWrites, countHandlerWrites } from '../writes/counted-work.ts';
import {
  auditSecret,
  openWriteKind,
  pinsAndUnpins,
  type KindName,
  type Write,
} from '../writes/write-kinds.ts';
import { withDelay } from './with-delay.ts';

const PLAN = { rounds: 300, turn: 4, warmUp: 30 };
/** Maximum number of attempts, as in main.ts, if the baseline is inconsistent. */
const ATTEMPTS = 3;
const BEGIN = statement('begin');
const COMMIT = statement('commit');

type Open = (world: World) => Promise<Experiment>;

/**
 * Waits, not measured, for the notice after each commit; otherwise the next sample would include it. Every arm sends
 * one, so that all samples follow the same pause.
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
    const time = await work();
    await notice;
    return time;
  }

  /** Adds the notice to an arm that writes no event. */
  paced(sample: Sample): Sample {
    return () =>
      this.after(async () => {
        const time = await sample();
        this.bus.notify();
        return time;
      });
  }
}

/** Resources that are closed in reverse order. */
class Opened {
  private readonly closing: (() => Promise<unknown>)[] = [];

  add<T>(opened: T, close: () => Promise<unknown>): T {
    this.closing.unshift(close);
    return opened;
  }

  async client(url: string): Promise<pg.Client> {
    const client = new pg.Client(url);
    await client.connect();
    return this.add(client, () => client.end());
  }

  close = async (): Promise<void> => {
    for (const each of this.closing) await each();
  };
}

const openDb = ({ urls }: World, bus: Bus, tracing?: Tracing): Db =>
  new Db({
    url: urls.app,
    poolSize: 1,
    committed: bus.notify,
    auditKeys: new AuditKeys(auditSecret),
    tracing,
  });

const inTransaction = ({ bare }: Write): Statement[] => [BEGIN, ...bare, COMMIT];

/**
 * The bare arm: the owner writes the same rows without row security, context, checks or locks, but with each table's
 * triggers, keys and indexes.
 */
async function sameRows(
  { urls }: World,
  opened: Opened,
  notices: Notices,
  next: () => Write,
): Promise<Sample> {
  const client = await opened.client(urls.owner);
  return notices.paced(() => {
    const statements = inTransaction(next());
    return measureMicroseconds(() => inOnePipeline(client, statements));
  });
}

async function bareInsert(
  { urls, measured }: World,
  opened: Opened,
  notices: Notices,
): Promise<Sample> {
  const client = await opened.client(urls.owner);
  const insert = {
    name: 'bare-insert',
    text: 'insert into cairn.bench_pin (company_id, account_id, loan_id) values ($1, $2, $3)',
  };
  const { accountId, companyId } = measured.actor;
  return notices.paced(() => {
    const values = [companyId, accountId, newId()];
    return measureMicroseconds(() => client.query({ ...insert, values }));
  });
}

async function commitSettings(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ safe: string }>(
    `select current_setting('fsync') || ', ' || current_setting('synchronous_commit') || ', '
       || current_setting('commit_delay') as safe`,
  );
  return rows[0]!.safe;
}

async function openNotices({ urls }: World, opened: Opened): Promise<[Bus, Notices]> {
  const bus = new Bus(urls.relay);
  await bus.start();
  opened.add(bus, () => bus.stop());
  return [bus, new Notices(bus)];
}

/** The product's write, and the baseline twice. */
const openWrites =
  (name: KindName, baseline: 'same rows' | 'bare insert', counts = false): Open =>
  async (world) => {
    const opened = new Opened();
    const [bus, notices] = await openNotices(world, opened);
    const plan = world.plan(PLAN);
    const db = openDb(world, bus);
    opened.add(db, () => db.close());
    const timedWrites = 3 * (plan.rounds + plan.warmUp) * plan.turn * ATTEMPTS;
    const kind = await openWriteKind(world, name, db, timedWrites + 4 * plan.rounds);

    const nextOfHandler = kind.source();
    const write: Sample = () => {
      const next = nextOfHandler();
      return notices.after(() => measureMicroseconds(() => next.byHandler(db)));
    };
    const bare = (): Promise<Sample> =>
      baseline === 'same rows'
        ? sameRows(world, opened, notices, kind.source())
        : bareInsert(world, opened, notices);
    const variants: Variants = {
      write,
      [baseline]: await bare(),
      [`${baseline} again`]: await bare(),
    };
    const settings = await opened.client(world.urls.owner);
    return {
      title: kind.title,
      plan,
      variants,
      figure: { over: ['write'], under: [baseline] },
      same: { over: [`${baseline} again`], under: [baseline] },
      notes: {
        'fsync, synchronous_commit, commit_delay': await commitSettings(settings),
        ...(counts && (await countBoth(world, bus, plan.rounds, kind.source))),
      },
      close: opened.close,
    };
  };

async function countBoth(
  world: World,
  bus: Bus,
  writes: number,
  source: () => () => Write,
): Promise<Record<string, string>> {
  const [ours, theirs] = [source(), source()];
  return {
    '\n      write:': await countHandlerWrites(
      world.urls.owner,
      writes,
      (tracing) => openDb(world, bus, tracing),
      (db) => ours().byHandler(db),
    ),
    '\n      same rows:': await countBareWrites(world.urls.owner, writes, () =>
      inTransaction(theirs()),
    ),
  };
}

/** Settings that delay each commit by a millisecond before its flush, in addition to the disk's own time. */
const SLOW_COMMIT = { commit_delay: 1000, commit_siblings: 0 };

/** Applies to connections opened from now on. */
async function setForDatabase({ urls }: World, change: (name: string) => string): Promise<void> {
  const database = new URL(urls.owner).pathname.slice(1);
  await asOwner(urls.owner, async (client) => {
    for (const name of Object.keys(SLOW_COMMIT)) {
      await client.query(`alter database ${database} ${change(name)}`);
    }
  });
}

function withSlowCommit(open: Open): Open {
  return async (world) => {
    const reset = (): Promise<void> => setForDatabase(world, (name) => `reset ${name}`);
    const values: Record<string, number> = SLOW_COMMIT;
    await setForDatabase(world, (name) => `set ${name} = ${values[name]}`);
    const experiment = await open(world);
    return {
      ...experiment,
      title: `${experiment.title}, commit of 1 ms`,
      async close() {
        await experiment.close();
        await reset();
      },
    };
  };
}

const pinRequest = ({ measured: { token } }: World, [loanId, pinned]: [string, boolean]): string =>
  requestText('PUT', `/api/v1/loans/${loanId}/${pinned ? 'pin' : 'unpin'}`, {
    cookie: `cairn-session=${token}`,
    'idempotency-key': randomUUID(),
  });

/** The pin through the whole server, compared with the same rows and a server that does nothing. */
async function openOverHttp(world: World): Promise<Experiment> {
  const opened = new Opened();
  const [bus, notices] = await openNotices(world, opened);
  const db = openDb(world, bus);
  opened.add(db, () => db.close());
  const kind = await openWriteKind(world, 'pin', db, 0);

  const web = await startWeb(world.environment);
  opened.add(web, () => web.stop());
  const pinClient = await HttpClient.open(web.port);
  opened.add(pinClient, async () => pinClient.close());
  const loans = pinsAndUnpins(world);
  const { contentType, body } = await pinClient.succeed(pinRequest(world, loans.next().value));
  const fixed = await startStaticServer({ contentType, body: String(body) });
  opened.add(fixed, () => fixed.stop());
  const fixedPut = await HttpClient.open(fixed.port);
  opened.add(fixedPut, async () => fixedPut.close());
  return {
    title: 'the pin over HTTP ÷ (same rows + static PUT)',
    plan: world.plan(PLAN),
    variants: {
      put: () => {
        const request = pinRequest(world, loans.next().value);
        return notices.after(() => measureMicroseconds(() => pinClient.succeed(request)));
      },
      'static PUT': notices.paced(() => {
        const request = pinRequest(world, ['00000000-0000-0000-0000-000000000000', true]);
        return measureMicroseconds(() => fixedPut.succeed(request));
      }),
      'same rows': await sameRows(world, opened, notices, kind.source()),
      'same rows again': await sameRows(world, opened, notices, kind.source()),
    },
    figure: { over: ['put'], under: ['same rows', 'static PUT'] },
    same: { over: ['same rows again'], under: ['same rows'] },
    close: opened.close,
  };
}

const ROWS_TITLE =
  'a write with audit, outbox and idempotency ÷ the same rows by bare SQL in one flush';
const sameRowsBar = (name: KindName, ...more: Open[]): Bar => {
  const open = openWrites(name, 'same rows', true);
  const away = withDelay(openWrites(name, 'same rows'));
  return {
    number: 8,
    part: 'a',
    title: ROWS_TITLE,
    target: 1.4,
    experiments: [open, away, ...more],
  };
};
const bareInsertBar = (name: KindName): Bar => ({
  number: 8,
  part: 'b',
  title: 'the same ÷ one bare INSERT',
  target: 1.8,
  experiments: [withSlowCommit(withDelay(openWrites(name, 'bare insert')))],
});

export const writeBars: readonly Bar[] = [
  sameRowsBar('pin', openOverHttp),
  sameRowsBar('answer'),
  bareInsertBar('pin'),
  bareInsertBar('answer'),
];
