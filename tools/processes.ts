/** Child processes that end with this one: their output is labeled, and each is stopped by its process id. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

export interface Running {
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

export function run(
  name: string,
  command: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
  show: (line: string) => void = (line) => console.log(line),
): Running {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    // The IPC channel is for processes that report when they are ready.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout!, child.stderr!]) {
    createInterface({ input: stream }).on('line', (line) => show(`${name.padEnd(7)} ${line}`));
  }
  return { child, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await Promise.race([ended, wait(10_000).then(() => child.kill('SIGKILL'))]);
  await ended;
}

export async function untilAnswers(url: string, ms = 60_000): Promise<void> {
  const deadline = Date.now() + ms;
  while (Date.now() < deadline) {
    const isUp = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return;
    await wait(100);
  }
  throw new Error(`${url} does not answer`);
}
