/** Starts a process of the product as an installation does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@cairn/testing/free-port';
import { HOST, REPOSITORY } from '../../tools/services/profile.ts';

export type Role = 'web' | 'worker' | 'router';
export interface RunningRole {
  readonly pid: number;
  stop(): Promise<void>;
}

const START_PATIENCE_MS = 180_000;

/** Resolves when it is ready. */
export async function startRole(
  role: Role,
  environment: Readonly<Record<string, string>>,
): Promise<RunningRole> {
  const monitor = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [join(REPOSITORY, 'apps/server/src/cli.ts'), role], {
    env: {
      PATH,
      HOME,
      ...environment,
      MONITOR_PORT: String(monitor),
      MONITOR_HOST: HOST,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const killNow = (): void => void child.kill('SIGKILL');
  process.once('exit', killNow);
  const deadline = performance.now() + START_PATIENCE_MS;
  const ready =
    role === 'router'
      ? `http://${HOST}:${environment['PORT']}/livez`
      : `http://${HOST}:${monitor}/readyz`;
  const isReady = () =>
    fetch(ready).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`${role} did not start`);
    }
    await wait(100);
  }
  return {
    pid: child.pid!,
    async stop() {
      process.off('exit', killNow);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
