/** One image, two roles: `main.ts web`, `main.ts worker`, or `main.ts all` for development. */
import pino from 'pino';
import { buildApp } from './http/app.ts';
import { EventFeed } from './http/event-feed.ts';
import { Bus } from './platform/bus.ts';
import { readConfig } from './platform/config.ts';
import { Db } from './platform/db/db.ts';
import { ObjectStore } from './platform/store.ts';
import { startTracing } from './platform/tracing/tracing.ts';

const role = process.argv[2] ?? 'all';
if (!['web', 'worker', 'all'].includes(role)) throw new Error(`unknown role ${role}`);

const config = readConfig();
const tracing = await startTracing({
  ...config.tracing,
  service: `cairn-${role}`,
  version: config.version,
});
const log = pino({
  level: process.env['LOG_LEVEL'] ?? 'info',
  base: { role },
  ...(tracing && { mixin: () => tracing.ids() ?? {} }),
});
const bus = new Bus(config.database.relay);
const db = new Db({
  url: config.database.app,
  poolSize: config.database.poolSize,
  awaited: config.database.awaited,
  committed: bus.wake,
  tracing,
});
const store = new ObjectStore(config.store);
await bus.start();

const stopping: (() => Promise<void>)[] = [];
if (role !== 'worker') {
  const feed = new EventFeed({ url: config.database.relay, log });
  await feed.start(bus);
  const app = await buildApp({ config, db, store, feed, log, tracing });
  await app.listen({ port: config.port, host: config.host });
  log.info(`listening on ${config.host}:${config.port}, for ${config.publicUrl.origin}`);
  stopping.push(
    () => app.close(),
    () => feed.stop(),
  );
}
if (role !== 'web') {
  // Loaded only here: the engine's native part has no business in a web process.
  const { startWorker } = await import('./worker.ts');
  const worker = await startWorker({ config, db, store, bus, log, tracing });
  log.info('worker is running');
  stopping.push(() => worker.stop());
}

let stopped = false;
async function stop(): Promise<void> {
  if (stopped) return;
  stopped = true;
  for (const each of stopping) await each();
  await bus.stop();
  await db.close();
  store.close();
  await tracing?.stop();
}
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
