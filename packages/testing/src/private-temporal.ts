/**
 * A separate in-memory Temporal server for one test, with the shared server's current settings, which the shared one
 * may have been started without.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Connection } from '@temporalio/client';
import { flags } from '../../../tools/services/process.ts';
import { HOST } from '../../../tools/services/profile.ts';
import { DYNAMIC_CONFIG, TEMPORAL_PROGRAM } from '../../../tools/services/temporal.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

const START_WITHIN_MS = 60_000;

export interface PrivateTemporal {
  readonly address: string;
  stop(): Promise<void>;
}

export async function startPrivateTemporal(): Promise<PrivateTemporal> {
  const port = await freePort();
  const settings = flags({
    ip: HOST,
    port,
    'http-port': await freePort(),
    'metrics-port': await freePort(),
    'log-level': 'error',
  });
  const server = spawn(
    TEMPORAL_PROGRAM,
    ['server', 'start-dev', '--headless', ...settings, ...DYNAMIC_CONFIG],
    { stdio: 'ignore' },
  );
  const killNow = (): void => void server.kill('SIGKILL');
  process.once('exit', killNow);
  const address = `${HOST}:${port}`;
  await until(() => isServing(address), START_WITHIN_MS);
  return {
    address,
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
      process.off('exit', killNow);
    },
  };
}

async function isServing(address: string): Promise<boolean> {
  try {
    const connection = await Connection.connect({ address, connectTimeout: 2000 });
    try {
      await connection.workflowService.describeNamespace({ namespace: 'default' });
      return true;
    } finally {
      await connection.close();
    }
  } catch {
    return false;
  }
}
