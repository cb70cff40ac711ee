/** The web role: every module's routes on one Fastify. */
import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import { API_BASE_PATH } from '@cairn/contract';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { anonymousSessionRoutes } from '../modules/anonymous-sessions/index.ts';
import { applicationRoutes, becomeIndividual } from '../modules/loan-applications/index.ts';
import { applyTemplate, needsListRoutes } from '../modules/needs-list/index.ts';
import { auditRoutes } from '../modules/audit/index.ts';
import { calendarRoutes } from '../modules/calendar/index.ts';
import { chartRoutes } from '../modules/charts/index.ts';
import { companyNameAt, companyRoutes } from '../modules/companies/index.ts';
import { deepLinkRoutes } from '../modules/deep-links/index.ts';
import { deliveryRoutes } from '../modules/deliveries/index.ts';
import { learningCenterRoutes } from '../modules/learning-center/index.ts';
import { creditRoutes, scheduleAfterConsent } from '../modules/credit/index.ts';
import { sharePointRoutes } from '../modules/sharepoint/index.ts';
import { noteRoutes } from '../modules/notes/index.ts';
import {
  derivedDocumentRoutes,
  documentPageRoutes,
  documentRoutes,
  officeHost,
  OfficeEditor,
} from '../modules/documents/index.ts';
import {
  addAnsweredElement,
  dividePages,
  findAnsweredRequest,
  answerRoutes,
  elementRoutes,
  elementWriteRoutes,
  formElementRoutes,
  reviewRoutes,
  authorizeAnswer,
  saveAnswerFile,
} from '../modules/elements/index.ts';
import { driversLicenseRoutes, licenseIdentifiers } from '../modules/drivers-licenses/index.ts';
import { entityRoutes } from '../modules/entities/index.ts';
import { labelRoutes } from '../modules/labels/index.ts';
import { referenceDataRoutes } from '../modules/reference-data/index.ts';
import { loanRoutes, loanStateRoutes, pipelineRoutes } from '../modules/loans/index.ts';
import { statusRoutes } from '../modules/status/index.ts';
import { shoeboxRoutes } from '../modules/shoebox/index.ts';
import { searchRoutes } from '../modules/search/index.ts';
import { maintenanceRoutes, MaintenanceWatch } from '../modules/maintenance/index.ts';
import { invitationRoutes } from '../modules/invitations/index.ts';
import {
  downloadRoutes,
  exportRoutes,
  SigningKeys,
  verificationRoutes,
} from '../modules/exports/index.ts';
import { loanMemberRoutes } from '../modules/loan-members/index.ts';
import { draftRoutes, messageRoutes } from '../modules/messages/index.ts';
import { notificationRoutes } from '../modules/notifications/index.ts';
import { portalRoutes } from '../modules/portal/index.ts';
import { emailTextRoutes } from '../modules/email-texts/index.ts';
import { reminderRoutes } from '../modules/reminders/index.ts';
import { employeeRoutes } from '../modules/employees/index.ts';
import { taskRoutes } from '../modules/tasks/index.ts';
import { loanTemplateRoutes, templateRoutes } from '../modules/templates/index.ts';
import { ACCOUNT_RATE, MemoryRateLimit } from '../platform/memory-rate-limit.ts';
import { CompanyShare } from '../platform/company-share.ts';
import type { Actor } from '../platform/actor.ts';
import { Cells, ONLY_HOME } from '../platform/cells/cells.ts';
import { CompanyKeys } from '../platform/company-keys.ts';
import type { WebConfig as Config } from '../platform/config.ts';
import { anonymous, type Db } from '../platform/db/db.ts';
import { PLATFORM_COMPANY } from '../platform/ids.ts';
import { CallRateLimits } from '../platform/rate-limit.ts';
import { ApiError } from '../platform/api-error.ts';
import type { WebStorage } from '../platform/object-storage.ts';
import type { ErrorReports } from '../platform/error-reports.ts';
import type { Metrics } from '../platform/monitoring/metrics.ts';
import type { Tracing } from '../platform/tracing/tracing.ts';
import { contentSecurityPolicy, PERMISSIONS_POLICY } from './content-security-policy.ts';
import { mountDeliveryWebhooks } from './delivery-webhooks.ts';
import { mountOfficeHost } from './office-host.ts';
import { mountReplyWebhook } from './reply-webhook.ts';
import type { EventFeed } from './event-feed.ts';
import { mountDraining, type Draining } from './drain.ts';
import { titlesOf } from './host-brand.ts';
import { mountCellEntrance } from './cell-entrance.ts';
import { exchangeOf, mount, type MountDeps } from './mount.ts';
import { acceptMultipart } from './multipart.ts';
import { allowedMethods, methodNotAllowed, refuseShadowed } from './allowed-methods.ts';
import { errorHandler } from './error-handler.ts';
import { mountOneClickUnsubscribe } from './one-click-unsubscribe.ts';
import { mountRealtime } from './realtime.ts';
import { traceRequests } from './request-spans.ts';
import { cookieNames, Sessions } from '../platform/sessions.ts';
import { serveStaticFiles } from './static-files.ts';
import { deviceRoutes, sessionRoutes, roleRoutes, accountRoutes } from '../modules/auth/index.ts';
import { savedReplyRoutes } from '../modules/saved-replies/index.ts';
import { addressRoutes } from '../modules/addresses/index.ts';
import { errorReportRoutes } from '../modules/error-reports/index.ts';
import { sourcesUsesRoutes } from '../modules/sources-uses/index.ts';
import { settingsRoutes, profileRoutes, signatureRoutes } from '../modules/users/index.ts';
import { fieldSetRoutes, loanFieldRoutes } from '../modules/custom-fields/index.ts';

export interface AppDeps {
  readonly config: Config;
  readonly db: Db;
  readonly storage: WebStorage;
  readonly feed: EventFeed;
  readonly log: Logger;
  readonly tracing?: Tracing | undefined;
  readonly metrics?: Metrics | undefined;
  readonly errorReports?: ErrorReports | undefined;
  /** Fetches the certificates of SNS; tests replace it. */
  readonly fetchText?: ((url: URL) => Promise<string>) | undefined;
}

export type WebApp = FastifyInstance & {
  readonly draining: Draining;
  readonly realtime: { readonly openStreams: number };
};

/**
 * A connection that sends a request slowly, or nothing, is closed. `connectionTimeout` counts silence in both
 * directions; event streams send a heartbeat more often than that.
 */
const TIMEOUTS = {
  requestTimeout: 60_000,
  connectionTimeout: 150_000,
  keepAliveTimeout: 72_000,
  http: { headersTimeout: 30_000, connectionsCheckingInterval: 5_000 },
};

export async function buildApp(deps: AppDeps): Promise<WebApp> {
  const { config, db, storage, feed, log, tracing, metrics, errorReports, fetchText } = deps;
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    genReqId: () => randomUUID(),
    // drain.ts finishes requests in flight before the application closes.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    ...TIMEOUTS,
    // Longer parameters reach the call's own validation, which answers for them.
    routerOptions: { maxParamLength: 16_384 },
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
  }) as unknown as FastifyInstance;
  const draining = mountDraining(app, db);
  app.removeContentTypeParser('text/plain');
  acceptMultipart(app);
  app.decorateRequest('accountId', undefined);
  await app.register(cookie);
  app.setErrorHandler(errorHandler({ strict: config.strictErrors }));
  app.addHook('onRequest', async (request) => {
    if (!request.is404) return;
    const allow = allowedMethods(request.url);
    if (allow.length === 0) return;
    throw methodNotAllowed(allow);
  });
  app.addHook('onSend', async (request, reply) => {
    // Replies contain private data, so no browser or proxy stores one unless the call says for how long.
    if (request.url.startsWith(API_BASE_PATH) && !reply.hasHeader('cache-control')) {
      void reply.header('cache-control', 'no-store');
    }
    for (const [name, value] of Object.entries(securityHeaders(storage.origin))) {
      if (!reply.hasHeader(name)) void reply.header(name, value);
    }
  });
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern instead of the address, whose path and query carry ids and names.
    const entry = {
      call: request.routeOptions.config.call,
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      account: request.accountId,
      // Where the request came from, by TRUSTED_PROXIES: for investigations and abuse (ASVS 16.2.1).
      address: request.ip,
    };
    // Streams stay open for hours, and requests without a call are for static files: neither is measured.
    if (entry.call !== undefined && entry.call !== 'streamEvents') {
      metrics?.request(entry.call, entry.status, reply.elapsedTime / 1000);
    }
    const say = () => request.log.info(entry, 'answered');
    if (request.span) request.span.within(say);
    else say();
  });
  if (tracing) {
    traceRequests(app, tracing, { trustCaller: config.trustedProxies.length > 0 });
  }

  const keys = new CompanyKeys(config.secretKey);
  const sessions = new Sessions(db, cookieNames(config.publicUrl));
  const limits = new CallRateLimits(db, {
    secretKey: config.secretKey,
    factor: config.limitFactor,
  });
  const maintenance = new MaintenanceWatch({
    db,
    log,
    // Roles are read again, so that one changed in another process a moment ago counts.
    began: () => sessions.forgetAll(),
  });
  await maintenance.start();
  const stopFollowing = feed.add({ actor: EVERYTHING, tell: maintenance.hear });
  app.addHook('preClose', async () => {
    stopFollowing();
    maintenance.stop();
  });
  const cells = config.cell && new Cells(config.cell, log);
  if (cells) app.addHook('onClose', () => cells.stop());
  const homes = cells ?? ONLY_HOME;
  const office =
    config.office && new OfficeEditor(config.office, (about, message) => log.warn(about, message));
  const documentDeps = {
    storage,
    secretKey: config.secretKey,
    db,
    limitFactor: config.limitFactor,
    log,
    findAnsweredRequest,
    saveAnswerFile,
  };
  const accountRate = new MemoryRateLimit(ACCOUNT_RATE, config.limitFactor);
  const mountDeps: MountDeps = {
    config,
    db,
    sessions,
    limits,
    accountRate,
    companyShare: new CompanyShare({
      perSecond: config.companyCallsPerSecond,
      factor: config.limitFactor,
    }),
    maintenance,
  };
  for (const { endpoints, handlers } of [
    sessionRoutes({ ...config, homes }),
    accountRoutes({ ...config, db, homes }),
    roleRoutes({ cells }),
    deviceRoutes({ ...config, db }),
    profileRoutes({
      secretKey: config.secretKey,
      consented: (tx, actor) => scheduleAfterConsent(tx, actor, config.creditServices),
    }),
    settingsRoutes({ ...config, db }),
    signatureRoutes(),
    referenceDataRoutes({ ...config, announced: () => maintenance.announced() }),
    companyRoutes(),
    employeeRoutes({ secretKey: config.secretKey, site: config.publicUrl.origin, db, homes }),
    invitationRoutes({ ...config, db, homes, joined: becomeIndividual(keys) }),
    loanRoutes(),
    loanStateRoutes(),
    pipelineRoutes({ secretKey: config.secretKey }),
    loanMemberRoutes(),
    elementRoutes(),
    elementWriteRoutes(),
    formElementRoutes(),
    answerRoutes({ secretKey: config.secretKey }),
    reviewRoutes({
      publishReviewing: (to, notice) => feed.publishEphemeral(to, 'reviewing', notice),
    }),
    exportRoutes({ storage, secretKey: config.secretKey, log }),
    downloadRoutes({ storage, log }),
    verificationRoutes({ signingKeys: new SigningKeys(config.secretKeys) }),
    entityRoutes({ keys, applyTemplate, otherIdentifiers: licenseIdentifiers(keys) }),
    driversLicenseRoutes({ keys }),
    needsListRoutes({ keys }),
    applicationRoutes({ keys, db, credit: config.creditServices }),
    loanFieldRoutes(),
    searchRoutes(),
    taskRoutes(),
    shoeboxRoutes(),
    statusRoutes(),
    anonymousSessionRoutes({
      db,
      storage,
      secretKey: config.secretKey,
      limitFactor: config.limitFactor,
      site: config.publicUrl.origin,
      pdfKey: config.licenseKeys.pdftronKey,
      rate: accountRate,
    }),
    calendarRoutes(),
    chartRoutes({ secretKey: config.secretKey }),
    messageRoutes({ publishTyping: (to, notice) => feed.publishEphemeral(to, 'typing', notice) }),
    draftRoutes(),
    savedReplyRoutes(),
    deepLinkRoutes({ secretKey: config.secretKey, site: config.publicUrl.origin }),
    deliveryRoutes({ db }),
    learningCenterRoutes(),
    sharePointRoutes({ keys }),
    creditRoutes({ keys, credit: config.creditServices }),
    noteRoutes(),
    sourcesUsesRoutes({ storage, db, log, secretKey: config.secretKey }),
    notificationRoutes({ db, secretKey: config.secretKey }),
    emailTextRoutes({ site: config.publicUrl.origin }),
    portalRoutes({ db }),
    reminderRoutes({ db }),
    templateRoutes({
      storage,
      secretKey: config.secretKey,
      db,
      limitFactor: config.limitFactor,
    }),
    loanTemplateRoutes(),
    fieldSetRoutes(),
    documentRoutes({ ...documentDeps, publicUrl: config.publicUrl, office, authorizeAnswer }),
    derivedDocumentRoutes({ addAnsweredElement, dividePages }),
    documentPageRoutes({ storage, secretKey: config.secretKey, db, log }),
    addressRoutes({ account: config.places, log, db, limitFactor: config.limitFactor }),
    errorReportRoutes({ reports: errorReports }),
    labelRoutes(),
    maintenanceRoutes(maintenance),
    auditRoutes({ secretKey: config.secretKey }),
  ]) {
    mount(app, mountDeps, endpoints, handlers);
  }
  refuseShadowed(app);
  if (cells) {
    mountCellEntrance(app, {
      cells,
      config,
      db,
      exchangeOf: (request, reply) => exchangeOf(config, sessions.cookies, request, reply),
    });
  }
  await mountDeliveryWebhooks(app, { config, db, fetchText });
  await mountReplyWebhook(app, { config, db, storage });
  if (office) {
    await mountOfficeHost(app, {
      office,
      host: officeHost(documentDeps),
      secretKey: config.secretKey,
      sessions,
      accountRate,
      maintenance,
    });
  }
  await mountOneClickUnsubscribe(app, { db, secretKey: config.secretKey, limits });
  const realtime = mountRealtime(app, { sessions, feed });

  const pages = await serveStaticFiles(app, {
    storeOrigin: storage.origin,
    officeOrigin: office?.origin,
    sessionCookie: sessions.cookies.session,
    supportEmail: config.supportEmail,
    reportsErrors: errorReports !== undefined,
    titleAt: titlesOf({
      config,
      findName: (subdomain) => companyNameAt(db.reads(anonymous), subdomain),
    }),
  });
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith(API_BASE_PATH) || !pages) throw new ApiError('NOT_FOUND');
    return pages(request, reply);
  });
  return Object.assign(app, { draining, realtime });
}

/** An actor that receives every event that is not one person's own. */
const EVERYTHING: Actor = { accountId: PLATFORM_COMPANY, roleLevel: 'ADMIN', companyId: null };

const securityHeaders = (storeOrigin: string): Record<string, string> => ({
  'content-security-policy': contentSecurityPolicy(storeOrigin),
  'permissions-policy': PERMISSIONS_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
});
