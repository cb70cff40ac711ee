/**
 * Runs programs that read untrusted files: without network, capabilities and environment, on a read-only system, with
 * a filter on system calls, and with limits on time, memory, processes and output. A program sees one folder and
 * leaves its result there. The folder is checked before the result is read: only plain files and folders are kept.
 */
import { spawn } from 'node:child_process';
import diagnostics from 'node:diagnostics_channel';
import { constants } from 'node:fs';
import { chmod, chown, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { seccompProgram } from './seccomp.ts';

export interface Job {
  /** Mounted as /job, which is also the working directory. */
  readonly folder: string;
  readonly command: readonly string[];
  readonly seconds: number;
  readonly memoryBytes: number;
  /** Secrets are passed through stdin: arguments are visible in the process list, and a file would be on disk. */
  readonly input?: string;
}

export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** The sandbox itself failed to start, so nothing is known about the file. */
export class NoSandbox extends Error {}

/** Something other than a plain file that a program left, in fixed words: "symlink", "hard link", "special file". */
export interface SandboxViolation {
  readonly kinds: readonly string[];
}
/** A diagnostics channel with a SandboxViolation for each run that left one. */
export const sandboxViolations = diagnostics.channel('cairn:sandbox-violation');

/** Flags with which the worker opens a program's output, so that it never follows a link that the program created. */
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

/** The system paths that the converters read; no other path exists inside the sandbox. */
const READ_ONLY = [
  '/usr',
  '/etc/libreoffice',
  '/etc/fonts',
  '/var/lib/libreoffice',
  '/var/cache/fontconfig',
];

/**
 * Lower priority than our own processes, the database and the mail server, because people wait for those and a
 * conversion uses a whole core.
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

/** The user as which programs run if the worker is root: the kernel's process limit does not apply to root. */
const UNPRIVILEGED = 64_999;
const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Ways to isolate, strongest first, because a container may forbid mounting /proc and changing its settings. The
 * filter denies new namespaces in any case; a bound /proc shows other processes' command lines, never their
 * environments.
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

/** Finds the strongest isolation that works on this machine; tried once. */
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
    // All processes of the sandbox have ended, so nothing changes between this check and the reading.
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
      // Applied inside the sandbox, where only its own processes count.
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
  // Ignores EPIPE: a program may exit without reading its input.
  child.stdin?.on('error', () => {}).end(input);
  let output = '';
  let complaint = '';
  child.stdout!.setEncoding('latin1').on('data', (text: string) => {
    if (output.length < LONGEST_OUTPUT) output += text;
  });
  child.stderr!.setEncoding('latin1').on('data', (text: string) => {
    if (complaint.length < 10_000) complaint += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new NoSandbox(error.message)));
    child.on('close', (code) => {
      const missing = /^(bwrap|prlimit|setpriv): .*$/m.exec(complaint);
      if (missing) reject(new NoSandbox(missing[0]));
      else resolve({ code: code ?? 1, output });
    });
  });
}

/** Gives the folder and its content to the user that the program runs as. */
async function handOver(folder: string): Promise<void> {
  await chown(folder, UNPRIVILEGED, UNPRIVILEGED);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() && !entry.isDirectory()) continue;
    await chown(join(entry.parentPath, entry.name), UNPRIVILEGED, UNPRIVILEGED);
  }
}

/**
 * The worker reads, and adds to, the files that a program left. A link would lead it to files of its own; a pipe or
 * device would block it. Everything that is not a plain file with one name is removed, and everything altogether if
 * there is more than an honest program leaves.
 */
async function removeTraps(folder: string): Promise<void> {
  const kinds = new Set<string>();
  let files = 0;
  const waiting = [folder];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const name of await readdir(path)) {
      const entry = join(path, name);
      const stats = await lstat(entry);
      files += 1;
      const kind = files > MAX_FILES_LEFT ? 'too many files' : trapIn(stats);
      if (kind === undefined) {
        await chmod(entry, stats.isDirectory() ? 0o700 : 0o600);
        if (stats.isDirectory()) waiting.push(entry);
        continue;
      }
      kinds.add(kind);
      await rm(entry, { recursive: true, force: true });
    }
  }
  if (kinds.size > 0) sandboxViolations.publish({ kinds: [...kinds] } satisfies SandboxViolation);
}

function trapIn(stats: Awaited<ReturnType<typeof lstat>>): string | undefined {
  if (stats.isDirectory()) return undefined;
  if (stats.isSymbolicLink()) return 'symlink';
  if (!stats.isFile()) return 'special file';
  return Number(stats.nlink) > 1 ? 'hard link' : undefined;
}
