/** Runs buildah and podman on separate storage, so that other images of the machine are not touched. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { aptInstall, find } from '../services/install.ts';

export const repository = resolve(import.meta.dirname, '../..');
export const cache = join(process.env['CAIRN_CACHE'] ?? join(homedir(), '.cache/cairn'), 'images');
mkdirSync(cache, { recursive: true });

export const storage = ['--root', join(cache, 'storage'), '--runroot', join(cache, 'run')];

/**
 * Installs the Debian packages of missing programs. If that is not possible, the images cannot be tested, and CI
 * reports the step as skipped.
 */
export async function installMissing(...packages: string[]): Promise<void> {
  const missing = packages.filter((name) => find(name) === undefined);
  if (missing.length === 0) return;
  try {
    await aptInstall(missing);
  } catch (error) {
    console.error(`SKIPPED: ${missing.join(', ')} cannot be installed here: ${String(error)}`);
    process.exit(75);
  }
}

/** Accepts unsigned images: the only base image is built here. */
function signaturePolicy(): string {
  const file = join(cache, 'policy.json');
  writeFileSync(file, '{"default":[{"type":"insecureAcceptAnything"}]}');
  return file;
}

/** Builds without the privileges of a container engine: each step runs in a chroot. */
export function build(args: readonly string[]): void {
  const all = ['bud', '--isolation', 'chroot', '--layers', '--signature-policy', signaturePolicy()];
  execFileSync('buildah', [...storage, ...all, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

export const imageBytes = (image: string): number =>
  Number(
    execFileSync('podman', [...storage, 'image', 'inspect', '--format', '{{.Size}}', image], {
      encoding: 'utf8',
    }),
  );

export function archive(image: string, file: string): void {
  execFileSync('buildah', [
    ...storage,
    'push',
    '--quiet',
    '--signature-policy',
    signaturePolicy(),
    image,
    `oci-archive:${file}`,
  ]);
}

/** Runs a shell command in the image as the image's user, and returns its output. */
export function readFrom(image: string, command: string): string {
  return inEngine(['run', '--rm', ...LOCKED, '--entrypoint', 'sh', image, '-c', command]);
}

/** Like production: no capabilities, no new privileges, and only /tmp is writable. */
export const LOCKED = [
  ...['--read-only', '--tmpfs', '/tmp:rw,nosuid,nodev,size=4g', '--cap-drop', 'ALL'],
  ...['--security-opt', 'no-new-privileges', '--network', 'host'],
];

export const inEngine = (args: readonly string[]): string => {
  const [command = '', ...rest] = podman(args);
  return execFileSync(command, rest, {
    encoding: 'utf8',
    env: engineEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
};

export function startInEngine(args: readonly string[]): ChildProcess {
  const [command = '', ...rest] = podman(args);
  return spawn(command, rest, { env: engineEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
}

/**
 * crun refuses a machine that mounts both versions of cgroups; in a separate mount namespace it sees only the second.
 */
function podman(args: readonly string[]): string[] {
  const command = ['podman', ...storage, ...args];
  if (!existsSync('/sys/fs/cgroup/unified')) return command;
  const mounts =
    'mount --make-rprivate / && umount -l /sys/fs/cgroup && mount -t cgroup2 none /sys/fs/cgroup && exec "$@"';
  return ['unshare', '-m', 'sh', '-c', mounts, 'sh', ...command];
}

/**
 * Settings for a machine without systemd and CAP_SYS_RESOURCE, such as a virtual machine for CI. Other machines use
 * the engine's own settings.
 */
export function engineEnvironment(): NodeJS.ProcessEnv {
  if (existsSync('/run/systemd/system')) return process.env;
  const file = join(cache, 'containers.conf');
  const helpers = existsSync('/usr/bin/catatonit') ? 'init_path = "/usr/bin/catatonit"\n' : '';
  writeFileSync(
    file,
    `[engine]\nruntime = "crun"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n` +
      `[containers]\n${helpers}netns = "host"\ncgroups = "disabled"\n` +
      `default_ulimits = ["nofile=16384:16384","nproc=4096:4096"]\n`,
  );
  return { ...process.env, CONTAINERS_CONF: file };
}

export const readJson = (file: string): unknown =>
  JSON.parse(readFileSync(resolve(repository, file), 'utf8'));
