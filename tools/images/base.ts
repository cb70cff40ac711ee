/**
 * Builds the Debian base image from the Debian mirror: minbase with security updates, without manuals and
 * translations.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, cache } from './engine.ts';

const RELEASE = 'trixie';
export const BASE = `localhost/cairn-base:${RELEASE}`;

const root = join(cache, 'debian-root');
const tar = join(cache, 'base.tar');

/** Also applies to packages installed later. Licenses are kept. */
const DPKG_EXCLUDES = `path-exclude=/usr/share/doc/*
path-include=/usr/share/doc/*/copyright
path-exclude=/usr/share/man/*
path-exclude=/usr/share/info/*
path-exclude=/usr/share/locale/*
`;

export function makeBase(renew: boolean): void {
  if (existsSync(tar) && !renew) return;
  if (renew) rmSync(root, { recursive: true, force: true });
  if (!existsSync(join(root, 'etc/debian_version'))) {
    const mirror = process.env['DEBIAN_MIRROR'];
    run('debootstrap', ['--variant=minbase', RELEASE, root, ...(mirror ? [mirror] : [])]);
  }
  addSecurityUpdates();
  writeFileSync(join(root, 'etc/dpkg/dpkg.cfg.d/cairn'), DPKG_EXCLUDES);
  run('chroot', [root, 'apt-get', 'update', '-q']);
  run('chroot', [root, 'apt-get', 'upgrade', '-qy', '--no-install-recommends']);
  for (const folder of ['doc', 'man', 'info', 'locale']) {
    run('find', [
      join(root, 'usr/share', folder),
      '-type',
      'f',
      '!',
      '-name',
      'copyright',
      '-delete',
    ]);
  }
  const excluded = [
    'proc/*',
    'sys/*',
    'dev/*',
    'tmp/*',
    'run/*',
    'var/lib/apt/lists/*',
    'var/cache/*',
    'var/log/*',
  ];
  run('tar', [
    '-C',
    root,
    ...excluded.map((path) => `--exclude=./${path}`),
    '--sort=name',
    '-cf',
    tar,
    '.',
  ]);
}

export function buildBase(): void {
  const file = join(cache, 'Containerfile.base');
  writeFileSync(file, 'FROM scratch\nADD base.tar /\nENV LANG=C.UTF-8\n');
  build(['-t', BASE, '-f', file, cache]);
}

/** The security suite is on the same mirror as the release. */
function addSecurityUpdates(): void {
  const file = join(root, 'etc/apt/sources.list');
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  if (lines.length > 1) return;
  const mirror = lines[0]!.split(' ')[1]!;
  const security = `deb ${mirror.replace(/\/?$/, '-security')} ${RELEASE}-security main`;
  writeFileSync(file, `${lines[0]}\ndeb ${mirror} ${RELEASE}-updates main\n${security}\n`);
}

function run(command: string, args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}
