/** `cairn router`: starts the router, and stops it on SIGTERM. */
import pino from 'pino';
import { readRouterConfig } from '../platform/config.ts';
import { Router } from './router.ts';

export async function startRouter(): Promise<Router> {
  const config = readRouterConfig();
  const log = pino({ level: config.logLevel, base: { role: 'router' } });
  const router = new Router(config, log);
  await router.listen();
  log.info(`listening on ${config.host}:${config.port}, for ${config.cells.length} cells`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void router.stop().then(() => process.exit()));
  }
  return router;
}
