/**
 * node drills/store/main.ts [--seconds 30] [--control]
 *
 * Bar C12 for the object store: Ceph is full while employees write notes, upload files and read. Notes and reads must
 * not be affected, and no document may be created without its bytes in the store. When there is space again, uploads
 * must succeed and every file must be scanned without manual action, and the stored bytes of each must be those that
 * were scanned. With --control the bytes of two files are removed from the vault at the end, and the drill must find
 * these two. See drills/README.md and docs/operations/disk-full.md.
 */
import { createHash, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { violations } from '@cairn/server/platform/db/migrate';
import { Bucket, WebStorage } from '@cairn/server/platform/object-storage';
import {
  makeDatabase,
  makeTemplate,
  startTestServer,
  startTestWorker,
  until,
  type TestServer,
} from '@cairn/testing';
import { environment, startService, stopService, up } from '../../tools/services/index.ts';
import { exclusively, run } from '../../tools/services/process.ts';
import { folder } from '../../tools/services/profile.ts';
import { Clients } from '../common/clients.ts';

/** The store of the kill drill, which no other user shares. */
const PROFILE = 'drill';
const BUDGET_SECONDS = 240;
const PROBE_MS = 3000;
/** The disk usage above which Ceph accepts no writes: 95 % by default. */
const USUAL_RATIO = '0.95';
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '30' }, control: { type: 'boolean' } },
});
const fullMs = Number(values.seconds) * 1000;
const isControl = values.control ?? false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const env = environment('test');
const storeEnv = environment(PROFILE);
for (const name of Object.keys(env)) {
  if (name.startsWith('S3_')) env[name] = storeEnv[name]!;
}
/** Opens the vault as the owner of the buckets, who may delete objects. */
const openVault = (): Bucket =>
  new Bucket(
    { endpoint: env['S3_ENDPOINT']!, region: env['S3_REGION']! },
    env['S3_VAULT_BUCKET']!,
    {
      accessKeyId: env['S3_ACCESS_KEY_ID']!,
      secretAccessKey: env['S3_SECRET_ACCESS_KEY']!,
    },
  );
const findings: string[] = [];
let missing = 0;

await up('test');
const began = performance.now();
await exclusively('kill-drill', async () => {
  await startService(PROFILE, 's3');
  try {
    await setFullRatio(USUAL_RATIO);
    await drill();
  } finally {
    await setFullRatio(USUAL_RATIO);
    await stopService(PROFILE, 's3');
  }
});
conclude();

async function setFullRatio(ratio: string): Promise<void> {
  const settings = ['-c', `${folder(PROFILE, 's3')}/ceph.conf`, '--connect-timeout', '30'];
  for (const name of ['nearfull', 'backfillfull', 'full']) {
    await run('ceph', [...settings, 'osd', `set-${name}-ratio`, ratio]);
  }
}

/** Whether the store accepts a file at once. */
async function takesFiles(storage: WebStorage): Promise<boolean> {
  const write = storage.putIncoming(`probe-${randomUUID()}`, Buffer.from('probe')).then(
    () => true,
    () => false,
  );
  return Promise.race([write, wait(PROBE_MS, false, { ref: false })]);
}

async function drill(): Promise<void> {
  Object.assign(process.env, env);
  const url = env['MIGRATION_DATABASE_URL']!;
  await makeTemplate(url);
  const database = await makeDatabase(url, true);
  const server = await startTestServer({ database, logLevel: 'fatal' });
  const worker = await startTestWorker(server);
  const clients = new Clients(server);
  const storage = new WebStorage(server.config.store);
  await clients.start({ writers: 2, uploaders: 2, readers: 2 });
  await clients.more(60, 60_000);

  await setFullRatio('0.000001');
  await until(async () => !(await takesFiles(storage)), 60_000);
  const documents = clients.documents.size;
  clients.countAnew();
  clients.slowest = 0;
  await wait(fullMs);
  const { writes, reads, failedWrites, failedReads } = clients.countAnew();
  const during = clients.documents.size - documents;
  console.log(
    `store full for ${fullMs / 1000} s: ${writes} writes and ${reads} reads answered, failed ${JSON.stringify(failedWrites)} ` +
      `and ${JSON.stringify(failedReads)}, slowest answer ${Math.round(clients.slowest)} ms; ${during} documents created`,
  );
  if (Object.keys(failedWrites).length + Object.keys(failedReads).length > 0) {
    findings.push('calls failed while the store was full');
  }
  if (writes === 0 || reads === 0) findings.push('nothing was written or read: no load');
  if (during > 4) findings.push('files were uploaded: the store was not full');

  await setFullRatio(USUAL_RATIO);
  const freed = performance.now();
  const countBefore = clients.documents.size;
  await until(async () => clients.documents.size > countBefore, 120_000);
  const seconds = ((performance.now() - freed) / 1000).toFixed(1);
  console.log(`the next upload succeeds ${seconds} s after there is space`);
  await clients.more(60, 60_000);
  await clients.stop();
  await awaitScans(server);
  const scanned = ((performance.now() - freed) / 1000).toFixed(1);
  const compared = await clients.compare();
  if (isControl) await removeTwo(server);
  await compareBytes(server);
  console.log(
    `${clients.acknowledged} acknowledged: lost ${compared.lost}, doubled ${compared.doubled}; ` +
      `${clients.documents.size} files scanned ${scanned} s after there is space, ${missing} of them without their bytes`,
  );
  if (compared.lost > 0) findings.push(`${compared.lost} acknowledged writes are lost`);
  if (compared.doubled > 0) findings.push(`${compared.doubled} writes are there twice`);
  findings.push(...(await violations(database.urls.owner)));
  storage.close();
  await worker.stop();
  await server.stop();
}

async function awaitScans({ owner }: TestServer): Promise<void> {
  await until(async () => {
    const { rows } = await owner.query(
      `select 1 from cairn.document where virus_scan_state <> 'CLEAN' limit 1`,
    );
    return rows.length === 0;
  }, 120_000);
}

async function filesOf({ owner }: TestServer): Promise<{ key: string; sha256: string }[]> {
  const { rows } = await owner.query<{ key: string; sha256: string }>(
    `select vault_key as key, encode(sha256, 'hex') as sha256 from cairn.document order by id`,
  );
  return rows;
}

async function compareBytes(server: TestServer): Promise<void> {
  const vault = openVault();
  for (const { key, sha256 } of await filesOf(server)) {
    const hash = createHash('sha256');
    try {
      for await (const chunk of await vault.read(key)) hash.update(chunk as Buffer);
    } catch {
      missing += 1;
      continue;
    }
    if (hash.digest('hex') !== sha256) missing += 1;
  }
}

async function removeTwo(server: TestServer): Promise<void> {
  const vault = openVault();
  for (const { key } of (await filesOf(server)).slice(0, 2)) await vault.remove(key);
}

function conclude(): never {
  const seconds = Math.round((performance.now() - began) / 1000);
  if (isControl) {
    console.log(`control ${missing === 2 ? 'caught' : 'MISSED'}: ${missing} files without bytes`);
    process.exit(missing === 2 ? 0 : 1);
  }
  if (missing > 0) findings.push(`${missing} files are without their bytes`);
  if (seconds > BUDGET_SECONDS) findings.push(`over the budget of ${BUDGET_SECONDS} s`);
  for (const finding of findings) console.log(`  ${finding}`);
  console.log(
    `${findings.length === 0 ? 'store: survived, nothing lost' : 'NOT SURVIVED'}, ${seconds} s`,
  );
  process.exit(findings.length === 0 ? 0 : 1);
}
