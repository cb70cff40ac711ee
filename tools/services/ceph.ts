// The object store: a real Ceph cluster with one monitor, one manager, one storage daemon on a sparse file, and the
// S3 gateway. One copy of each object, no authentication between the daemons, and loopback only; production uses any
// S3, or Ceph with cephx and three copies.

import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flags, killProcess, launch, run } from './process.ts';
import {
  folder,
  HOST,
  type Profile,
  port,
  S3_ACCESS_KEY_ID,
  S3_SECRET_ACCESS_KEY,
  S3_USERS,
} from './profile.ts';
import { provisionAnchorBucket } from './anchor-bucket.ts';
import { knowsUser, listsBuckets, provisionBuckets } from './bucket.ts';
import type { Service } from './service.ts';

const CLUSTER = ['mon', 'mgr', 'osd', 'rgw'];
/** STORE_GIB raises it for runs that store more: see bench/monster-loan.ts. */
const DISK_BYTES = Number(process.env['STORE_GIB'] ?? 4) * 1024 ** 3;

export const ceph: Service = {
  name: 's3',
  processes: CLUSTER,
  mainPort: 's3',
  otherPorts: ['cephMonitor', 'cephMonitorV1'],
  start,
  healthy: listsBuckets,
  provision,
};

async function start(profile: Profile): Promise<void> {
  const home = folder(profile, 's3');
  const isNew = !existsSync(join(home, 'complete'));
  if (isNew) await createMonitor(profile, home);
  else writeConfiguration(profile, home);
  daemon(home, 'mon', 'ceph-mon', ['-i', 'a']);
  if (isNew) await createDisk(home);
  daemon(home, 'osd', 'ceph-osd', ['-i', '0']);
  if (isNew) await createUser(home, OWNER);
  daemon(home, 'rgw', 'radosgw', ['-n', 'client.rgw.a']);
  daemon(home, 'mgr', 'ceph-mgr', ['-i', 'x']);
  if (isNew) writeFileSync(join(home, 'complete'), '');
}

function daemon(home: string, name: string, command: string, args: string[]): void {
  launch({ folder: home, name, command, args: ['-f', '-c', configurationFile(home), ...args] });
}

function configurationFile(home: string): string {
  return join(home, 'ceph.conf');
}

/** Also removes the remains of an interrupted first start. */
async function createMonitor(profile: Profile, home: string): Promise<void> {
  for (const name of CLUSTER) await killProcess(home, name);
  const data = join(home, 'data');
  rmSync(data, { recursive: true, force: true });
  for (const name of ['mon', 'mgr', 'osd0', 'rgw', 'run']) {
    mkdirSync(join(data, name), { recursive: true });
  }
  const fsid = randomUUID();
  writeFileSync(join(data, 'fsid'), fsid);
  writeConfiguration(profile, home);
  const map = join(data, 'monmap');
  const settings = configurationFile(home);
  await run('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', monitor(profile), map]);
  await run('ceph-mon', ['--mkfs', '-i', 'a', '--monmap', map, '-c', settings]);
}

async function createDisk(home: string): Promise<void> {
  const id = randomUUID();
  const settings = ['-c', configurationFile(home)];
  await run('ceph', [...settings, '--connect-timeout', '60', 'osd', 'new', id]);
  await run('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', id, ...settings]);
}

/** Also runs on an existing cluster, whose users and buckets may be those of an earlier version. */
async function provision(profile: Profile): Promise<void> {
  const home = folder(profile, 's3');
  for (const user of Object.values(S3_USERS)) {
    if (await knowsUser(profile, user)) continue;
    if (!existsSync(configurationFile(home))) {
      throw new Error(
        `s3: the store does not know the user ${user.uid}: create it, see docs/operations/development-services.md`,
      );
    }
    // The user may own no buckets; our buckets' policies grant its access.
    await createUser(home, user, { 'max-buckets': '-1' }).catch((error: unknown) => {
      // Two checkouts on one cluster may create it at the same time.
      if (!String(error).includes('exist')) throw error;
    });
  }
  await provisionBuckets(profile);
  await provisionAnchorBucket(profile);
}

const OWNER = {
  uid: 'cairn',
  accessKeyId: S3_ACCESS_KEY_ID,
  secretAccessKey: S3_SECRET_ACCESS_KEY,
};

async function createUser(
  home: string,
  { uid, accessKeyId, secretAccessKey }: typeof OWNER,
  over: Record<string, string> = {},
): Promise<void> {
  const user = flags({
    uid,
    'display-name': uid,
    'access-key': accessKeyId,
    secret: secretAccessKey,
    ...over,
  });
  await run('radosgw-admin', ['-c', configurationFile(home), 'user', 'create', ...user]);
}

function monitor(profile: Profile): string {
  const [v2, v1] = [port(profile, 'cephMonitor'), port(profile, 'cephMonitorV1')];
  return `[v2:${HOST}:${v2},v1:${HOST}:${v1}]`;
}

function writeConfiguration(profile: Profile, home: string): void {
  const data = join(home, 'data');
  const global = {
    fsid: readFileSync(join(data, 'fsid'), 'utf8'),
    'mon host': monitor(profile),
    'public addr': HOST,
    'cluster addr': HOST,
    'ms bind ipv6': 'false',
    'ms bind port min': port(profile, 'cephDaemonsFrom'),
    'ms bind port max': port(profile, 'cephDaemonsTo'),
    'auth cluster required': 'none',
    'auth service required': 'none',
    'auth client required': 'none',
    'mon warn on insecure global id reclaim allowed': 'false',
    'mon allow pool size one': 'true',
    'mon warn on pool no redundancy': 'false',
    'osd pool default size': 1,
    'osd pool default min size': 1,
    'osd pool default pg num': 4,
    'osd pool default pgp num': 4,
    'osd pool default pg autoscale mode': 'off',
    'osd crush chooseleaf type': 0,
    'osd objectstore': 'bluestore',
    'bluestore block size': DISK_BYTES,
    // Time for which the successor of a killed gateway waits for its answer before it changes a bucket.
    'osd client watch timeout': 5,
    'osd memory target': 1024 ** 3,
    'mon data': join(data, 'mon'),
    'mgr data': join(data, 'mgr'),
    'osd data': join(data, 'osd$id'),
    'rgw data': join(data, 'rgw'),
    'run dir': join(data, 'run'),
    'admin socket': join(data, 'run/$name.asok'),
    'log to file': 'false',
    'log to stderr': 'true',
    'mon cluster log to file': 'false',
    'mon cluster log to stderr': 'false',
    'debug rocksdb': 0,
    // Each new pool waits for two or three map changes, by default one second apart.
    'paxos propose interval': 0.05,
    'paxos min wait': 0.01,
  };
  const gateway = {
    'rgw frontends': `beast endpoint=${HOST}:${port(profile, 's3')}`,
    'rgw dns name': HOST,
    'rgw thread pool size': 64,
    // Frees the space of deleted objects at once instead of after two hours, because the disk is small.
    'rgw gc obj min wait': 5,
    'rgw gc processor period': 10,
    // After a crash the map still shows the old storage daemon: retry after 1 s instead of 10 s.
    'objecter timeout': 1,
    'objecter tick interval': 0.5,
    // Without this the gateway hangs if daemons do not authenticate.
    'ms mon client mode': 'crc',
  };
  writeFileSync(
    configurationFile(home),
    `${section('global', global)}\n${section('client.rgw.a', gateway)}`,
  );
}

function section(name: string, settings: Record<string, string | number>): string {
  const lines = Object.entries(settings).map(([key, value]) => `${key} = ${value}\n`);
  return `[${name}]\n${lines.join('')}`;
}
