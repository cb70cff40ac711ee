/** The web role: every module's routes on one Fastify. */
import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import { API_BASE_PATH } from '@cairn/contract';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { accountRoutes } from '../modules/accounts/index.ts';
import { applicationRoutes, becomeIndividual } from '../modules/applications/index.ts';
import { apply, applyingRoutes } from '../modules/applying/index.ts';
import { auditRoutes } from '../modules/audit/index.ts';
import { calendarRoutes } from '../modules/calendar/index.ts';
import { chartRoutes } from '../modules/charts/index.ts';
import { companyRoutes } from '../modules/companies/index.ts';
import { documentRoutes } from '../modules/documents/index.ts';
import { detailRoutes } from '../modules/details/index.ts';
import {
  answeredWith,
  answerRoutes,
  elementRoutes,
  elementWriteRoutes,
  formElementRoutes,
  requestToAnswer,
  saveAnsweredWith,
} from '../modules/elements/index.ts';
import { entityRoutes } from '../modules/entities/index.ts';
import { deviceRoutes, identityRoutes, roleRoutes } from '../modules/identity/index.ts';
import { labelRoutes } from '../modules/labels/index.ts';
import { listRoutes } from '../modules/lists/index.ts';
import { loanRoutes, loanStateRoutes, pipelineRoutes } from '../modules/loans/index.ts';
import { shoeboxRoutes } from '../modules/shoebox/index.ts';
import { searchRoutes } from '../modules/search/index.ts';
import { maintenanceRoutes, MaintenanceWatch } from '../modules/maintenance/index.ts';
import { actionRoutes } from '../modules/invitations/index.ts';
import { packageRoutes } from '../modules/packages/index.ts';
import { partyRoutes } from '../modules/parties/index.ts';
import { draftRoutes, messageRoutes } from '../modules/messages/index.ts';
import { peopleRoutes } from '../modules/people/index.ts';
import { profileRoutes } from '../modules/profile/index.ts';
import { settingsRoutes } from '../modules/settings/index.ts';
import { taskRoutes } from '../modules/tasks/index.ts';
import { loanTemplateRoutes, templateRoutes } from '../modules/templates/index.ts';
import { templateFieldRoutes } from '../modules/templatefields/index.ts';
import type { Actor } from '../platform/actor.ts';
import { CompanyKeys } from '../platform/company-keys.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db/db.ts';
import { PLATFORM_COMPANY } from '../platform/ids.ts';
import { CallLimits } from '../platform/limits.ts';
import { Refusal } from '../platform/refusal.ts';
import type { ObjectStore } from '../platform/store.ts';
import type { Tracing } from '../platform/tracing/tracing.ts';
import type { EventFeed } from './event-feed.ts';
import { mount, type Surroundings } from './mount.ts';
import { acceptForms } from './forms.ts';
import { answerProblem } from './problems.ts';
import { mountRealtime } from './realtime.ts';
import { traceRequests } from './request-spans.ts';
import { Sessions } from '../platform/sessions.ts';
import { servePages } from './pages.ts';

export interface Parts {
  readonly config: Config;
  readonly db: Db;
  readonly store: ObjectStore;
  readonly feed: EventFeed;
  readonly log: Logger;
  readonly tracing?: Tracing | undefined;
}

export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { config, db, store, feed, log, tracing } = parts;
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    genReqId: () => randomUUID(),
    forceCloseConnections: true,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
  }) as unknown as FastifyInstance;
  app.removeContentTypeParser('text/plain');
  acceptForms(app);
  app.decorateRequest('accountId', undefined);
  await app.register(cookie);
  app.setErrorHandler(answerProblem);
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(securityHeaders(store.origin))) {
      if (!reply.hasHeader(name)) void reply.header(name, value);
    }
  });
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the address: paths and queries carry ids and names.
    const said = {
      call: request.routeOptions.config.call,
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      account: request.accountId,
    };
    const say = () => request.log.info(said, 'answered');
    if (request.span) request.span.within(say);
    else say();
  });
  if (tracing) {
    traceRequests(app, tracing, { trustCaller: config.trustedProxies.length > 0 });
  }

  const keys = new CompanyKeys(config.secretKey);
  const sessions = new Sessions(db);
  const limits = new CallLimits(db, { secretKey: config.secretKey, factor: config.limitFactor });
  const maintenance = new MaintenanceWatch({
    db,
    log,
    // Who may pass is asked anew: a role chosen in another process a moment ago counts.
    began: () => sessions.forgetAll(),
  });
  await maintenance.start();
  const stopFollowing = feed.add({ actor: EVERYTHING, tell: maintenance.hear });
  app.addHook('preClose', async () => {
    stopFollowing();
    maintenance.stop();
  });
  const surroundings: Surroundings = { config, db, sessions, limits, maintenance };
  for (const { endpoints, handlers } of [
    identityRoutes(config),
    accountRoutes({ ...config, db }),
    roleRoutes(),
    deviceRoutes(),
    profileRoutes(config),
    settingsRoutes(),
    listRoutes({ ...config, announced: () => maintenance.announced() }),
    companyRoutes(),
    peopleRoutes({ secretKey: config.secretKey, site: config.publicUrl.origin, db }),
    actionRoutes({ ...config, db, joined: becomeIndividual(keys) }),
    loanRoutes(),
    loanStateRoutes(),
    pipelineRoutes({ secretKey: config.secretKey }),
    partyRoutes(),
    elementRoutes(),
    elementWriteRoutes(),
    formElementRoutes(),
    answerRoutes(),
    packageRoutes({ store }),
    entityRoutes({ keys, applyTemplate: apply }),
    applyingRoutes({ keys }),
    applicationRoutes({ keys, db }),
    detailRoutes(),
    searchRoutes(),
    taskRoutes(),
    shoeboxRoutes(),
    calendarRoutes(),
    chartRoutes({ secretKey: config.secretKey }),
    messageRoutes({ whisper: (to, notice) => feed.whisper(to, notice) }),
    draftRoutes(),
    templateRoutes({ store, secretKey: config.secretKey }),
    loanTemplateRoutes(),
    templateFieldRoutes(),
    documentRoutes({
      store,
      secretKey: config.secretKey,
      requestToAnswer,
      answeredWith,
      saveAnsweredWith,
    }),
    labelRoutes(),
    maintenanceRoutes(maintenance),
    auditRoutes({ secretKey: config.secretKey }),
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

/** Hears of every event that is not one person's own. */
const EVERYTHING: Actor = { accountId: PLATFORM_COMPANY, roleLevel: 'ADMIN', companyId: null };

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
