/** The web and worker processes: started as in production, killed, and monitored. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '../../tools/services/process.ts';
import { REPOSITORY } from '../../tools/services/profile.ts';
import { drillFolder } from './settings.ts';

const START_PATIENCE_MS = 180_000;
const MAIN = join(REPOSITORY, 'apps/server/src/main.ts');

export interface RoleOptions {
  role: 'web' | 'worker';
  env: Record<string, string>;
  /** Node options for the controls. */
  nodeFlags?: string[];
  healthy(printed: string): Promise<boolean>;
}

export class Role {
  /** How often it exited without being killed. */
  falls = 0;
  private readonly options: RoleOptions;
  private readonly log: WriteStream;
  private child: ChildProcess | undefined;
  private printed = '';
  private expected = false;
  private restart: NodeJS.Timeout | undefined;

  constructor(options: RoleOptions) {
    this.options = options;
    this.log = createWriteStream(join(drillFolder('run'), `${options.role}.log`));
  }

  /** Starts it and waits until it works. */
  async start(): Promise<void> {
    this.launch();
    const ready = () => this.options.healthy(this.printed).catch(() => false);
    if (!(await waitUntil(ready, START_PATIENCE_MS, 50))) {
      throw new Error(`${this.options.role} did not start: see ${String(this.log.path)}`);
    }
  }

  private launch(): void {
    // Otherwise a process that ended just before a kill would be started twice.
    clearTimeout(this.restart);
    const { role, env, nodeFlags = [] } = this.options;
    const { PATH = '', HOME = '' } = process.env;
    this.printed = '';
    this.expected = false;
    const child = spawn(process.execPath, [...nodeFlags, MAIN, role], {
      env: { PATH, HOME, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => this.keep(data));
    }
    child.once('exit', () => this.ended(child));
    this.child = child;
  }

  private keep(data: Buffer): void {
    this.log.write(data);
    // Enough for the line that reports readiness; the rest is in the log.
    if (this.printed.length < 100_000) this.printed += data.toString();
  }

  /** Restarts it like an orchestrator; the report states the exit. */
  private ended(child: ChildProcess): void {
    if (this.expected || this.child !== child) return;
    this.falls += 1;
    this.restart = setTimeout(() => this.launch(), 500);
  }

  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  stop(): Promise<void> {
    return this.end('SIGTERM', 15_000);
  }

  private async end(signal: NodeJS.Signals, patienceMs = 0): Promise<void> {
    this.expected = true;
    clearTimeout(this.restart);
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const force = patienceMs > 0 ? setTimeout(() => child.kill('SIGKILL'), patienceMs) : undefined;
    await exit;
    clearTimeout(force);
  }

  /** Kills it without waiting, for an interrupted drill. */
  killNow(): void {
    this.expected = true;
    clearTimeout(this.restart);
    this.child?.kill('SIGKILL');
  }
}
