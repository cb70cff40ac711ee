/**
 * node drills/restore/main.ts [--documents 60] [--control]
 *
 * Bar C11: a lender's data is backed up by pgBackRest to the object store while it is in use; then data is deleted, the
 * database machine is lost, and half of the files are deleted from the vault. The database is restored to a point in
 * time in an empty folder, and the files from their copy. Every row and every file must be as at that time, and the
 * product must work again. With --control the archive is not replayed and the files are not copied back, and the drill
 * must find both. See drills/README.md and docs/operations/backup.md.
 */
import { parseArgs } from 'node:util';
import { violations } from '@cairn/server/platform/db/migrate';
import { makeDatabase, makeTemplate } from '@cairn/testing';
import { environment, up } from '../../tools/services/index.ts';
import { emptyBucket } from './bucket.ts';
import { Cluster, startTls, type BackupStore } from './cluster.ts';
import { makeDebianRoot, NoDebianRoot } from './debian-root.ts';
import { compareTables, tableFingerprints, type Fingerprint } from './fingerprints.ts';
import { VaultCopy } from './vault-copy.ts';
import { startWorld } from './world.ts';

const PORT = 24_480;
const { values } = parseArgs({
  options: { documents: { type: 'string', default: '60' }, control: { type: 'boolean' } },
});
const third = Math.ceil(Number(values.documents) / 3);
const isControl = values.control ?? false;

try {
  await makeDebianRoot();
} catch (error) {
  if (!(error instanceof NoDebianRoot)) throw error;
  console.error(`SKIPPED: ${error.message}`);
  // The exit code for "skipped": the caller decides whether a skipped drill may pass.
  process.exit(75);
}

await up('test');
const test = environment('test');
const store: BackupStore = {
  bucket: 'cairn-backup-drill',
  key: test['S3_ACCESS_KEY_ID']!,
  secret: test['S3_SECRET_ACCESS_KEY']!,
  s3Port: Number(new URL(test['S3_ENDPOINT']!).port),
  tlsPort: PORT + 1,
};
/** Bypasses triggers, like a mistake in a console. */
const DAMAGE = `set session_replication_role = replica;
  delete from cairn.document; delete from cairn.audit_entry; update cairn.loan set name = 'lost'`;

const rowsOf = (fingerprints: ReadonlyMap<string, Fingerprint>): number =>
  [...fingerprints.values()].reduce((sum, { count }) => sum + count, 0);

const cluster = new Cluster(PORT);
Object.assign(process.env, test, { MIGRATION_DATABASE_URL: cluster.url('cairn') });
await emptyBucket(store);
await cluster.create(store);
const tls = await startTls(store);
const times: string[] = [];
try {
  await drill();
} finally {
  await cluster.stop();
  await emptyBucket(store);
  tls.close();
}

async function drill(): Promise<void> {
  await cluster.start(true);
  await cluster.createStanza();
  await cluster.query('create database cairn');
  await makeTemplate(cluster.url('cairn'));
  const database = await makeDatabase(cluster.url('cairn'), true);
  const name = new URL(database.urls.owner).pathname.slice(1);

  // A third of the data is in the full backup, a third in the incremental one, and a third only in the archive.
  const world = await startWorld(database);
  await world.upload(third);
  await timed('full backup', () => cluster.backup('full'));
  await world.upload(third);
  await timed('incremental backup', () => cluster.backup('incr'));
  await world.upload(third);
  await world.stop();
  const before = await tableFingerprints(cluster.url(name));
  const vault = new VaultCopy(cluster, name);
  try {
    const files = await vault.make();
    const [moment] = await cluster.query<{ time: string }>(
      'select clock_timestamp()::text as time',
    );
    await cluster.query(DAMAGE, name);
    await cluster.archiveAll();
    await vault.loseHalf();
    await cluster.destroy();

    await timed('restore', () => cluster.restore(isControl ? undefined : moment!.time));
    await timed('recovery', () => cluster.start(false));
    const tables = compareTables(before, await tableFingerprints(cluster.url(name)));
    const copied = isControl ? 0 : await timed('files', () => vault.copyBack());
    const lostFiles = await vault.compare();
    const violated = await violations(cluster.url(name));
    console.log(times.join(', '));
    console.log(
      `${rowsOf(before)} rows in ${before.size} tables and ${files} files compared, ${copied} files copied back`,
    );
    report({ tables, lost: lostFiles, violated });
    if (!isControl) {
      const after = await startWorld(database);
      await after.upload(3);
      await after.stop();
      console.log('the product goes on: 3 more files uploaded and scanned');
    }
  } finally {
    await vault.remove();
  }
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  times.push(`${name} ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return result;
}

function report(findings: { tables: string[]; lost: string[]; violated: string[] }): void {
  const all = Object.values(findings).flat();
  for (const finding of all.slice(0, 10)) console.log(`  ${finding}`);
  if (isControl) {
    const isCaught = findings.tables.length > 0 && findings.lost.length > 0;
    const counts = `${findings.tables.length} tables and ${findings.lost.length} files differ`;
    console.log(isCaught ? `control caught: ${counts}` : `control MISSED: ${counts}`);
    process.exitCode = isCaught ? 0 : 1;
    return;
  }
  console.log(all.length === 0 ? 'restored: every row and file is equal' : 'NOT RESTORED');
  process.exitCode = all.length === 0 ? 0 : 1;
}
