/** At the first start of an installation, the worker may start before its Temporal namespace exists. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { startTestServer, startTestWorker, type TestServer } from '@cairn/testing';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let connection: Connection;
beforeAll(async () => {
  server = await startTestServer();
  connection = await Connection.connect({ address: server.config.engine.address });
});
afterAll(async () => {
  await connection.close();
  await server.stop();
});

test('a worker that comes up before its namespace is made works when it is there', async () => {
  const namespace = `late-${randomUUID()}`;
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(line) });
  const engine = { namespace, queues: ['codes' as const] };
  const starting = startTestWorker(server, undefined, engine, undefined, log);
  // Long enough for pollers to give up that are told the namespace does not exist.
  const early = await Promise.race([
    starting.then(
      () => 'started',
      () => 'gave up',
    ),
    wait(10_000, 'waits'),
  ]);
  expect(early).toBe('waits');
  expect(logged.join('')).toContain(
    `Temporal does not serve the namespace ${namespace} (TEMPORAL_NAMESPACE); retrying in 1 s`,
  );
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: msToTs('1 day'),
  });
  const worker = await starting;
  await worker.stop();
}, 60_000);
