/** Mounts the contract's calls as Fastify routes: parsing, session, audience, idempotency, serialization. */
import {
  API_BASE_PATH,
  DEVICE_DAYS,
  possibleErrors,
  type Audience,
  type Endpoint,
  type ErrorCode,
  type RoleLevel,
} from '@cairn/contract';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { HttpContext, ImageCaching, Traced } from '../platform/handler.ts';
import { CONTINUE_HEADER, STATEMENT_HEADER } from '../platform/cells/cells.ts';
import type { WebConfig as Config } from '../platform/config.ts';
import {
  anonymous,
  SessionOver,
  type Db,
  type Queries,
  type Reads,
  type Scope,
  type Tx,
} from '../platform/db/db.ts';
import { isDeadlock } from '../platform/db/pg-errors.ts';
import type { CompanyShare } from '../platform/company-share.ts';
import { SLOW_CALL_COST, type MemoryRateLimit } from '../platform/memory-rate-limit.ts';
import type { CallRateLimits } from '../platform/rate-limit.ts';
import { keyFor, newToken, sign, signatureMatches } from '../platform/crypto.ts';
import { recordEvent } from '../platform/record-event.ts';
import { ApiError, invalidField } from '../platform/api-error.ts';
import {
  logSecurityEvent,
  type SecurityEvent,
  type SecurityFacts,
} from '../platform/security-events.ts';
import { isKeepableText } from '../platform/unicode.ts';
import { DoneBefore, hashRequest, writeOnce, type Key } from '../platform/idempotency.ts';
import { browserName } from './browser-name.ts';
import { replyOptions } from './reply-serializer.ts';
import { subdomainOf } from './host-brand.ts';
import { requestedRange, sendStored } from './stored-files.ts';
import type { MaintenanceWatch } from '../modules/maintenance/index.ts';
import { invalid } from './error-handler.ts';
import { bodyOf } from './multipart.ts';
import type { CookieNames, Session, Sessions } from '../platform/sessions.ts';

export interface MountDeps {
  readonly config: Config;
  readonly db: Db;
  readonly sessions: Sessions;
  readonly limits: CallRateLimits;
  readonly accountRate: MemoryRateLimit;
  readonly companyShare: CompanyShare;
  readonly maintenance: MaintenanceWatch;
}

const levels: Record<Exclude<Audience, 'public' | 'session'>, readonly RoleLevel[]> = {
  lender: ['LENDER', 'ADMIN'],
  admin: ['ADMIN'],
};

interface AnyCall {
  actor: unknown;
  params: unknown;
  query: unknown;
  body: unknown;
  reads: Reads;
  http: HttpContext;
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  traced<T>(read: (reads: Queries) => Promise<Traced<T>>): Promise<T>;
}
type AnyHandler = (call: AnyCall) => Promise<unknown>;

/** `routes()` of each module has checked that its handlers fit their endpoints. */
export function mount(
  app: FastifyInstance,
  deps: MountDeps,
  endpoints: Readonly<Record<string, Endpoint>>,
  handlers: Readonly<Record<string, unknown>>,
): void {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const handler = handlers[name] as AnyHandler;
    app.route({
      method: endpoint.method,
      url: API_BASE_PATH + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: {
        call: name,
        errors: possibleErrors(endpoint),
        ...(endpoint.form && { form: true }),
      },
      ...(endpoint.reply && replyOptions(endpoint.reply)),
      ...(hasCallerWithBody(endpoint) && {
        onRequest: (request: FastifyRequest) => refuseStranger(deps, endpoint, request),
      }),
      handler: (request, reply) => answer(deps, endpoint, handler, request, reply),
    });
  }
}

const hasCallerWithBody = ({ audience, method }: Endpoint): boolean =>
  audience !== 'public' && method !== 'GET';

/** Before the body is read: only those who may make the call make us hold it in memory. */
async function refuseStranger(
  deps: MountDeps,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<void> {
  refuseForeignOrigin(request, deps.config);
  await admit(deps, endpoint, request.cookies[deps.sessions.cookies.session]);
}

async function answer(
  deps: MountDeps,
  endpoint: Endpoint,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (endpoint.method !== 'GET') refuseForeignOrigin(request, deps.config);
  if (endpoint.limit) await deps.limits.take(endpoint.limit, request.ip);
  const token = request.cookies[deps.sessions.cookies.session];
  let isCounted = false;
  const run = async (): Promise<unknown> => {
    const session = await admit(deps, endpoint, token);
    request.accountId = session?.actor.accountId;
    // Counted once per call, also if it runs again after a deadlock.
    const cost = isCounted ? 0 : endpoint.slow ? SLOW_CALL_COST : 1;
    isCounted = true;
    if (session) deps.accountRate.take(session.actor.accountId, cost);
    const body = endpoint.form ? await bodyOf(request) : request.body;
    const prepared = callOf(deps, endpoint, { session, body }, request, reply);
    const work = () => handler(prepared.call);
    const result = session
      ? await deps.companyShare.run(session.actor.companyId, cost, work)
      : await work();
    if (session && token && !prepared.isCompared()) await refuseEnded(deps, token, session.scope);
    if (session?.actor.roleLevel === 'ADMIN' && endpoint.method !== 'GET') {
      report(request, 'admin.action');
    }
    return reply.sent || !endpoint.reply ? reply : result;
  };
  try {
    return await run().catch((error: unknown) => {
      // The transaction was rolled back and the other one has finished, so run it again from the start.
      if (isDeadlock(error)) return run();
      if (!(error instanceof SessionOver) || !token) throw error;
      // The session has ended, or its rights changed since this process read them: read it again.
      deps.sessions.forget(token);
      return run();
    });
  } catch (error) {
    if (error instanceof DoneBefore) return error.reply;
    if (error instanceof SessionOver) throw new ApiError('SESSION_EXPIRED');
    throw error;
  }
}

/**
 * A cached session is verified by a call's first query. Without this, a handler that makes no query would also answer
 * a session that has ended.
 */
async function refuseEnded({ sessions }: MountDeps, token: string, before: Scope): Promise<void> {
  const scope = (await sessions.look(token))?.scope;
  const isSame =
    scope?.kind === 'session' && before.kind === 'session' && scope.stamp === before.stamp;
  if (!isSame) throw new SessionOver();
}

async function admit(
  { sessions, maintenance }: MountDeps,
  { audience, duringMaintenance }: Endpoint,
  token: string | undefined,
): Promise<Session | undefined> {
  const down = maintenance.isOn() && !duringMaintenance;
  if (audience === 'public') {
    if (down) throw maintenance.refusal();
    return undefined;
  }
  const session = token ? await sessions.find(token) : undefined;
  if (down && session?.actor.roleLevel !== 'ADMIN') throw maintenance.refusal();
  if (!session) throw new ApiError('SESSION_EXPIRED');
  if (audience !== 'session' && !levels[audience].includes(session.actor.roleLevel)) {
    throw new ApiError('UNAUTHORIZED', { accountId: session.actor.accountId });
  }
  return session;
}

function callOf(
  { db, config, sessions }: MountDeps,
  endpoint: Endpoint,
  { session, body }: { session: Session | undefined; body: unknown },
  request: FastifyRequest,
  reply: FastifyReply,
): { call: AnyCall; isCompared: () => boolean } {
  const scope: Scope = { ...(session?.scope ?? anonymous), sourceAddress: request.ip };
  const input = {
    params: parse(endpoint.params, request.params),
    query: parse(endpoint.query, request.query),
    body: parse(endpoint.body, body),
  };
  let isCompared = false;
  const call: AnyCall = {
    ...input,
    actor: session?.actor ?? null,
    // Handlers destructure it from their argument only if they read.
    get reads() {
      isCompared = true;
      return db.reads(scope);
    },
    http: exchangeOf(config, sessions.cookies, request, reply),
    write: (work) => {
      isCompared = true;
      return writeOnce(db, scope, keyOf(config, endpoint, session, request, input), work);
    },
    traced: (read) => {
      isCompared = true;
      return readTraced(db, scope, read);
    },
  };
  return { call, isCompared: () => isCompared };
}

function readTraced<T>(
  db: Db,
  scope: Scope,
  read: (reads: Queries) => Promise<Traced<T>>,
): Promise<T> {
  return db.write(scope, async (tx) => {
    const { content, event, events = [] } = await read(tx);
    for (const each of event ? [event, ...events] : events) recordEvent(tx, each);
    return content;
  });
}

/**
 * False for text with a NUL or a lone surrogate, which Postgres cannot store and no honest client sends. Iterative
 * instead of recursive: a client may nest lists a thousand deep.
 */
function isKeepable(input: unknown): boolean {
  const waiting = [input];
  while (waiting.length > 0) {
    const each = waiting.pop();
    if (typeof each === 'string') {
      if (!isKeepableText(each)) return false;
    } else if (typeof each === 'object' && each !== null) {
      for (const [name, value] of Object.entries(each)) waiting.push(name, value);
    }
  }
  return true;
}

function parse(schema: Endpoint['params'], input: unknown): unknown {
  if (!schema) return undefined;
  if (!isKeepable(input)) throw new ApiError('INVALID_REQUEST');
  // No body counts as an empty object; null does not.
  const result = z.safeParse(schema, input === undefined ? {} : input);
  if (!result.success) throw invalid(result.error);
  return result.data;
}

function keyOf(
  config: Config,
  endpoint: Endpoint,
  session: Session | undefined,
  request: FastifyRequest,
  input: object,
): Key | undefined {
  const key = request.headers['idempotency-key'];
  if (!session || key === undefined || endpoint.recordedEachTime) return undefined;
  if (!z.uuid().safeParse(key).success) {
    throw invalidField('Idempotency-Key', 'Must be a UUID');
  }
  return {
    accountId: session.actor.accountId,
    loggedLevel: session.actor.roleLevel,
    loggedCompanyId: session.actor.companyId,
    key: key as string,
    requestHash: hashRequest(config.secretKey, endpoint.method, endpoint.path, input),
  };
}

function report(request: FastifyRequest, event: SecurityEvent, facts: SecurityFacts = {}): void {
  logSecurityEvent(request.log as Logger, event, {
    accountId: request.accountId,
    address: request.ip,
    call: request.routeOptions.config.call,
    ...facts,
  });
}

const IMAGE_CACHING: Record<ImageCaching, string> = {
  lasting: 'public, max-age=31536000, immutable',
  asked: 'no-cache',
  never: 'private, no-store',
};
/** Longer than any code is valid. */
const BROWSER_SECONDS = 3600;
const DEVICE_SECONDS = DEVICE_DAYS * 86_400;
/** Longer than an upload session with all its extensions, and the week after it. */
const GUEST_SECONDS = 14 * 86_400;

function tokenIn(request: FastifyRequest, cookie: string): string | undefined {
  const token = request.cookies[cookie];
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
}

/** Signed, so that a code is only bound to a token that we issued, never to a planted one. */
const signedToken = (config: Config, token: string): string =>
  token + sign(keyFor(config.secretKey, 'browsers that ask for codes').toString('hex'), token);

function browserTokenIn(config: Config, cookie: string | undefined): string | undefined {
  if (cookie === undefined || !/^[\w-]{75}$/.test(cookie)) return undefined;
  return signatureMatches(cookie, signedToken(config, cookie.slice(0, 43))) ? cookie : undefined;
}

export function exchangeOf(
  config: Config,
  cookies: CookieNames,
  request: FastifyRequest,
  reply: FastifyReply,
): HttpContext {
  const cookie = {
    path: '/',
    httpOnly: true,
    sameSite: 'strict' as const,
    secure: config.publicUrl.protocol === 'https:',
  };
  const rememberDevice = (token: string) =>
    void reply.setCookie(cookies.device, token, { ...cookie, maxAge: DEVICE_SECONDS });
  const browserToken = browserTokenIn(config, request.cookies[cookies.browser]);
  return {
    sessionToken: request.cookies[cookies.session],
    deviceToken: tokenIn(request, cookies.device),
    browserName: browserName(request.headers['user-agent']),
    networkAddress: request.ip,
    securityEvent: (event, facts) => report(request, event, facts),
    rememberDevice,
    startSession: (token, deviceToken) => {
      void reply.setCookie(cookies.session, token, cookie);
      rememberDevice(deviceToken);
    },
    endSession: () => void reply.clearCookie(cookies.session, cookie),
    browserToken,
    markBrowser: () => {
      const token = browserToken ?? signedToken(config, newToken());
      // Set in every reply, so that the reply does not depend on earlier calls.
      void reply.setCookie(cookies.browser, token, { ...cookie, maxAge: BROWSER_SECONDS });
      return token;
    },
    guestToken: tokenIn(request, cookies.guest),
    rememberGuest: (token) =>
      void reply.setCookie(cookies.guest, token, { ...cookie, maxAge: GUEST_SECONDS }),
    subdomain: subdomainOf(request, config),
    redirect: (path) => void reply.redirect(path, 303),
    continueElsewhere: ({ cell, statement }) =>
      void reply.headers({
        [CONTINUE_HEADER]: cell,
        ...(statement !== undefined && { [STATEMENT_HEADER]: statement }),
      }),
    sendPicture: (content, type) =>
      void reply
        .headers({
          'content-type': type,
          // Opened directly it is downloaded, in a page it is shown as a picture; it is never a document.
          'content-disposition': contentDisposition('picture'),
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'private, max-age=31536000, immutable',
        })
        .send(content),
    sendFile: (content, name, size) =>
      void reply
        .headers({
          'content-type': 'application/octet-stream',
          ...(size !== undefined && { 'content-length': String(size) }),
          'content-disposition': contentDisposition(name),
        })
        .send(content),
    requestedRange: (size, tag) => requestedRange(request.headers, size, tag),
    sendStored: (content, file) => sendStored(reply, content, file),
    sendImage: (content, contentType, caching) =>
      void reply
        .headers({
          'content-type': contentType,
          'content-disposition': 'inline',
          'cache-control': IMAGE_CACHING[caching],
        })
        .send(content),
  };
}

/**
 * Refuses requests from other origins. The cookie is SameSite=Strict; this covers the rest, such as a sister
 * subdomain.
 */
function refuseForeignOrigin(request: FastifyRequest, config: Config): void {
  const { origin } = request.headers;
  const here =
    subdomainOf(request, config) === undefined
      ? config.publicUrl.origin
      : `${config.publicUrl.protocol}//${request.host.toLowerCase()}`;
  const site = request.headers['sec-fetch-site'];
  const foreign =
    (origin !== undefined && origin !== here) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none');
  if (foreign) throw new ApiError('FOREIGN_ORIGIN');
}

declare module 'fastify' {
  interface FastifyRequest {
    accountId: string | undefined;
  }
  interface FastifyContextConfig {
    call?: string;
    /** The error codes that the call may answer with. */
    errors?: ReadonlySet<ErrorCode>;
    form?: boolean;
  }
}
