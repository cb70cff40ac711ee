// Processes that outlive the command that starts them. A process is identified by its id together with its start
// time, because ids are reused.

import { spawn } from 'node:child_process';
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHECKOUT, HOST } from './profile.ts';

const STOP_PATIENCE_MS = 15_000;
const KILL_PATIENCE_MS = 10_000;

export interface Launch {
  /** Contains `<name>.pid` and `<name>.log`. */
  folder: string;
  name: string;
  command: string;
  args: string[];
  cwd?: string;
}

// The process writes its own pid file before it execs the service: if the starter wrote it and was killed at that
// moment, the service would run without a record. Written to a temporary file and renamed, so that a concurrent
// reader never sees an empty file.
const NOTE_AND_BECOME =
  'echo "$$ $(cut -d " " -f 22 /proc/$$/stat)" > "$0.$$" && mv "$0.$$" "$0" && exec "$@"';

/** Starts the process detached from this one, unless it is running already. */
export function launch({ folder, name, command, args, cwd }: Launch): void {
  if (runningPid(folder, name) !== undefined) return;
  const pidFile = join(folder, `${name}.pid`);
  const log = openSync(join(folder, `${name}.log`), 'a');
  const child = spawn('/bin/sh', ['-c', NOTE_AND_BECOME, pidFile, command, ...args], {
    cwd: cwd ?? folder,
    detached: true,
    stdio: ['ignore', log, log],
    env: plainEnvironment(),
  });
  closeSync(log);
  // A process that failed to start is not running, which the health check reports.
  child.on('error', () => {});
  child.unref();
  if (child.pid === undefined) throw new Error(`${command} could not be started`);
  const beside = `${pidFile}.starter`;
  writeFileSync(beside, `${child.pid} ${statOf(child.pid)?.startTime ?? ''}\n`);
  renameSync(beside, pidFile);
}

/** The environment without the caller's settings, which services must not inherit. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH: `${PATH}:/usr/sbin:/sbin`, HOME, TMPDIR, LANG: 'C.UTF-8' };
}

export function runningPid(folder: string, name: string): number | undefined {
  const [pid, startTime] = readPidFile(folder, name);
  if (pid === undefined) return undefined;
  return isAlive({ pid, startTime: startTime ?? '' }) ? pid : undefined;
}

function readPidFile(folder: string, name: string): [number | undefined, string | undefined] {
  try {
    const [pid, startTime] = readFileSync(join(folder, `${name}.pid`), 'utf8')
      .trim()
      .split(' ');
    return [Number(pid), startTime];
  } catch {
    return [undefined, undefined];
  }
}

function statOf(pid: number): { parent: number; state: string; startTime: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name in parentheses may contain spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', parent: Number(fields[1]), startTime: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/**
 * Whether the process has ended but was not reaped by its parent. While it still has other threads it is only ending,
 * and its ports are still in use.
 */
export function isZombie(pid: number): boolean {
  return statOf(pid)?.state === 'Z' && threadsOf(pid) <= 1;
}

function threadsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).length;
  } catch {
    return 0;
  }
}

/** Sends a signal, and SIGKILL after a timeout. Waits for child processes too. */
export async function stopProcess(
  folder: string,
  name: string,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
  const pid = runningPid(folder, name);
  if (pid !== undefined) {
    const family = familyOf(pid);
    send(pid, signal);
    if (!(await allGone(family, STOP_PATIENCE_MS))) {
      for (const member of familyOf(pid).concat(family)) sendTo(member, 'SIGKILL');
      await allGone(family, KILL_PATIENCE_MS);
    }
  }
  rmSync(join(folder, `${name}.pid`), { force: true });
}

/** Simulates a crash: SIGKILL to the process and all its children. */
export async function killProcess(folder: string, name: string): Promise<void> {
  const pid = runningPid(folder, name);
  if (pid === undefined) return;
  const family = familyOf(pid);
  for (const member of family) sendTo(member, 'SIGKILL');
  if (!(await allGone(family, KILL_PATIENCE_MS))) throw new Error(`${name} survived SIGKILL`);
  rmSync(join(folder, `${name}.pid`), { force: true });
}

interface Member {
  pid: number;
  startTime: string;
}

/** The process, then its descendants: killed in this order, a parent cannot start more of them. */
function familyOf(pid: number): Member[] {
  const children = new Map<number, Member[]>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = statOf(Number(entry));
    if (stat === undefined) continue;
    const siblings = children.get(stat.parent) ?? [];
    siblings.push({ pid: Number(entry), startTime: stat.startTime });
    children.set(stat.parent, siblings);
  }
  const root = statOf(pid);
  if (root === undefined) return [];
  const family: Member[] = [{ pid, startTime: root.startTime }];
  for (const member of family) family.push(...(children.get(member.pid) ?? []));
  return family;
}

function isAlive({ pid, startTime }: Member): boolean {
  const stat = statOf(pid);
  return stat !== undefined && stat.startTime === startTime && !isZombie(pid);
}

function sendTo(member: Member, signal: NodeJS.Signals): void {
  if (isAlive(member)) send(member.pid, signal);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!isGone) throw error;
  }
}

async function allGone(family: Member[], patienceMs: number): Promise<boolean> {
  return waitUntil(async () => !family.some(isAlive), patienceMs, 20);
}

export async function waitUntil(
  condition: () => Promise<boolean>,
  patienceMs: number,
  everyMs = 100,
): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() > deadline) return false;
    await sleep(everyMs);
  }
}

/** Whether something listens on the port. */
export function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: HOST, port, timeout: 1000 });
    const finish = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    // A connection to an unused port may, rarely, connect to itself if the system picks that port as its source.
    socket.on('connect', () => finish(socket.localPort !== socket.remotePort));
    socket.on('timeout', () => finish(false));
    socket.on('error', () => finish(false));
  });
}

/** Sends a line and returns the first answer: enough for clamd and for SMTP's greeting. */
export function http(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: HOST, port, timeout: 2000 });
    socket.on('connect', () => request !== '' && socket.write(request));
    socket.on('timeout', () => socket.destroy(new Error(`port ${port} did not answer`)));
    socket.on('error', reject);
    socket.on('data', (data) => {
      socket.destroy();
      resolve(data.toString());
    });
    socket.on('close', () => reject(new Error(`port ${port} closed without an answer`)));
  });
}

/** Runs a short command to its end; if it fails, its output is part of the error. */
export function run(command: string, args: string[], options: RunOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      stdio: ['ignore', options.show ? 'inherit' : 'pipe', options.show ? 'inherit' : 'pipe'],
      env: { ...plainEnvironment(), ...options.env },
    });
    let output = '';
    let complaints = '';
    child.stdout?.on('data', (data) => (output += data));
    child.stderr?.on('data', (data) => (complaints += data));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else
        reject(
          new Error(`${command} ${args.join(' ')} ended with ${code}\n${output}${complaints}`),
        );
    });
  });
}

/** { port: 1 } as ['--port', '1']. */
export function flags(values: Record<string, string | number>): string[] {
  return Object.entries(values).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Prints the output while the command runs. */
  show?: boolean;
}

/**
 * Only one `up`, `start` or `down` of a profile runs at a time. The lock is a socket in the kernel's abstract
 * namespace: it disappears with its holder, so a crash cannot leave it behind.
 */
export async function exclusively<T>(name: string, job: () => Promise<T>): Promise<T> {
  const server = createServer();
  const path = `\0cairn-services-${CHECKOUT}-${name}`;
  const tryListen = () =>
    new Promise<boolean>((resolve, reject) => {
      server.once('listening', () => resolve(true));
      server.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
      );
      server.listen({ path });
    });
  while (!(await tryListen())) {
    server.removeAllListeners();
    await sleep(50);
  }
  try {
    return await job();
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}
