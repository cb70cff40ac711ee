/** A process that cannot start has to end: a supervisor starts only what has ended again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { makeDatabase, type TestDatabase } from '@cairn/testing/database';
import { freePort } from '@cairn/testing/free-port';
import { afterAll, beforeAll, expect, test } from 'vitest';

let database: TestDatabase;
const taken = createServer();
beforeAll(async () => {
  database = await makeDatabase(process.env['MIGRATION_DATABASE_URL']!);
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
});
afterAll(async () => {
  taken.close();
  await database.drop();
});

test('cairn web ends with status 1 and the reason when its port is taken', async () => {
  const { port } = taken.address() as AddressInfo;
  const web = spawn(process.execPath, [resolve(import.meta.dirname, '../cli.ts'), 'web'], {
    env: {
      ...process.env,
      DATABASE_URL: database.urls.app,
      RELAY_DATABASE_URL: database.urls.relay,
      HOST: '127.0.0.1',
      PORT: String(port),
      MONITOR_PORT: String(await freePort()),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  web.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  try {
    const [status] = (await once(web, 'close', { signal: AbortSignal.timeout(40_000) })) as [
      number,
    ];
    expect(status).toBe(1);
    expect(errors).toContain('EADDRINUSE');
  } finally {
    web.kill('SIGKILL');
  }
}, 60_000);
