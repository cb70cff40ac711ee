/** A web process, started as in production. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { HOST, REPOSITORY } from '../../tools/services/profile.ts';

const PATIENCE_MS = 120_000;

export class WebProcess {
  private readonly port: number;
  private readonly env: Record<string, string>;
  private child: ChildProcess | undefined;

  constructor(port: number, env: Record<string, string>) {
    this.port = port;
    this.env = env;
  }

  /** Resolves when it is ready for requests. */
  async start(): Promise<void> {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, [join(REPOSITORY, 'apps/server/src/main.ts'), 'web'], {
      env: { PATH, HOME, ...this.env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    this.child = child;
    process.once('exit', () => child.kill('SIGKILL'));
    const deadline = Date.now() + PATIENCE_MS;
    while (!(await this.isReady())) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error('web did not start');
      await wait(100);
    }
  }

  private isReady(): Promise<boolean> {
    return fetch(`http://${HOST}:${this.port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** Resolves to its exit code, or the signal that ended it. */
  async end(signal: NodeJS.Signals): Promise<number | string | null> {
    const { child } = this;
    if (!child || child.exitCode !== null) return child?.exitCode ?? null;
    const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
    child.kill(signal);
    const [code, by] = await ended;
    return code ?? by;
  }
}
