/** The real worker and relay, for a test server's database, on a task queue of its own. */
import { randomUUID } from 'node:crypto';
import { Bus } from '@cairn/server/platform/bus';
import { Db } from '@cairn/server/platform/db/db';
import { ObjectStore } from '@cairn/server/platform/store';
import type { Tracing } from '@cairn/server/platform/tracing/tracing';
import { startWorker } from '@cairn/server/worker';
import pino from 'pino';
import type { TestServer } from './server.ts';

export async function startTestWorker(
  { config }: TestServer,
  tracing?: Tracing,
): Promise<{ stop(): Promise<void> }> {
  const bus = new Bus(config.database.relay);
  await bus.start();
  const db = new Db({ url: config.database.app, poolSize: 5, committed: bus.wake, tracing });
  const store = new ObjectStore(config.store);
  const worker = await startWorker({
    config: { ...config, engine: { ...config.engine, taskQueue: `test-${randomUUID()}` } },
    db,
    store,
    bus,
    log: pino({ level: 'silent' }),
    tracing,
  });
  return {
    async stop() {
      await worker.stop();
      await bus.stop();
      await db.close();
      store.close();
    },
  };
}
