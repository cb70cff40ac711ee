/** Makes Fastify routes of the contract: parsing, session, audience, idempotency, serialising. */
import { API_BASE_PATH, type Audience, type Endpoint, type RoleLevel } from '@cairn/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Exchange, Handlers } from '../platform/call.ts';
import type { Config } from '../platform/config.ts';
import { nobody, SessionOver, type Db, type Reads, type Tx } from '../platform/db/db.ts';
import { newToken } from '../platform/crypto.ts';
import { attachment } from '../platform/store.ts';
import { Refusal } from '../platform/refusal.ts';
import { DoneBefore, hashRequest, writeOnce, type Key } from '../platform/idempotency.ts';
import { invalid } from './problems.ts';
import {
  BROWSER_COOKIE,
  SESSION_COOKIE,
  type Session,
  type Sessions,
} from '../platform/sessions.ts';

export interface Surroundings {
  readonly config: Config;
  readonly db: Db;
  readonly sessions: Sessions;
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
      config: { call: name },
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
  const token = request.cookies[SESSION_COOKIE];
  const run = async (): Promise<unknown> => {
    const session = await admit(surroundings.sessions, endpoint.audience, token);
    request.accountId = session?.actor.accountId;
    const answered = await handler(callOf(surroundings, endpoint, session, request, reply));
    return reply.sent || !endpoint.reply ? reply : answered;
  };
  try {
    return await run().catch((error: unknown) => {
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
  sessions: Sessions,
  audience: Audience,
  token: string | undefined,
): Promise<Session | undefined> {
  if (audience === 'public') return undefined;
  const session = token ? await sessions.find(token) : undefined;
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
    write: (work) => writeOnce(db, scope, keyOf(endpoint, session, request, input), work),
  };
}

function parse(schema: Endpoint['params'], given: unknown): unknown {
  if (!schema) return undefined;
  const result = z.safeParse(schema, given ?? {});
  if (!result.success) throw invalid(result.error);
  return result.data;
}

function keyOf(
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
    requestHash: hashRequest(endpoint.method, endpoint.path, input),
  };
}

/** Longer than any code is good for. */
const BROWSER_SECONDS = 3600;

function browserTokenOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[BROWSER_COOKIE];
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
    startSession: (token) => void reply.setCookie(SESSION_COOKIE, token, cookie),
    endSession: () => void reply.clearCookie(SESSION_COOKIE, cookie),
    browserToken: browserTokenOf(request),
    markBrowser: () => {
      const token = browserTokenOf(request) ?? newToken();
      // Said every time, so that the answer does not depend on what came before.
      void reply.setCookie(BROWSER_COOKIE, token, { ...cookie, maxAge: BROWSER_SECONDS });
      return token;
    },
    redirect: (path) => void reply.redirect(path, 303),
    sendFile: (content, name, size) =>
      void reply
        .headers({
          'content-type': 'application/octet-stream',
          'content-length': String(size),
          'content-disposition': attachment(name),
        })
        .send(content),
  };
}

/** The cookie is SameSite=Strict; this closes what that leaves open, such as a sister subdomain. */
function refuseForeignOrigin(request: FastifyRequest, config: Config): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const foreign =
    (origin !== undefined && origin !== config.publicUrl.origin) ||
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
  }
}
