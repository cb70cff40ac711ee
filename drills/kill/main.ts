/**
 * node drills/kill/main.ts [--kills 50] [--targets web,worker,database,store,engine] [--seed N] [--control
 * split-outbox]
 *
 * Kills web, worker, database, object store and Temporal under load, and compares what clients were told with the
 * actual state. See drills/README.md.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { killService, startService, up, type ServiceName } from '../../tools/services/index.ts';
import { exclusively } from '../../tools/services/process.ts';
import { Clients } from './clients.ts';
import { connectEngine, connectStore, readFacts } from './facts.ts';
import { killAll, killOrder, TARGETS, type Kills, type Target, type Victim } from './killer.ts';
import { Ledger, readLedger } from './ledger.ts';
import { assertDurable, recreateDatabase, relayConnections } from './database.ts';
import { Role } from './processes.ts';
import { Random } from '@cairn/testing/random';
import { count, hasFailed, printOutcome, type Outcome } from './report.ts';
import { drillFolder, ORIGIN, processEnvironment, PROFILE } from './settings.ts';
import { judgeBytes, judgeWork, settle } from './settle.ts';
import { Traffic } from './traffic.ts';
import { unnoticedTampering } from './tamper.ts';
import { doneUntold, judge, replays } from './verdict.ts';
import { makeWorld, type World } from './world.ts';

const CONTROLS: Record<string, string> = {
  'split-outbox': join(import.meta.dirname, 'control/register.ts'),
};

interface Options {
  kills: number;
  targets: readonly Target[];
  seed: number;
  control: string | undefined;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string' },
      targets: { type: 'string' },
      seed: { type: 'string' },
      control: { type: 'string' },
    },
  });
  const { control } = values;
  if (control !== undefined && !CONTROLS[control]) throw new Error(`unknown control ${control}`);
  const names = values.targets?.split(',') ?? TARGETS;
  const targets = TARGETS.filter((target) => names.includes(target));
  if (targets.length !== names.length) throw new Error(`targets are ${TARGETS.join(', ')}`);
  return {
    targets,
    kills: Number(values.kills ?? (control ? 12 : 50)),
    seed: Number(values.seed ?? Date.now() % 1_000_000),
    control,
  };
}

interface Stage {
  readonly env: Record<string, string>;
  readonly taskQueue: string;
  readonly world: World;
  readonly web: Role;
  readonly worker: Role;
}

async function setUp({ kills, control }: Options): Promise<Stage> {
  await up(PROFILE);
  await assertDurable();
  await recreateDatabase();
  const world = await makeWorld(kills);
  // A new queue for each run, so that the work of earlier runs does not count.
  const taskQueue = `cairn-drill-${Date.now()}`;
  const env = processEnvironment(taskQueue);
  const web = new Role({
    role: 'web',
    env: { ...env, LOG_LEVEL: 'warn' },
    nodeFlags: control ? ['--import', CONTROLS[control]!] : [],
    healthy: () => answersFor(world.pinning[0]!.token),
  });
  const worker = new Role({
    role: 'worker',
    env,
    healthy: async (printed) => printed.includes('worker is running'),
  });
  return { env, taskQueue, world, web, worker };
}

/** A call for which the web process queries the database. */
async function answersFor(token: string): Promise<boolean> {
  const answer = await fetch(`${ORIGIN}/api/v2/users/loggedUser`, {
    headers: { cookie: `cairn-session=${token}` },
    signal: AbortSignal.timeout(2000),
  });
  await answer.body?.cancel();
  return answer.ok;
}

/** Kills a service with all its processes at once, and restarts it on its data. */
const service = (name: ServiceName): Victim => ({
  kill: () => killService(PROFILE, name),
  start: () => startService(PROFILE, name),
});

async function killUnderLoad(stage: Stage, ledger: Ledger, options: Options): Promise<Kills> {
  const random = new Random(options.seed);
  const traffic = new Traffic();
  const order = killOrder(options.kills, options.targets, random);
  const { web, worker, world } = stage;
  await Promise.all([web.start(), worker.start()]);
  const clients = new Clients({ world, ledger, traffic, random: random.fork() });
  const kills = await killAll({
    order,
    victims: {
      web,
      worker,
      database: service('postgres'),
      store: service('s3'),
      engine: service('temporal'),
    },
    traffic,
    random,
    relayConnections,
    onKill: (done, target) => console.log(`${done}/${order.length} ${target}`),
  });
  await clients.stop();
  return kills;
}

async function judgeAll(stage: Stage, ledger: Ledger): Promise<Omit<Outcome, 'kills' | 'seconds'>> {
  await settle();
  const entries = readLedger(ledger.path);
  const facts = await readFacts();
  const engine = await connectEngine(stage.env['TEMPORAL_ADDRESS']!, stage.taskQueue);
  const store = connectStore(stage.env);
  try {
    return {
      entries,
      replays: replays(entries, facts),
      doneUntold: doneUntold(entries, facts),
      documents: facts.documents.length,
      findings: [
        ...judge(entries, facts),
        ...(await judgeWork(facts, engine)),
        ...(await judgeBytes(entries, facts, store)),
      ],
      unnoticed: await unnoticedTampering(entries, facts),
      falls: stage.web.falls + stage.worker.falls,
    };
  } finally {
    store.close();
    await engine.close();
  }
}

async function drill(options: Options): Promise<Outcome> {
  const began = performance.now();
  const stage = await setUp(options);
  const ledger = new Ledger(join(drillFolder('run'), 'ledger.jsonl'));
  // An interrupted drill leaves no process behind.
  process.once('exit', () => [stage.web, stage.worker].forEach((role) => role.killNow()));
  try {
    const kills = await killUnderLoad(stage, ledger, options);
    const judged = await judgeAll(stage, ledger);
    return { kills, ...judged, seconds: (performance.now() - began) / 1000 };
  } finally {
    await Promise.all([stage.web.stop(), stage.worker.stop()]);
  }
}

/** Whether the drill showed what it is meant to show. */
function conclude({ control }: Options, outcome: Outcome): boolean {
  printOutcome(outcome);
  if (!control) return !hasFailed(outcome);
  const torn = count(outcome.findings, 'torn');
  console.log(torn > 0 ? `\ncontrol caught: ${torn} torn writes` : '\ncontrol NOT caught');
  return torn > 0;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const options = readOptions();
console.log(`seed ${options.seed}, ${options.kills} kills, control: ${options.control ?? 'none'}`);
const outcome = await exclusively('kill-drill', () => drill(options));
process.exit(conclude(options, outcome) ? 0 : 1);
