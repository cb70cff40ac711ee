/** Makes Fastify routes of the contract: parsing, session, audience, idempotency, serialising. */
import {
  API_BASE_PATH,
  DEVICE_DAYS,
  type Audience,
  type Endpoint,
  type RoleLevel,
} from '@cairn/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Exchange, Handlers, Traced } from '../platform/call.ts';
import type { Config } from '../platform/config.ts';
import {
  nobody,
  SessionOver,
  type Db,
  type Queries,
  type Reads,
  type Scope,
  type Tx,
} from '../platform/db/db.ts';
import { wasInCircle } from '../platform/db/violation.ts';
import type { CallLimits } from '../platform/limits.ts';
import { newToken } from '../platform/crypto.ts';
import { attachment } from '../platform/store.ts';
import { record } from '../platform/record.ts';
import { Refusal } from '../platform/refusal.ts';
import { isKeepableText } from '../platform/texts.ts';
import { DoneBefore, hashRequest, writeOnce, type Key } from '../platform/idempotency.ts';
import { browserName } from './browser-name.ts';
import type { MaintenanceWatch } from '../modules/maintenance/index.ts';
import { invalid } from './problems.ts';
import {
  BROWSER_COOKIE,
  DEVICE_COOKIE,
  SESSION_COOKIE,
  type Session,
  type Sessions,
} from '../platform/sessions.ts';

export interface Surroundings {
  readonly config: Config;
  readonly db: Db;
  readonly sessions: Sessions;
  readonly limits: CallLimits;
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
  exchange: Exchange;
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  traced<T>(read: (reads: Queries) => Promise<Traced<T>>): Promise<T>;
}
type AnyHandler = (call: AnyCall) => Promise<unknown>;

export function mount<C extends Record<string, Endpoint>>(
  app: FastifyInstance,
  surroundings: Surroundings,
  endpoints: C,
  handlers: Handlers<C>,
): void {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const handler = handlers[name as keyof C] as unknown as AnyHandler;
    app.route({
      method: endpoint.method,
      url: API_BASE_PATH + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { call: name, ...(endpoint.form && { form: true }) },
      ...(endpoint.reply && { schema: { response: { 200: serializable(endpoint.reply) } } }),
      handler: (request, reply) => answer(surroundings, endpoint, handler, request, reply),
    });
  }
}

async function answer(
  surroundings: Surroundings,
  endpoint: Endpoint,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (endpoint.method !== 'GET') refuseForeignOrigin(request, surroundings.config);
  if (endpoint.limit) await surroundings.limits.take(endpoint.limit, request.ip);
  const token = request.cookies[SESSION_COOKIE];
  const run = async (): Promise<unknown> => {
    const session = await admit(surroundings, endpoint, token);
    request.accountId = session?.actor.accountId;
    const answered = await handler(callOf(surroundings, endpoint, session, request, reply));
    return reply.sent || !endpoint.reply ? reply : answered;
  };
  try {
    return await run().catch((error: unknown) => {
      // Nothing of it was kept, and the other one is through: once more, from the beginning.
      if (wasInCircle(error)) return run();
      if (!(error instanceof SessionOver) || !token) throw error;
      // The rights changed since this process looked, or the session ended: look once more.
      surroundings.sessions.forget(token);
      return run();
    });
  } catch (error) {
    if (error instanceof DoneBefore) return error.reply;
    if (error instanceof SessionOver) throw new Refusal('SESSION_EXPIRED');
    throw error;
  }
}

async function admit(
  { sessions, maintenance }: Surroundings,
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
  if (!session) throw new Refusal('SESSION_EXPIRED');
  if (audience !== 'session' && !levels[audience].includes(session.actor.roleLevel)) {
    throw new Refusal('UNAUTHORIZED');
  }
  return session;
}

function callOf(
  { db, config }: Surroundings,
  endpoint: Endpoint,
  session: Session | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): AnyCall {
  const scope = session?.scope ?? nobody;
  const input = {
    params: parse(endpoint.params, request.params),
    query: parse(endpoint.query, request.query),
    body: parse(endpoint.body, request.body),
  };
  return {
    ...input,
    actor: session?.actor ?? null,
    reads: db.reads(scope),
    exchange: exchangeOf(config, request, reply),
    write: (work) => writeOnce(db, scope, keyOf(config, endpoint, session, request, input), work),
    traced: (read) => readTraced(db, scope, read),
  };
}

function readTraced<T>(
  db: Db,
  scope: Scope,
  read: (reads: Queries) => Promise<Traced<T>>,
): Promise<T> {
  return db.write(scope, async (tx) => {
    const { found, happening } = await read(tx);
    if (happening) record(tx, happening);
    return found;
  });
}

/**
 * Postgres keeps no text with a NUL in it, nor one with half a letter (a lone surrogate), and no honest
 * text has them. Looked through without calling itself: somebody may send lists in lists a thousand deep.
 */
function isKeepable(given: unknown): boolean {
  const waiting = [given];
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

function parse(schema: Endpoint['params'], given: unknown): unknown {
  if (!schema) return undefined;
  if (!isKeepable(given)) throw new Refusal('INVALID_REQUEST');
  const result = z.safeParse(schema, given ?? {});
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
  if (!session || key === undefined) return undefined;
  if (!z.uuid().safeParse(key).success) {
    throw new Refusal('INVALID_REQUEST', { fieldErrors: { 'Idempotency-Key': 'Must be a UUID' } });
  }
  return {
    accountId: session.actor.accountId,
    key: key as string,
    requestHash: hashRequest(config.secretKey, endpoint.method, endpoint.path, input),
  };
}

/** Longer than any code is good for. */
const BROWSER_SECONDS = 3600;
const DEVICE_SECONDS = DEVICE_DAYS * 86_400;

function tokenIn(request: FastifyRequest, cookie: string): string | undefined {
  const token = request.cookies[cookie];
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
}

function exchangeOf(config: Config, request: FastifyRequest, reply: FastifyReply): Exchange {
  const cookie = {
    path: '/',
    httpOnly: true,
    sameSite: 'strict' as const,
    secure: config.publicUrl.protocol === 'https:',
  };
  return {
    sessionToken: request.cookies[SESSION_COOKIE],
    deviceToken: tokenIn(request, DEVICE_COOKIE),
    browserName: browserName(request.headers['user-agent']),
    networkAddress: request.ip,
    startSession: (token, deviceToken) =>
      void reply
        .setCookie(SESSION_COOKIE, token, cookie)
        .setCookie(DEVICE_COOKIE, deviceToken, { ...cookie, maxAge: DEVICE_SECONDS }),
    endSession: () => void reply.clearCookie(SESSION_COOKIE, cookie),
    browserToken: tokenIn(request, BROWSER_COOKIE),
    markBrowser: () => {
      const token = tokenIn(request, BROWSER_COOKIE) ?? newToken();
      // Said every time, so that the answer does not depend on what came before.
      void reply.setCookie(BROWSER_COOKIE, token, { ...cookie, maxAge: BROWSER_SECONDS });
      return token;
    },
    subdomain: subdomainOf(request, config),
    redirect: (path) => void reply.redirect(path, 303),
    sendPicture: (content, type) =>
      void reply
        .headers({
          'content-type': type,
          // Opened by itself it is a file to save, in a page it is a picture; never a document.
          'content-disposition': attachment('picture'),
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'private, max-age=31536000, immutable',
        })
        .send(content),
    sendFile: (content, name, size) =>
      void reply
        .headers({
          'content-type': 'application/octet-stream',
          ...(size !== undefined && { 'content-length': String(size) }),
          'content-disposition': attachment(name),
        })
        .send(content),
    sendImage: (content, contentType, lasting) =>
      void reply
        .headers({
          'content-type': contentType,
          'content-disposition': 'inline',
          'cache-control': lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
        })
        .send(content),
  };
}

/** Companies are reached at a subdomain of ours: northgate.cairn.example. */
function subdomainOf({ host }: FastifyRequest, { publicUrl }: Config): string | undefined {
  const [word, ...rest] = host.toLowerCase().split('.');
  return rest.join('.') === publicUrl.host ? word : undefined;
}

/** The cookie is SameSite=Strict; this closes what that leaves open, such as a sister subdomain. */
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
  if (foreign) throw new Refusal('FOREIGN_ORIGIN');
}

/** fast-json-stringify writes what the schema lists and nothing else: no field leaks by accident. */
function serializable(reply: z.core.$ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(reply, {
    io: 'output',
    target: 'openapi-3.0',
    override: ({ jsonSchema }) => {
      // Formats make the serializer check and convert what the database already vouches for.
      delete jsonSchema.format;
      delete jsonSchema.pattern;
    },
  });
  return schema;
}

declare module 'fastify' {
  interface FastifyRequest {
    accountId: string | undefined;
  }
  interface FastifyContextConfig {
    call?: string;
    form?: boolean;
  }
}
