/**
 * node drills/failover/main.ts [--rounds 5] [--control]
 *
 * Bar C6: a primary with a synchronous standby, under load. The connection between them stops passing data, a moment
 * later the primary is killed, and the standby is promoted and takes over its address. No acknowledged write may be
 * lost or duplicated, and the product must recover by itself. Each round creates a new standby from the new primary.
 * With --control the standby is asynchronous, and the drill must find lost acknowledged writes. See drills/README.md
 * and docs/operations/failover.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { violations } from '@cairn/server/platform/db/migrate';
import {
  makeDatabase,
  makeTemplate,
  startTestServer,
  startTestWorker,
  until,
} from '@cairn/testing';
import { environment, up } from '../../tools/services/index.ts';
import { run } from '../../tools/services/process.ts';
import { isRoot } from '../../tools/services/profile.ts';
import { Clients } from '../common/clients.ts';
import { RelayedPort } from '../common/relayed-port.ts';
import { SupervisedPostgres } from '../common/supervised-postgres.ts';

const ADDRESS_PORT = 24_500;
const LINE_PORT = 24_501;
const NODE_PORTS = [24_502, 24_503] as const;
/** Time between the stop of replication and the kill of the primary. */
const SILENT_MS = 1000;
const SECONDS_PER_ROUND = 40;
const { values } = parseArgs({
  options: { rounds: { type: 'string' }, control: { type: 'boolean' } },
});
const isControl = values.control ?? false;
const rounds = Number(values.rounds ?? (isControl ? 1 : 5));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

await up('test');
const began = performance.now();
const folder = mkdtempSync(join(tmpdir(), 'cairn-failover-'));
if (isRoot()) await run('chown', ['postgres:', folder]);
const nodes = NODE_PORTS.map(
  (port, index) => new SupervisedPostgres({ data: join(folder, `node${index}`), port }),
);
/** The addresses at which the product and a standby find the primary. */
const address = new RelayedPort(ADDRESS_PORT, NODE_PORTS[0]);
const line = new RelayedPort(LINE_PORT, NODE_PORTS[0]);
const url = `postgres://postgres@127.0.0.1:${ADDRESS_PORT}/cairn`;
Object.assign(process.env, environment('test'), { MIGRATION_DATABASE_URL: url });
const gaps: number[] = [];
const findings: string[] = [];
let lost = 0;
try {
  await address.open();
  await line.open();
  await nodes[0]!.create();
  await nodes[0]!.start();
  await drill();
} finally {
  await Promise.all(nodes.map((node) => node.kill()));
  address.close();
  line.close();
  rmSync(folder, { recursive: true, force: true });
}
conclude();

async function drill(): Promise<void> {
  await makeTemplate(url);
  const database = await makeDatabase(url, true);
  const server = await startTestServer({ database, logLevel: 'fatal' });
  const worker = await startTestWorker(server);
  const clients = new Clients(server);
  await clients.start({ writers: 4, uploaders: 2, readers: 2 });
  await clients.more(50, 60_000);
  for (let round = 0; round < rounds; round += 1) {
    await makeStandby(round % 2);
    await clients.more(100, 120_000);
    await failOver(round % 2, clients);
    await clients.more(100, 120_000);
  }
  await clients.stop();

  const compared = await clients.compare();
  lost = compared.lost;
  const { failedWrites, failedReads, writes, reads } = clients.countAnew();
  console.log(
    `${rounds} failovers: ${writes} writes and ${reads} reads answered, failed ${JSON.stringify(failedWrites)} and ` +
      `${JSON.stringify(failedReads)}; writes go on after ${gaps.map((gap) => gap.toFixed(1)).join(', ')} s`,
  );
  for (const status of [...Object.keys(failedWrites), ...Object.keys(failedReads)]) {
    if (status !== '503') findings.push(`calls answered ${status} instead of 503`);
  }
  console.log(`${clients.acknowledged} acknowledged: lost ${lost}, doubled ${compared.doubled}`);
  if (compared.doubled > 0) findings.push(`${compared.doubled} writes are there twice`);
  if (!isControl) await awaitScans(server.owner);
  findings.push(...(await violations(database.urls.owner)));
  await worker.stop();
  await server.stop();
}

/** Waits until all uploads are scanned, which shows that outbox, relay and worker have found the new primary too. */
async function awaitScans(owner: { query(sql: string): Promise<{ rows: unknown[] }> }) {
  await until(async () => {
    const { rows } = await owner.query(
      `select 1 from cairn.document where virus_scan_state <> 'CLEAN' limit 1`,
    );
    return rows.length === 0;
  }, 120_000);
}

/** Created from a copy of the stopped primary; meanwhile clients get 503 and retry. */
async function makeStandby(primaryIndex: number): Promise<void> {
  const primary = nodes[primaryIndex]!;
  const standby = nodes[1 - primaryIndex]!;
  await primary.stop();
  standby.remove();
  await standby.copyFrom(primary, `host=127.0.0.1 port=${LINE_PORT} user=postgres`);
  line.moveTo(NODE_PORTS[primaryIndex]!);
  await primary.start(isControl ? {} : { synchronous_standby_names: '*' });
  await standby.start();
  const state = isControl ? 'async' : 'sync';
  await until(async () => {
    const rows = await primary.query<{ sync_state: string }>(
      `select sync_state from pg_stat_replication where state = 'streaming'`,
    );
    return rows[0]?.sync_state === state;
  }, 60_000);
}

async function failOver(primaryIndex: number, clients: Clients): Promise<void> {
  line.hold();
  await wait(SILENT_MS);
  const killed = performance.now();
  await nodes[primaryIndex]!.kill();
  line.moveTo(NODE_PORTS[1 - primaryIndex]!);
  await nodes[1 - primaryIndex]!.query('select pg_promote()');
  address.moveTo(NODE_PORTS[1 - primaryIndex]!);
  const moved = performance.now();
  while (clients.lastWrite < moved) {
    if (performance.now() - killed > 60_000)
      throw new Error('no write succeeded within 60 s of the kill');
    await wait(10);
  }
  gaps.push((clients.lastWrite - killed) / 1000);
}

function conclude(): never {
  const seconds = Math.round((performance.now() - began) / 1000);
  if (isControl) {
    console.log(lost > 0 ? `control caught: ${lost} acknowledged writes lost` : 'control MISSED');
    process.exit(lost > 0 ? 0 : 1);
  }
  if (lost > 0) findings.push(`${lost} acknowledged writes are lost`);
  const budget = 60 + rounds * SECONDS_PER_ROUND;
  if (seconds > budget) findings.push(`over the budget of ${budget} s`);
  for (const finding of findings) console.log(`  ${finding}`);
  console.log(`${findings.length === 0 ? 'failover: nothing lost' : 'NOT SURVIVED'}, ${seconds} s`);
  process.exit(findings.length === 0 ? 0 : 1);
}
