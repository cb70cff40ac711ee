/**
 * node bench/load.ts [--scale 0.02] [--seconds 60] [--calls 300] [--files 8] [--seed 1] [--profile drill] [--only costs|mix]
 *
 * Generates the load of docs/operations/scale.md. First measures the CPU time that one call, one file and one stream
 * cost in each part of the system, one kind at a time; then runs the whole mix at --scale of the national peak, and
 * reports the predicted cost next to the measured one. Uses the services of the drill profile, which nothing else uses;
 * see README.md.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { makeDatabase, makeTemplate, ownerPool } from '@cairn/testing/database';
import { cpuSeconds, machineSeconds } from '@cairn/testing/load/cpu-seconds';
import { openStreams } from '@cairn/testing/load/event-streams';
import { arrivals, runOpen, summarize, type Due } from '@cairn/testing/load/open-load';
import { Random } from '@cairn/testing/random';
import { environment, PROFILES, type Profile, up } from '../tools/services/index.ts';
import { Caller, READS } from './load/calls.ts';
import { makeFiles, type SampleFile } from './load/files.ts';
import { makePeople } from './load/people.ts';
import { mapParts, PARTS, Product, type Seconds } from './load/product.ts';

/** National peak rates per second, derived in scale.md. */
const UPLOADS = 11;
const READS_PER_UPLOAD = 20;
const OTHER_WRITES_PER_UPLOAD = 2;
const STREAMS = 15_000;

const IDLE_MS = 5000;
const AT_ONCE = 4;
const DRAIN_MS = 600_000;

const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '0.02' },
    seconds: { type: 'string', default: '60' },
    calls: { type: 'string', default: '300' },
    files: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    profile: { type: 'string', default: 'drill' },
    only: { type: 'string' },
  },
});
const scale = Number(values.scale);
const seconds = Number(values.seconds);
const callsOfKind = Number(values.calls);
const filesOfKind = Number(values.files);
const profile = PROFILES.find((each) => each === values.profile) as Profile;
if (!profile || !(scale > 0 && seconds >= 5 && callsOfKind > 0 && filesOfKind > 0)) {
  throw new Error('--profile names no profile, or a number is too small');
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const uploads = Math.round(UPLOADS * scale * seconds);
const files = makeFiles();
const random = new Random(Number(values.seed));
await up(profile);
Object.assign(process.env, environment(profile));
const url = environment(profile)['MIGRATION_DATABASE_URL']!;
await makeTemplate(url);
const database = await makeDatabase(url, true);
const owner = ownerPool(database);
const people = await makePeople(
  database.urls.owner,
  uploads + callsOfKind + AT_ONCE + (filesOfKind + AT_ONCE) * files.length,
);
const product = await Product.at(profile, database.urls);
const caller = new Caller(product.origin, people, random.fork());
const tokens = [...people.employees, ...people.borrowers].map(({ token }) => token);
const costs = new Map<string, Seconds>();
try {
  console.log(
    `load of the machine before: ${loadavg()
      .map((each) => each.toFixed(1))
      .join(' ')}`,
  );
  await product.startWeb();
  if (values.only !== 'mix') await measureCosts();
  else await product.startWorkers();
  if (values.only !== 'costs') await runMix();
} finally {
  caller.close();
  await product.stop();
  await owner.end();
  await database.drop();
}
for (const problem of caller.problems.values()) console.log(`  ${problem}`);
process.exit(caller.problems.size === 0 ? 0 : 1);

/** CPU time per second without any requests. */
async function idleRate(): Promise<Seconds> {
  const before = product.used();
  await wait(IDLE_MS);
  const after = product.used();
  return mapParts((part) => (after[part] - before[part]) / (IDLE_MS / 1000));
}

async function measureOne(kind: string, count: number, work: () => Promise<unknown>) {
  // Closes idle connections: at the rates of scale.md there are none, and a new connection plans every statement
  // again.
  await Promise.all(Array.from({ length: AT_ONCE }, () => caller.counted(work())));
  if (kind.startsWith('file')) await settle();
  const idle = await idleRate();
  const before = product.used();
  const began = performance.now();
  let remaining = count;
  const takeTurns = async (): Promise<void> => {
    while ((remaining -= 1) >= 0) await caller.counted(work());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
  if (kind.startsWith('file')) await settle();
  const elapsed = (performance.now() - began) / 1000;
  const after = product.used();
  const cost = mapParts((part) =>
    Math.max(0, (after[part] - before[part] - idle[part] * elapsed) / count),
  );
  costs.set(kind, cost);
  printRow(kind, (part) => cost[part] * 1000);
}

/** Waits until every uploaded file is scanned, and rendered and read if possible. */
async function settle(): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { rows } = await owner.query<{ left: number }>(
      `select count(*)::int as left from cairn.document
       where id = any ($1) and (virus_scan_state in ('PENDING', 'ERROR')
         or (virus_scan_state = 'CLEAN' and (content_state is null or content_state in ('PROCESSING', 'READING'))))`,
      [caller.documents],
    );
    if (rows[0]!.left === 0) return (performance.now() - began) / 1000;
    if (performance.now() - began > DRAIN_MS) {
      throw new Error(`${rows[0]!.left} files are not done after ${DRAIN_MS / 1000} s`);
    }
    await wait(200);
  }
}

async function measureCosts(): Promise<void> {
  const small: SampleFile = { ...files[0]!, content: Buffer.from('%PDF-1.4\n') };
  let turn = 0;
  const nextRead = () => caller.read(READS[(turn += 1) % READS.length]!);
  printHead('CPU milliseconds for one, without what the parts use when idle');
  // Warms up connections, prepared statements and compiled code.
  for (let count = 0; count < 3 * READS.length; count += 1) await caller.counted(nextRead());
  for (let count = 0; count < 20; count += 1) {
    await caller.counted(caller.note());
    await caller.counted(caller.pin());
  }
  await measureOne('read (the mean of 20)', callsOfKind, nextRead);
  await measureOne('note', callsOfKind, () => caller.note());
  await measureOne('pin', callsOfKind, () => caller.pin());
  // No worker runs yet, so work that follows an upload is not included.
  await measureOne('upload and answer, 3 calls', callsOfKind, () => caller.upload(small));
  await product.startWorkers();
  await owner.query(
    `update cairn.event set dispatched_at = now() where dispatched_at is null and workflow is not null`,
  );
  caller.documents.length = 0;
  for (const file of files) {
    await measureOne(`file: ${file.kind}`, filesOfKind, () => caller.upload(file));
  }
}

function printHead(title: string): void {
  console.log(`\n${title}\n${' '.repeat(34)}${PARTS.map((part) => part.padStart(18)).join('')}`);
}
function printRow(name: string, of: (part: (typeof PARTS)[number]) => number, digits = 2): void {
  console.log(
    `${name.padEnd(34)}${PARTS.map((part) => of(part).toFixed(digits).padStart(18)).join('')}`,
  );
}

function planMix(): Due[] {
  const kinds = random.shuffled(
    files.flatMap((file) =>
      Array.from({ length: Math.max(1, Math.round(file.share * 100)) }, () => file),
    ),
  );
  let upload = 0;
  let write = 0;
  let read = 0;
  const due = (kind: string, perSecond: number, run: () => Promise<unknown>): Due[] =>
    arrivals(random, perSecond, seconds).map((at) => ({
      at,
      kind,
      run: () => caller.counted(run()),
    }));
  return [
    ...due('upload and answer', UPLOADS * scale, () =>
      caller.upload(kinds[(upload += 1) % kinds.length]!),
    ),
    ...due('other write', UPLOADS * scale * OTHER_WRITES_PER_UPLOAD, () =>
      (write += 1) % 2 === 0 ? caller.note() : caller.pin(),
    ),
    ...due('read', UPLOADS * scale * READS_PER_UPLOAD, () =>
      caller.read(READS[(read += 1) % READS.length]!),
    ),
  ];
}

async function runMix(): Promise<void> {
  const target = Math.round(STREAMS * scale);
  const streams = await openStreams(
    product.origin,
    Array.from({ length: target }, (_, index) => tokens[index % tokens.length]!),
  );
  const idle = await idleRate();
  const own = () => cpuSeconds([process.pid]);
  const before = { product: product.used(), machine: machineSeconds(), own: own() };
  const began = performance.now();
  const { actions, late } = await runOpen(planMix());
  const lasted = (performance.now() - began) / 1000;
  const drained = await settle();
  const elapsed = (performance.now() - began) / 1000;
  const used = product.used();
  const parts = mapParts((part) => used[part] - before.product[part]);
  const machine = machineSeconds() - before.machine;
  // The product's processes are children of this one.
  const generator =
    own() - before.own - parts.web - parts['worker: documents'] - parts['worker: the rest'];
  const all = PARTS.reduce((sum, part) => sum + parts[part], 0);

  console.log(
    `\nThe mix at ${scale} of the national peak for ${seconds} s: ${actions.length} actions in ${lasted.toFixed(1)} s, files done ${drained.toFixed(1)} s later`,
  );
  console.log('kind                   asked  a second   p50 ms   p95 ms   p99 ms  failed');
  for (const each of summarize(actions, lasted)) {
    const times = [each.perSecond, each.p50, each.p95, each.p99];
    const failed = Object.keys(each.failed).length > 0 ? JSON.stringify(each.failed) : '0';
    console.log(
      `${each.kind.padEnd(20)} ${String(each.count).padStart(7)} ${times
        .map((time, index) => time.toFixed(index === 0 ? 2 : 1).padStart(9))
        .join('')}  ${failed}`,
    );
  }
  const { open, refused, cut, events } = streams.state();
  console.log(
    `event streams: ${open} of ${target} open, ${refused} refused, ${cut} cut; ${events} events, ${(events / elapsed).toFixed(1)} a second`,
  );
  streams.close();
  printHead(`CPU over ${elapsed.toFixed(0)} s`);
  printRow('seconds', (part) => parts[part]);
  printRow('cores', (part) => parts[part] / elapsed, 3);
  printRow('cores when idle', (part) => idle[part], 3);
  const predicted = predict(actions, idle, elapsed);
  if (predicted) printRow('seconds that the costs predict', (part) => predicted[part]);
  // Extrapolated to the full peak, without idle usage, which does not grow with the load.
  printRow(
    'cores at the whole peak',
    (part) => Math.max(0, parts[part] - idle[part] * elapsed) / lasted / scale,
  );
  const others = machine - all - generator;
  console.log(
    `machine ${machine.toFixed(1)} s: the product ${all.toFixed(1)}, this command ${generator.toFixed(1)}, others ${others.toFixed(1)}; this command began calls at most ${late.toFixed(0)} ms late`,
  );
  if (others > 0.1 * machine) {
    console.log('  others used more than a tenth: times are not valid, CPU times are upper limits');
  }
}

function predict(
  actions: readonly { kind: string }[],
  idle: Seconds,
  elapsed: number,
): Seconds | undefined {
  if (costs.size === 0) return undefined;
  const count = (kind: string) => actions.filter((each) => each.kind === kind).length;
  const cost = (kind: string) => costs.get(kind)!;
  return mapParts((part) => {
    const write = (cost('note')[part] + cost('pin')[part]) / 2;
    const file = files.reduce(
      (sum, each) => sum + each.share * cost(`file: ${each.kind}`)[part],
      0,
    );
    return (
      idle[part] * elapsed +
      count('read') * cost('read (the mean of 20)')[part] +
      count('other write') * write +
      count('upload and answer') * file
    );
  });
}
