// PgBouncer for the pooling drill. Prepared statements in transaction mode need 1.21, and Debian 12 has 1.18: apt
// downloads the source package of Debian 13 from the machine's own mirror, and compiling it takes seconds.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { aptInstall, find } from './install.ts';
import { run } from './process.ts';

const PGBOUNCER_PROGRAM = join(homedir(), '.cache/cairn/bin/pgbouncer');
const SUITE = 'trixie';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * Thrown if PgBouncer cannot be built, because there is no mirror or one without Debian 13. Callers report that and
 * skip their work.
 */
export class PgbouncerUnavailable extends Error {}

export async function installPgbouncer(): Promise<string> {
  if (existsSync(PGBOUNCER_PROGRAM)) return PGBOUNCER_PROGRAM;
  const missing = Object.entries({
    '/usr/include/event2/event.h': 'libevent-dev',
    '/usr/include/openssl/ssl.h': 'libssl-dev',
    'pkg-config': 'pkg-config',
    gcc: 'gcc',
    make: 'make',
  }).filter(([program]) => find(program) === undefined);
  const folder = await mkdtemp(join(tmpdir(), 'cairn-pgbouncer-'));
  try {
    if (missing.length > 0) await aptInstall(missing.map(([, name]) => name));
    const source = await fetchSource(folder);
    console.log('Compiling PgBouncer');
    await run('./configure', ['--quiet', '--disable-evdns', '--without-cares'], { cwd: source });
    await run('make', ['-s', '-j2', 'pgbouncer'], { cwd: source });
    await mkdir(dirname(PGBOUNCER_PROGRAM), { recursive: true });
    await copyFile(join(source, 'pgbouncer'), PGBOUNCER_PROGRAM);
    await chmod(PGBOUNCER_PROGRAM, 0o755);
    return PGBOUNCER_PROGRAM;
  } catch (error) {
    throw new PgbouncerUnavailable(error instanceof Error ? error.message : String(error));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** apt verifies the signature of the suite and the hash of the file. */
async function fetchSource(folder: string): Promise<string> {
  const parts = join(folder, 'sources');
  for (const each of [
    parts,
    join(folder, 'lists/partial'),
    join(folder, 'cache/archives/partial'),
  ]) {
    await mkdir(each, { recursive: true });
  }
  await writeFile(
    join(parts, 'newer.sources'),
    `Types: deb-src\nURIs: ${mirror()}\nSuites: ${SUITE}\nComponents: main\nSigned-By: ${KEYRING}\n`,
  );
  const options = [
    ['Dir::Etc::SourceList', '/dev/null'],
    ['Dir::Etc::SourceParts', parts],
    ['Dir::State::lists', join(folder, 'lists')],
    ['Dir::Cache', join(folder, 'cache')],
    ['APT::Sandbox::User', 'root'],
  ].flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  await run('apt-get', ['-q', ...options, 'update'], { env: process.env });
  await run('apt-get', ['-q', ...options, 'source', '--download-only', 'pgbouncer'], {
    cwd: folder,
    env: process.env,
  });
  const archive = readdirSync(folder).find((name) => name.endsWith('.orig.tar.gz'));
  if (!archive) throw new Error('apt brought no source');
  await run('tar', ['-xzf', archive], { cwd: folder });
  const source = readdirSync(folder).find((name) => /^pgbouncer-[\d.]+$/.test(name));
  if (!source) throw new Error('the source has no folder of its own');
  return join(folder, source);
}

/** The machine's Debian mirror, from deb822 files (*.sources) or sources.list. */
function mirror(): string {
  const folder = '/etc/apt/sources.list.d';
  const files = [
    ...(existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []),
    '/etc/apt/sources.list',
  ].filter((file) => /\.(sources|list)$/.test(file) && existsSync(file));
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const match =
      /^URIs:\s*(\S+\/debian)\/?\s*$/m.exec(text) ??
      /^deb\s+(?:\[[^\]]*\]\s+)?(\S+\/debian)\/?\s/m.exec(text);
    if (match) return match[1]!;
  }
  throw new Error('no Debian mirror in /etc/apt');
}
