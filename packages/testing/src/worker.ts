/** The real worker and relay for a test server's database, on a separate task queue. */
import { randomUUID } from 'node:crypto';
import { AuditKeys } from '@cairn/server/platform/audit/entry';
import { Bus } from '@cairn/server/platform/bus';
import { Db } from '@cairn/server/platform/db/db';
import type { Metrics } from '@cairn/server/platform/monitoring/metrics';
import { WorkerStorage } from '@cairn/server/platform/object-storage';
import type { Tracing } from '@cairn/server/platform/tracing/tracing';
import { startWorker } from '@cairn/server/worker';
import pino from 'pino';
import type { TestServer } from './server.ts';

export async function startTestWorker(
  { config }: Pick<TestServer, 'config'>,
  tracing?: Tracing,
  engine: Partial<TestServer['config']['engine']> = {},
  metrics?: Metrics,
  log: pino.Logger = pino({ level: 'silent' }),
): Promise<{ stop(): Promise<void> }> {
  const bus = new Bus(config.database.relay);
  await bus.start();
  const db = new Db({
    url: config.database.app,
    poolSize: 5,
    committed: bus.notify,
    auditKeys: new AuditKeys(config.secretKeys),
    tracing,
  });
  const storage = new WorkerStorage(config.store);
  const worker = await startWorker({
    // Schedules are off, because one would outlive the test.
    config: {
      ...config,
      engine: {
        ...config.engine,
        // Processing documents costs seconds of CPU, so only tests that need it serve that queue.
        queues: config.engine.queues.filter((queue) => queue !== 'documents'),
        taskQueue: `test-${randomUUID()}`,
        schedules: false,
        ...engine,
      },
    },
    db,
    role: 'worker',
    storage,
    bus,
    log,
    tracing,
    metrics,
  });
  return {
    async stop() {
      await worker.stop();
      await bus.stop();
      await db.close();
      storage.close();
    },
  };
}
