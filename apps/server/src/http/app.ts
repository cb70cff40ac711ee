/** The web role: every module's routes on one Fastify. */
import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import { API_BASE_PATH } from '@cairn/contract';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { accountRoutes } from '../modules/accounts/index.ts';
import { companyRoutes } from '../modules/companies/index.ts';
import { documentRoutes } from '../modules/documents/index.ts';
import { elementRoutes } from '../modules/elements/index.ts';
import { identityRoutes, roleRoutes } from '../modules/identity/index.ts';
import { listRoutes } from '../modules/lists/index.ts';
import { loanRoutes } from '../modules/loans/index.ts';
import { settingsRoutes } from '../modules/settings/index.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db/db.ts';
import { Refusal } from '../platform/refusal.ts';
import type { ObjectStore } from '../platform/store.ts';
import type { EventFeed } from './event-feed.ts';
import { mount, type Surroundings } from './mount.ts';
import { answerProblem } from './problems.ts';
import { mountRealtime } from './realtime.ts';
import { Sessions } from '../platform/sessions.ts';
import { servePages } from './pages.ts';

export interface Parts {
  readonly config: Config;
  readonly db: Db;
  readonly store: ObjectStore;
  readonly feed: EventFeed;
  readonly log: Logger;
}

export async function buildApp({ config, db, store, feed, log }: Parts): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    genReqId: () => randomUUID(),
    forceCloseConnections: true,
  }) as unknown as FastifyInstance;
  app.removeContentTypeParser('text/plain');
  app.decorateRequest('accountId', undefined);
  await app.register(cookie);
  app.setErrorHandler(answerProblem);
  app.addHook('onSend', async (_request, reply) => {
    void reply.headers(securityHeaders(store.origin));
  });
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the address: paths and queries carry ids and names.
    request.log.info(
      {
        call: request.routeOptions.config.call,
        method: request.method,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        account: request.accountId,
      },
      'answered',
    );
  });

  const sessions = new Sessions(db);
  const surroundings: Surroundings = { config, db, sessions };
  for (const { endpoints, handlers } of [
    identityRoutes({ version: config.version, secretKey: config.secretKey }),
    accountRoutes({ secretKey: config.secretKey, db }),
    roleRoutes(),
    settingsRoutes(),
    listRoutes(config),
    companyRoutes(),
    loanRoutes(),
    elementRoutes(),
    documentRoutes({ store, secretKey: config.secretKey }),
  ]) {
    mount(app, surroundings, endpoints, handlers as never);
  }
  mountRealtime(app, { sessions, feed });

  const pages = await servePages(app);
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith(API_BASE_PATH) || !pages) throw new Refusal('NOT_FOUND');
    return pages(reply);
  });
  return app;
}

const securityHeaders = (storeOrigin: string): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${storeOrigin}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
});
