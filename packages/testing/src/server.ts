/** The real application on a separate database, called without a network. */
import {
  contract,
  type CallName,
  type Contract,
  type ReplyOf,
  type RequestOf,
} from '@cairn/contract';
import { buildApp } from '@cairn/server/http/app';
import { EventFeed } from '@cairn/server/http/event-feed';
import { AuditKeys } from '@cairn/server/platform/audit/entry';
import { Bus } from '@cairn/server/platform/bus';
import { readConfig, type Config } from '@cairn/server/platform/config';
import { Db } from '@cairn/server/platform/db/db';
import type { Metrics } from '@cairn/server/platform/monitoring/metrics';
import { observePool, observeWeb } from '@cairn/server/platform/monitoring/observe-process';
import { WebStorage } from '@cairn/server/platform/object-storage';
import type { Tracing } from '@cairn/server/platform/tracing/tracing';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import pino from 'pino';
import type { ErrorReports } from '@cairn/server/platform/error-reports';
import { makeDatabase, ownerPool, type TestDatabase } from './database.ts';
import { createTestData, type TestData } from './factories/test-data.ts';

export interface Answer<Reply = unknown> {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: Reply;
  text: string;
}

export interface TestServer {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly config: Config;
  readonly given: TestData;
  /** The owner's connection, which bypasses row security: to check what is actually stored. */
  readonly owner: pg.Pool;
  /** Log lines, to check what they do not contain. */
  readonly logged: string[];
  call<Name extends CallName>(
    name: Name,
    request?: AnyRequest<Name>,
    as?: Caller,
  ): Promise<Answer<ReplyOf<Contract[Name]>>>;
  /** Like `call`, for requests that the contract's types do not accept: generated or invalid ones. */
  send<Name extends CallName>(
    name: Name,
    request?: Loose,
    as?: Caller,
  ): Promise<Answer<ReplyOf<Contract[Name]>>>;
  /** Follows a URL from a reply, as the browser does. */
  follow(address: string | null, as?: Caller): Promise<Followed>;
  stop(): Promise<void>;
}

export interface Followed {
  status: number;
  headers: Answer['headers'];
  bytes: Buffer;
}

export interface Caller {
  /** The value of the session cookie. */
  token?: string;
  headers?: Record<string, string>;
}
type AnyRequest<Name extends CallName> = Partial<RequestOf<Contract[Name]>> & Loose;
interface Loose {
  params?: Record<string, string>;
  query?: Record<string, string | number | string[]>;
  body?: object;
}

export async function startTestServer(
  over: {
    awaited?: boolean;
    appUrl?: (database: TestDatabase) => string;
    config?: Partial<Config>;
    /** True if the test measures the time of a write: commits wait for the disk, as in production. */
    durable?: boolean;
    statementTimeoutMs?: number;
    logLevel?: string;
    metrics?: Metrics;
    tracing?: Tracing;
    errorReports?: ErrorReports;
    /** An existing database, which the server does not drop when it stops. */
    database?: TestDatabase;
    poolSize?: number;
    /** False: only the calls themselves make queries. */
    feedRuns?: boolean;
    /** Replaces requests over https. */
    fetchText?: (url: URL) => Promise<string>;
  } = {},
): Promise<TestServer> {
  const config = readConfig();
  const database =
    over.database ?? (await makeDatabase(process.env['MIGRATION_DATABASE_URL']!, over.durable));
  const owner = ownerPool(database);
  if (over.statementTimeoutMs) {
    const name = new URL(database.urls.owner).pathname.slice(1);
    await owner.query(
      `alter role cairn_app in database ${name} set statement_timeout = ${over.statementTimeoutMs}`,
    );
  }
  const logged: string[] = [];
  const log = pino(
    {
      level: over.logLevel ?? 'info',
      ...(over.tracing && { mixin: () => over.tracing?.ids() ?? {} }),
    },
    { write: (line: string) => void logged.push(line) },
  );
  const bus = new Bus(database.urls.relay);
  await bus.start();
  const db = new Db({
    url: over.appUrl?.(database) ?? database.urls.app,
    poolSize: over.poolSize ?? 10,
    awaited: over.awaited ?? false,
    committed: bus.notify,
    auditKeys: new AuditKeys(config.secretKeys),
    tracing: over.tracing,
  });
  const feed = new EventFeed({ url: database.urls.relay, log });
  if (over.feedRuns ?? true) await feed.start(bus);
  const storage = new WebStorage(over.config?.store ?? config.store);
  const testConfig: Config = {
    ...config,
    ...over.config,
    database: { ...config.database, app: database.urls.app, relay: database.urls.relay },
  };
  const app = await buildApp({
    config: testConfig,
    db,
    storage,
    feed,
    log,
    tracing: over.tracing,
    metrics: over.metrics,
    errorReports: over.errorReports,
    fetchText: over.fetchText,
  });
  if (over.metrics) {
    observePool(over.metrics, db);
    observeWeb(over.metrics, app, feed);
  }
  return {
    app,
    db,
    config: testConfig,
    given: createTestData(owner),
    owner,
    logged,
    call: (name, request, as) => callApp(app, name, request ?? {}, as ?? {}),
    send: (name, request, as) => callApp(app, name, request ?? {}, as ?? {}),
    follow: (address, as) => followAddress(app, address!, as ?? {}),
    async stop() {
      await app.close();
      await feed.stop();
      await bus.stop();
      await db.close();
      storage.close();
      await owner.end();
      if (!over.database) await database.drop();
    },
  };
}

async function followAddress(
  app: FastifyInstance,
  url: string,
  { token, headers = {} }: Caller,
): Promise<Followed> {
  const answer = await app.inject({ url, headers, ...cookieOf(token) });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}

const cookieOf = (token: string | undefined) =>
  token === undefined ? {} : { cookies: { 'cairn-session': token } };

type FormFiles = Record<string, { name: string; text: string }>;

/** Encodes files as a browser does, each under its field's name. */
async function asForm(files: FormFiles) {
  const form = new FormData();
  for (const [field, { name, text }] of Object.entries(files)) {
    form.append(field, new File([text], name, { type: 'text/csv' }));
  }
  const encoded = new Response(form);
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type')! },
  };
}

async function callApp<Name extends CallName>(
  app: FastifyInstance,
  name: Name,
  { params = {}, query = {}, body }: Loose,
  { token, headers = {} }: Caller,
): Promise<Answer<ReplyOf<Contract[Name]>>> {
  const endpoint: Contract[CallName] = contract[name];
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(params[key] ?? ''),
  );
  const form =
    'form' in endpoint && body !== undefined ? await asForm(body as FormFiles) : undefined;
  const answer = await app.inject({
    method: endpoint.method,
    url: `/api${path}`,
    query: query as Record<string, string | string[]>,
    ...(body !== undefined && { payload: form?.payload ?? body }),
    headers: { ...form?.headers, ...headers },
    ...cookieOf(token),
  });
  const isJson = answer.headers['content-type']?.toString().startsWith('application/json');
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    body: (isJson ? JSON.parse(answer.body) : undefined) as ReplyOf<Contract[Name]>,
  };
}
