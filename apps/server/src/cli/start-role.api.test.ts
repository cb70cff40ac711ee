/** A process that cannot start has to exit, because a supervisor restarts only processes that have exited. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { makeDatabase, type TestDatabase } from '@cairn/testing/database';
import { freePort } from '@cairn/testing/free-port';
import { until } from '@cairn/testing/until';
import { afterAll, beforeAll, expect, test } from 'vitest';

let database: TestDatabase;
const occupant = createServer();
beforeAll(async () => {
  database = await makeDatabase(process.env['MIGRATION_DATABASE_URL']!);
  occupant.listen(0, '127.0.0.1');
  await once(occupant, 'listening');
});
afterAll(async () => {
  occupant.close();
  await database.drop();
});

async function start(role: 'web' | 'worker', over: Record<string, string>) {
  const started = spawn(process.execPath, [resolve(import.meta.dirname, '../cli.ts'), role], {
    env: {
      ...process.env,
      DATABASE_URL: database.urls.app,
      RELAY_DATABASE_URL: database.urls.relay,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      MONITOR_PORT: String(await freePort()),
      ...over,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { text: '' };
  for (const stream of [started.stdout, started.stderr]) {
    stream.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
  }
  return { started, output };
}

test('cairn web ends with status 1 and the reason when its port is taken', async () => {
  const { port } = occupant.address() as AddressInfo;
  const { started, output } = await start('web', { PORT: String(port) });
  try {
    const ended = once(started, 'close', { signal: AbortSignal.timeout(40_000) });
    const [status] = (await ended) as [number];
    expect(status).toBe(1);
    expect(output.text).toContain('EADDRINUSE');
    expect(output.text).toContain('cairn check web names the setting or the service at fault');
  } finally {
    started.kill('SIGKILL');
  }
}, 60_000);

test('cairn worker waits for Temporal and says where it looks for it', async () => {
  const { started, output } = await start('worker', { TEMPORAL_ADDRESS: '127.0.0.1:1' });
  try {
    const sentence = 'Temporal is not reachable at 127.0.0.1:1 (TEMPORAL_ADDRESS); retrying in 1 s';
    await until(async () => output.text.split(sentence).length > 2, 40_000);
    expect(started.exitCode).toBe(null);
  } finally {
    started.kill('SIGKILL');
  }
}, 60_000);
