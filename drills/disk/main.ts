/**
 * node drills/disk/main.ts [--seconds 10] [--control]
 *
 * Bar C12: first the disk of the database's data, then the disk of its write-ahead log is completely full while
 * employees write notes, upload files and read. While the data disk is full, every read must be answered, and every
 * call that fails must answer 503 immediately. When there is space again, everything must work without manual action,
 * no acknowledged write may be lost or duplicated, and every uploaded file must be scanned. With --control, commits do
 * not wait for the disk; the drill must then find lost writes, all of them acknowledged while the log disk was full.
 * See drills/README.md and docs/operations/disk-full.md.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { violations } from '@cairn/server/platform/db/migrate';
import {
  makeDatabase,
  makeTemplate,
  startTestServer,
  startTestWorker,
  until,
  type TestServer,
} from '@cairn/testing';
import { environment, up } from '../../tools/services/index.ts';
import { Clients, type Counts } from '../common/clients.ts';
import { SupervisedPostgres } from '../common/supervised-postgres.ts';
import { SmallDisk } from './small-disk.ts';

const PORT = 24_490;
const BUDGET_SECONDS = 180;
const SPARE_SEGMENTS = `select count(*)::int as spare from pg_ls_waldir()
  where name ~ '^[0-9A-F]{24}$' and name > pg_walfile_name(pg_current_wal_insert_lsn())`;
const END_SEGMENT = `select pg_logical_emit_message(false, 'drill', 'x'); select pg_switch_wal()`;
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, control: { type: 'boolean' } },
});
const fullMs = Number(values.seconds) * 1000;
const isControl = values.control ?? false;
if (process.getuid?.() !== 0) {
  console.error('SKIPPED: only root can mount a small disk');
  process.exit(75);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

await up('test');
const began = performance.now();
const dataDisk = new SmallDisk(400);
const logDisk = new SmallDisk(160);
const postgres = new SupervisedPostgres({
  data: dataDisk.path('data'),
  log: logDisk.path('log'),
  port: PORT,
  // These settings ensure that, during the measured seconds, only commits that wait for the disk write to the log.
  settings: {
    min_wal_size: '32MB',
    shared_buffers: '128MB',
    wal_buffers: '16MB',
    wal_writer_delay: '10s',
    wal_writer_flush_after: '1GB',
    bgwriter_lru_maxpages: '0',
    autovacuum: 'off',
  },
});
Object.assign(process.env, environment('test'), { MIGRATION_DATABASE_URL: postgres.url('cairn') });
const findings: string[] = [];
let lost = 0;
let lostOtherwise = 0;
let isStopped = false;
try {
  await postgres.create();
  await postgres.start();
  await setMostLog('64MB');
  await drill();
} finally {
  for (const disk of [dataDisk, logDisk]) disk.free();
  await postgres.stop();
  for (const disk of [dataDisk, logDisk]) disk.remove();
}
conclude();

async function drill(): Promise<void> {
  await makeTemplate(postgres.url('cairn'));
  const database = await makeDatabase(postgres.url('cairn'), !isControl);
  const server = await startTestServer({ database, logLevel: 'fatal' });
  const worker = await startTestWorker(server);
  const clients = new Clients(server);
  await clients.start({ writers: 3, uploaders: 2, readers: 2 });
  await clients.more(100, 60_000);

  const data = await fill('data disk', dataDisk, clients, () => {});
  if (failures(data.failedReads) > 0) findings.push('reads failed while the data disk was full');
  // A checkpoint would also write to the log, so one is done now, and the next one is far away.
  await postgres.query('checkpoint');
  await setMostLog('1GB');
  const fullFrom = performance.now();
  const log = await fill('log disk', logDisk, clients, endSegments());
  isStopped = /PANIC: .*No space left on device/.test(postgres.printed);
  if (!isStopped) findings.push('Postgres did not stop at the full log disk');
  await clients.stop();

  const compared = await clients.compare();
  lost = compared.lost;
  lostOtherwise = compared.lostTimes.filter((time) => time < fullFrom || time > log.freedAt).length;
  console.log(`${clients.acknowledged} acknowledged: lost ${lost}, doubled ${compared.doubled}`);
  if (compared.doubled > 0) findings.push(`${compared.doubled} writes are there twice`);
  // If commits do not wait for the disk, even the result of a scan may be lost.
  if (!isControl) await awaitScans(server, clients);
  findings.push(...(await violations(database.urls.owner)));
  await worker.stop();
  await server.stop();
}

async function awaitScans({ owner }: TestServer, clients: Clients): Promise<void> {
  await until(async () => {
    const { rows } = await owner.query(
      `select 1 from cairn.document where virus_scan_state <> 'CLEAN' limit 1`,
    );
    return rows.length === 0;
  }, 120_000);
  console.log(
    `${clients.documents.size} files are scanned; Postgres started ${postgres.starts} times`,
  );
}

/** Sets the size of the log that triggers a checkpoint. */
async function setMostLog(size: string): Promise<void> {
  await postgres.query(`alter system set max_wal_size = '${size}'`);
  await postgres.query('select pg_reload_conf()');
}

/**
 * Switches log segments early, so that Postgres soon needs a new one. A commit that waits for the disk cannot be
 * acknowledged then; one that was acknowledged without waiting is lost if the segment cannot be created.
 */
function endSegments(): () => void {
  const pauseMs = 3000;
  let enteredAt = -Infinity;
  let isBusy = false;
  const endSegment = async (): Promise<void> => {
    const [row] = await postgres.query<{ spare: number }>(SPARE_SEGMENTS);
    const isLast = row!.spare === 0;
    if (isLast && performance.now() < enteredAt + pauseMs) return;
    await postgres.query(END_SEGMENT);
    if (isLast) enteredAt = performance.now();
  };
  return () => {
    if (isBusy) return;
    isBusy = true;
    void endSegment()
      .catch(() => {})
      .finally(() => (isBusy = false));
  };
}

async function fill(
  name: string,
  disk: SmallDisk,
  clients: Clients,
  meanwhile: () => void,
): Promise<Counts & { freedAt: number }> {
  clients.countAnew();
  clients.slowest = 0;
  const end = performance.now() + fullMs;
  while (performance.now() < end) {
    disk.fill();
    meanwhile();
    await wait(50);
  }
  const counts = clients.countAnew();
  const freed = performance.now();
  disk.free();
  while (clients.lastWrite < freed) {
    if (performance.now() - freed > 120_000) throw new Error('does not recover');
    await wait(20);
  }
  const seconds = ((clients.lastWrite - freed) / 1000).toFixed(1);
  await clients.more(100, 60_000);
  const after = clients.countAnew();
  console.log(
    `${name} full for ${fullMs / 1000} s: ${counts.writes} writes and ${counts.reads} reads answered, failed ` +
      `${JSON.stringify(counts.failedWrites)} and ${JSON.stringify(counts.failedReads)}, slowest answer ` +
      `${Math.round(clients.slowest)} ms; writes succeed ${seconds} s after there is space`,
  );
  if (failures(counts.failedWrites) === 0)
    findings.push(`no write failed: the ${name} was not full`);
  for (const each of [counts, after].flatMap((one) => [one.failedWrites, one.failedReads])) {
    for (const status of Object.keys(each).filter((one) => one !== '503')) {
      findings.push(`${name}: ${each[status]} calls answered ${status} instead of 503`);
    }
  }
  return { ...counts, freedAt: freed };
}

function failures(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function conclude(): never {
  const seconds = Math.round((performance.now() - began) / 1000);
  if (isControl) {
    const isCaught = lost > 0 && lostOtherwise === 0 && isStopped;
    console.log(
      `control ${isCaught ? 'caught' : 'MISSED'}: ${lost} writes lost, ${lostOtherwise} of them not ` +
        `acknowledged while the log disk was full; Postgres ${isStopped ? 'stopped' : 'did not stop'} at it`,
    );
    process.exit(isCaught ? 0 : 1);
  }
  if (lost > 0) findings.push(`${lost} acknowledged writes are lost`);
  if (seconds > BUDGET_SECONDS) findings.push(`over the budget of ${BUDGET_SECONDS} s`);
  for (const finding of findings) console.log(`  ${finding}`);
  console.log(`${findings.length === 0 ? 'disk full: survived' : 'NOT SURVIVED'}, ${seconds} s`);
  process.exit(findings.length === 0 ? 0 : 1);
}
