/**
 * Programs that read untrusted files run here: no network, no capabilities, a read-only system, a filter on
 * system calls, nothing of ours in the environment, and limits on time, memory, processes and what they
 * write. They see one folder, and leave their result in it. What they leave there is looked at before
 * anybody reads it: only plain files and folders stay.
 */
import { spawn } from 'node:child_process';
import diagnostics from 'node:diagnostics_channel';
import { constants } from 'node:fs';
import { chmod, chown, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { seccompProgram } from './seccomp.ts';

export interface Job {
  /** Seen inside as /job, which is also where the program starts. */
  readonly folder: string;
  readonly command: readonly string[];
  readonly seconds: number;
  readonly memoryBytes: number;
  /** Secrets come this way: an argument is in the list of processes, a file on the disk. */
  readonly input?: string;
}

export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** The sandbox itself could not be had: nothing is known about the file. */
export class NoSandbox extends Error {}

/** What a program left that is no plain file, in fixed words: "symlink", "hard link", "special file". */
export interface SandboxViolation {
  readonly kinds: readonly string[];
}
/** Told a SandboxViolation for each run that left one. */
export const sandboxViolations = diagnostics.channel('cairn:sandbox-violation');

/** How the worker opens a program's output: never through a link, which the program may have placed. */
export const NO_LINK = {
  read: constants.O_RDONLY | constants.O_NOFOLLOW,
  write: constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW,
  append: constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW,
};

const LARGEST_FILE = 2 ** 33;
const LONGEST_OUTPUT = 2 ** 26;
const SCRATCH_BYTES = 2 ** 29;
const SHARED_MEMORY_BYTES = 2 ** 24;
/** Threads count: LibreOffice has about twenty. */
const MAX_PROCESSES = 128;
const MAX_FILES_LEFT = 20_000;

/** The system paths that the converters read; any other path does not exist inside the sandbox. */
const READ_ONLY = [
  '/usr',
  '/etc/libreoffice',
  '/etc/fonts',
  '/var/lib/libreoffice',
  '/var/cache/fontconfig',
];

/**
 * Lower than our own processes, the database and the mail server: a person waits for those, and a conversion takes all of a
 * core.
 */
const NICENESS = 10;

const ENVIRONMENT = {
  HOME: '/scratch',
  PATH: '/usr/bin:/bin',
  LANG: 'C.UTF-8',
  SAL_USE_VCLPLUGIN: 'svp',
  OMP_NUM_THREADS: '1',
  OMP_THREAD_LIMIT: '1',
};

/** Who sandboxed programs are outside when the worker is root: the kernel counts no process of root's. */
const UNPRIVILEGED = 64_999;
const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * A container may forbid mounting /proc and changing its settings. The filter denies new namespaces in
 * any case; a bound /proc shows other command lines, never environments.
 */
const STRENGTHS = [
  ['--proc', '/proc', '--disable-userns'],
  ['--ro-bind', '/proc', '/proc', '--disable-userns'],
  ['--ro-bind', '/proc', '/proc'],
] as const;

const walls = (folder: string, strength: readonly string[]): string[] => [
  ...['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts'],
  ...['--unshare-cgroup-try', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
  ...['--uid', '65534', '--gid', '65534', '--clearenv'],
  ...Object.entries(ENVIRONMENT).flatMap(([name, value]) => ['--setenv', name, value]),
  ...READ_ONLY.flatMap((path) => ['--ro-bind-try', path, path]),
  ...['--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64'],
  ...['--symlink', 'usr/bin', '/bin', '--dev', '/dev', ...strength],
  ...['--size', String(SHARED_MEMORY_BYTES), '--tmpfs', '/dev/shm'],
  ...['--size', String(SCRATCH_BYTES), '--tmpfs', '/tmp'],
  ...['--size', String(SCRATCH_BYTES), '--tmpfs', '/scratch'],
  ...['--bind', folder, '/job', '--chdir', '/job'],
  ...['--remount-ro', '/dev', '--remount-ro', '/'],
];

let strongest: Promise<readonly string[]> | undefined;

/** The strongest walls that can be had on this machine, tried once. */
async function findStrength(folder: string): Promise<readonly string[]> {
  let failure: unknown;
  for (const strength of STRENGTHS) {
    const job = { folder, command: ['true'], seconds: 10, memoryBytes: 2 ** 28 };
    try {
      const { code } = await runWithin(strength, job);
      if (code === 0) return strength;
    } catch (error) {
      failure = error;
    }
  }
  throw failure ?? new NoSandbox('bwrap ran, but nothing runs inside');
}

export async function runSandboxed(job: Job): Promise<Outcome> {
  if (isRoot()) await handOver(job.folder);
  strongest ??= findStrength(job.folder);
  const strength = await strongest.catch((error: unknown) => {
    strongest = undefined;
    throw error;
  });
  try {
    return await runWithin(strength, job);
  } finally {
    // All its processes ended with it: nothing changes any more between this look and the reading.
    await removeTraps(job.folder);
  }
}

function runWithin(
  strength: readonly string[],
  { folder, command, seconds, memoryBytes, input }: Job,
): Promise<Outcome> {
  const limits = [
    `--cpu=${seconds}`,
    `--fsize=${LARGEST_FILE}`,
    '--nofile=8192',
    '--core=0',
    `--as=${memoryBytes}`,
  ];
  const filter = seccompProgram();
  const outside = isRoot()
    ? ['setpriv', `--reuid=${UNPRIVILEGED}`, `--regid=${UNPRIVILEGED}`, '--clear-groups', '--']
    : [];
  const child = spawn(
    'nice',
    [
      ...[
        '-n',
        String(NICENESS),
        'timeout',
        '-k',
        '2',
        String(seconds),
        'prlimit',
        ...limits,
        '--',
        ...outside,
      ],
      ...['bwrap', ...walls(folder, strength), ...(filter ? ['--seccomp', '3'] : [])],
      // Inside, where only its own processes count.
      ...['--', 'prlimit', `--nproc=${MAX_PROCESSES}`, '--', ...command],
    ],
    {
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
      stdio: [
        input === undefined ? 'ignore' : 'pipe',
        'pipe',
        'pipe',
        ...(filter ? ['pipe' as const] : []),
      ],
    },
  );
  if (filter) {
    const pipe = child.stdio[3] as NodeJS.WritableStream;
    pipe.on('error', () => {});
    pipe.end(filter);
  }
  // A program that ends without reading it breaks the pipe.
  child.stdin?.on('error', () => {}).end(input);
  let output = '';
  let complaint = '';
  child.stdout!.setEncoding('latin1').on('data', (text: string) => {
    if (output.length < LONGEST_OUTPUT) output += text;
  });
  child.stderr!.setEncoding('latin1').on('data', (text: string) => {
    if (complaint.length < 10_000) complaint += text;
  });
  return new Promise((done, failed) => {
    child.on('error', (error) => failed(new NoSandbox(error.message)));
    child.on('close', (code) => {
      const missing = /^(bwrap|prlimit|setpriv): .*$/m.exec(complaint);
      if (missing) failed(new NoSandbox(missing[0]));
      else done({ code: code ?? 1, output });
    });
  });
}

/** The folder and what is in it belongs to the user that the program runs as. */
async function handOver(folder: string): Promise<void> {
  await chown(folder, UNPRIVILEGED, UNPRIVILEGED);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() && !entry.isDirectory()) continue;
    await chown(join(entry.parentPath, entry.name), UNPRIVILEGED, UNPRIVILEGED);
  }
}

/**
 * The worker reads, and adds to, what a program left: a link would lead it to files of its own, a pipe or
 * a device would hold it up. Whatever is no plain file of one name goes, and so does everything when there
 * is more than any honest program leaves.
 */
async function removeTraps(folder: string): Promise<void> {
  const kinds = new Set<string>();
  let files = 0;
  const waiting = [folder];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const name of await readdir(path)) {
      const entry = join(path, name);
      const found = await lstat(entry);
      files += 1;
      const kind = files > MAX_FILES_LEFT ? 'too many files' : trapIn(found);
      if (kind === undefined) {
        await chmod(entry, found.isDirectory() ? 0o700 : 0o600);
        if (found.isDirectory()) waiting.push(entry);
        continue;
      }
      kinds.add(kind);
      await rm(entry, { recursive: true, force: true });
    }
  }
  if (kinds.size > 0) sandboxViolations.publish({ kinds: [...kinds] } satisfies SandboxViolation);
}

function trapIn(found: Awaited<ReturnType<typeof lstat>>): string | undefined {
  if (found.isDirectory()) return undefined;
  if (found.isSymbolicLink()) return 'symlink';
  if (!found.isFile()) return 'special file';
  return Number(found.nlink) > 1 ? 'hard link' : undefined;
}
