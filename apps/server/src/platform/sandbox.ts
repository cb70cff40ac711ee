/**
 * Programs that read untrusted files run here: no network, no capabilities, a read-only system, nothing of
 * ours in the environment, and limits on time, memory and what they write. They see one folder, and leave
 * their result in it.
 */
import { spawn } from 'node:child_process';

export interface Job {
  /** Seen inside as /job, which is also where the program starts. */
  readonly folder: string;
  readonly command: readonly string[];
  readonly seconds: number;
  readonly memoryBytes: number;
}

export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** The sandbox itself could not be had: nothing is known about the file. */
export class NoSandbox extends Error {}

const LARGEST_FILE = 2 ** 33;
const LONGEST_OUTPUT = 2 ** 26;
const SCRATCH_BYTES = 2 ** 29;

/** What the converters read of the system; what is missing here is not there inside either. */
const READ_ONLY = [
  '/usr',
  '/etc/libreoffice',
  '/etc/fonts',
  '/var/lib/libreoffice',
  '/var/cache/fontconfig',
];

const ENVIRONMENT = {
  HOME: '/scratch',
  PATH: '/usr/bin:/bin',
  LANG: 'C.UTF-8',
  SAL_USE_VCLPLUGIN: 'svp',
  OMP_NUM_THREADS: '1',
};

const walls = (folder: string): string[] => [
  ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
  ...['--uid', '65534', '--gid', '65534', '--clearenv'],
  ...Object.entries(ENVIRONMENT).flatMap(([name, value]) => ['--setenv', name, value]),
  ...READ_ONLY.flatMap((path) => ['--ro-bind-try', path, path]),
  ...['--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64'],
  ...['--symlink', 'usr/bin', '/bin', '--proc', '/proc', '--dev', '/dev'],
  ...['--size', String(SCRATCH_BYTES), '--tmpfs', '/tmp'],
  ...['--size', String(SCRATCH_BYTES), '--tmpfs', '/scratch'],
  ...['--bind', folder, '/job', '--chdir', '/job'],
];

export function runSandboxed({ folder, command, seconds, memoryBytes }: Job): Promise<Outcome> {
  const limits = [
    `--cpu=${seconds}`,
    `--fsize=${LARGEST_FILE}`,
    '--nofile=8192',
    '--core=0',
    `--as=${memoryBytes}`,
  ];
  const child = spawn(
    'timeout',
    [
      '-k',
      '2',
      String(seconds),
      'prlimit',
      ...limits,
      '--',
      'bwrap',
      ...walls(folder),
      '--',
      ...command,
    ],
    { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  let complaint = '';
  child.stdout.setEncoding('latin1').on('data', (text: string) => {
    if (output.length < LONGEST_OUTPUT) output += text;
  });
  child.stderr.setEncoding('latin1').on('data', (text: string) => {
    if (complaint.length < 10_000) complaint += text;
  });
  return new Promise((done, failed) => {
    child.on('error', (error) => failed(new NoSandbox(error.message)));
    child.on('close', (code) => {
      const missing = /^(bwrap|prlimit): .*$/m.exec(complaint);
      if (missing) failed(new NoSandbox(missing[0]));
      else done({ code: code ?? 1, output });
    });
  });
}
