/**
 * Postgres 18 and pgBackRest in a separate Debian root, because the Debian that runs this may have neither. Created
 * once by debootstrap, and cached.
 */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const root = join(
  process.env['CAIRN_CACHE'] ?? join(homedir(), '.cache/cairn'),
  'drill-debian',
);
const PACKAGES = ['postgresql-18', 'pgbackrest'];

/** Thrown with the reason if it cannot be created: the caller reports SKIPPED. */
export class NoDebianRoot extends Error {}

export async function makeDebianRoot(): Promise<void> {
  if (existsSync(join(root, 'usr/bin/pgbackrest'))) return;
  if (process.getuid?.() !== 0) throw new NoDebianRoot('only root can make a Debian root');
  try {
    execFileSync('debootstrap', ['--variant=minbase', 'sid', root], { stdio: 'inherit' });
  } catch (error) {
    throw new NoDebianRoot(`debootstrap failed: ${String(error)}`);
  }
  // A frozen mirror has an expired Release file. The drill starts services, not the packages.
  writeFileSync(join(root, 'etc/apt/apt.conf.d/91-cairn'), 'Acquire::Check-Valid-Until "false";\n');
  mkdirSync(join(root, 'etc/postgresql-common'), { recursive: true });
  writeFileSync(
    join(root, 'etc/postgresql-common/createcluster.conf'),
    'create_main_cluster = false\n',
  );
  writeFileSync(join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  await runAs('root', ['apt-get', '-q', 'update']);
  const install = ['apt-get', 'install', '-qy', '--no-install-recommends', ...PACKAGES];
  await runAs('root', ['env', 'DEBIAN_FRONTEND=noninteractive', ...install]);
}

/** Runs in a separate mount namespace, with the machine's /dev and a /proc. */
function inRoot(user: string, command: readonly string[]): string[] {
  const script =
    'mount --make-rprivate / && mount --rbind /dev "$0/dev" && mount -t proc none "$0/proc" && ' +
    `exec chroot --userspec=${user}:${user} "$0" "$@"`;
  return ['unshare', '-m', 'sh', '-c', script, root, ...command];
}

/** Asynchronous, because this process also proxies the bytes to the store. */
export async function runAs(
  user: 'root' | 'postgres',
  command: readonly string[],
): Promise<string> {
  const [program = '', ...args] = inRoot(user, command);
  const { stdout } = await promisify(execFile)(program, args, { cwd: '/', maxBuffer: 2 ** 26 });
  return stdout;
}

export function startAs(user: 'postgres', command: readonly string[]): ChildProcess {
  const [program = '', ...args] = inRoot(user, command);
  return spawn(program, args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
}
