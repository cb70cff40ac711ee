/** Controls the worker process for journeys that pause, kill and restart it. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { PORT } from './address.ts';

const root = resolve(import.meta.dirname, '..');
export const workerFile = resolve(root, `.cache/e2e/worker-${PORT}.pid`);

/** Resolves when the worker accepts work. */
export async function startWorker(env: Record<string, string>): Promise<{ stop(): Promise<void> }> {
  const child = spawn(process.execPath, [resolve(root, 'apps/server/src/main.ts'), 'worker'], {
    env: { ...process.env, ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Detached, so that it survives the test process that restarted it; global-setup.ts stops the process whose ID is
    // in the file.
    detached: true,
  });
  writeFileSync(workerFile, String(child.pid));
  await new Promise<void>((ready, failed) => {
    child.on('exit', (code) => failed(new Error(`the worker ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('worker is running')) ready();
    });
  });
  child.unref();
  return { stop: async () => signalWorker('SIGTERM') };
}

export const workerPid = (): number => Number(readFileSync(workerFile, 'utf8'));

export function signalWorker(signal: NodeJS.Signals): void {
  try {
    process.kill(workerPid(), signal);
  } catch {
    // The process has already ended.
  }
}
