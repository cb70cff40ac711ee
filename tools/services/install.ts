// Installs what is missing on a bare Debian machine; does nothing on a complete one.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { arch } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresUser, linkLibraries } from './postgres.ts';
import { run } from './process.ts';
import { isRoot, portsToReserve } from './profile.ts';
import { TEMPORAL_PROGRAM } from './temporal.ts';

/** A program or file that is needed, and the Debian package that contains it. */
export const PACKAGES: Readonly<Record<string, string>> = {
  'ceph-mon': 'ceph-mon',
  'ceph-mgr': 'ceph-mgr',
  'ceph-osd': 'ceph-osd',
  ceph: 'ceph-common',
  radosgw: 'radosgw',
  clamd: 'clamav-daemon',
  'chromium-headless-shell': 'chromium-headless-shell',
  bwrap: 'bubblewrap',
  psql: 'postgresql-client',
  setpriv: 'util-linux',
  // For package exports: office documents, pictures and PDFs become one PDF, which tests read with pdftotext.
  '/usr/lib/libreoffice/program/libswlo.so': 'libreoffice-writer-nogui',
  '/usr/lib/libreoffice/program/libsclo.so': 'libreoffice-calc-nogui',
  '/usr/lib/libreoffice/program/libsdlo.so': 'libreoffice-impress-nogui',
  '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf': 'fonts-liberation',
  '/usr/share/fonts/truetype/crosextra/Carlito-Regular.ttf': 'fonts-crosextra-carlito',
  '/usr/share/fonts/truetype/crosextra/Caladea-Regular.ttf': 'fonts-crosextra-caladea',
  gm: 'graphicsmagick',
  qpdf: 'qpdf',
  pdftotext: 'poppler-utils',
  tesseract: 'tesseract-ocr',
  '/usr/share/tesseract-ocr/5/tessdata/eng.traineddata': 'tesseract-ocr-eng',
  '/usr/share/tesseract-ocr/5/tessdata/osd.traineddata': 'tesseract-ocr-osd',
  // Tests create HEIC photos with it.
  'heif-enc': 'libheif-examples',
  // Tests read zip files with it.
  python3: 'python3',
};

export const TEMPORAL_CLI_VERSION = '1.5.1';
/** Another apt process, such as unattended upgrades, may hold a lock: wait for it instead of failing at once. */
const LOCK_WAIT_SECONDS = 900;
const APT_WAITS = ['-o', `DPkg::Lock::Timeout=${LOCK_WAIT_SECONDS}`];
const LOCK_RETRY_MS = 5000;
/** For machines whose own Go is too old to compile it. */
const GO_TO_FETCH = '1.25.8';

export async function install(): Promise<void> {
  await installPackages();
  await createPostgresUser();
  linkLibraries();
  reservePorts();
  if (!existsSync(TEMPORAL_PROGRAM)) await compileTemporal();
}

async function installPackages(): Promise<void> {
  const missing = Object.entries(PACKAGES).filter(([program]) => find(program) === undefined);
  if (missing.length > 0) await aptInstall(missing.map(([, name]) => name));
}

export async function aptInstall(packages: string[]): Promise<void> {
  const become = isRoot() ? [] : ['sudo'];
  const aptGet = async (show: boolean, ...args: string[]) => {
    const [command = '', ...rest] = [...become, 'apt-get', '-q', ...APT_WAITS, ...args];
    await run(command, rest, {
      show,
      // English, because its messages are parsed below.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
    });
  };
  if (!isRoot() && find('sudo') === undefined) {
    throw new Error(`as root, first: apt-get install ${packages.join(' ')}`);
  }
  console.log(`Installing ${packages.join(', ')}`);
  await untilUnlocked(() => aptGet(false, 'update'));
  await aptGet(true, 'install', '-y', '--no-install-recommends', ...packages);
}

/** apt's own option waits for the lock of dpkg but not for that of the package lists, which `apt-get update` takes. */
export async function untilUnlocked(
  attempt: () => Promise<void>,
  retryMs = LOCK_RETRY_MS,
): Promise<void> {
  const deadline = Date.now() + LOCK_WAIT_SECONDS * 1000;
  for (let isWaiting = false; ; isWaiting = true) {
    try {
      return await attempt();
    } catch (error) {
      const isLocked = error instanceof Error && /could not get lock/i.test(error.message);
      if (!isLocked || Date.now() > deadline) throw error;
      if (!isWaiting) console.log('Another apt is at work: waiting for it');
      await sleep(retryMs);
    }
  }
}

export function find(program: string): string | undefined {
  if (program.startsWith('/')) return existsSync(program) ? program : undefined;
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/**
 * The test profile's ports are in the range that the system uses for outgoing connections, and one such connection is
 * enough to keep a service from starting. Best effort: only root may reserve ports, and a container may forbid it.
 */
function reservePorts(): void {
  const setting = '/proc/sys/net/ipv4/ip_local_reserved_ports';
  if (!isRoot() || !existsSync(setting)) return;
  const reserved = readFileSync(setting, 'utf8').trim().split(',').filter(Boolean);
  const missing = portsToReserve().filter((ports) => !reserved.includes(ports));
  if (missing.length === 0) return;
  try {
    writeFileSync(setting, [...reserved, ...missing].join(','));
  } catch {
    // Not permitted here. Conflicts are rare, and starting a service reports which port is taken.
  }
}

async function compileTemporal(): Promise<void> {
  console.log('Compiling the Temporal server: about five minutes on two cores');
  await compileGo(
    `github.com/temporalio/cli/cmd/temporal@v${TEMPORAL_CLI_VERSION}`,
    dirname(TEMPORAL_PROGRAM),
  );
}

/** Compiles a program from its Go module, `path@version`, into a folder. */
export async function compileGo(source: string, target: string): Promise<void> {
  const go = await findGo();
  await mkdir(target, { recursive: true });
  await run(go, ['install', '-trimpath', '-ldflags=-s -w', source], {
    show: true,
    env: { ...process.env, GOBIN: target, GOTOOLCHAIN: 'auto' },
  });
}

/** Finds a Go that is new enough, or that can download a newer one (1.21 and later can). */
export async function findGo(): Promise<string> {
  if (find('go') === undefined) await aptInstall(['golang-go']);
  const version = /go(\d+)\.(\d+)/.exec(await run('go', ['version'], { env: process.env }));
  const [major, minor] = [Number(version?.[1]), Number(version?.[2])];
  const fetchesItself = major > 1 || minor >= 21;
  return fetchesItself ? 'go' : fetchGo();
}

/**
 * Debian 12's Go is too old to download its successor, but every Go release is also published as a module. Modules
 * have no file modes, so the programs are made executable here.
 */
async function fetchGo(): Promise<string> {
  const machine = arch() === 'arm64' ? 'arm64' : 'amd64';
  const module = `golang.org/toolchain@v0.0.1-go${GO_TO_FETCH}.linux-${machine}`;
  const reply: { Dir: string } = JSON.parse(
    await run('go', ['mod', 'download', '-json', module], { env: process.env }),
  );
  const tools = join(reply.Dir, 'pkg/tool', `linux_${machine}`);
  for (const folder of [join(reply.Dir, 'bin'), tools]) {
    await chmod(folder, 0o755);
    for (const file of readdirSync(folder)) await chmod(join(folder, file), 0o755);
  }
  return join(reply.Dir, 'bin/go');
}
