/**
 * Client-side timeouts for every connection to Postgres. Server-side ones are set on the roles by
 * migration 0038: PgBouncer refuses them in the start-up packet, and a role's settings cannot be left
 * out by mistake.
 */
import pg from 'pg';

/** Longer than the roles' statement_timeout (30 s), so that it ends only queries to a server that is gone. */
export const QUERY_TIMEOUT_MS = 40_000;

const CONNECT_TIMEOUT_MS = 10_000;
/** How long a request waits for a free connection of its process before it fails. */
const POOL_WAIT_MS = 30_000;

/**
 * - `connectionTimeoutMillis`: detects a primary that vanished without closing its sockets.
 * - `keepAlive`: the kernel drops an idle connection to such a primary.
 */
export const connectionOptions = (url: string): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});

/** For clients that send plain queries. Pipelined flushes have their own timeout: see db.ts. */
export const plainQueryOptions = (url: string): pg.ClientConfig => ({
  ...connectionOptions(url),
  query_timeout: QUERY_TIMEOUT_MS,
});

/**
 * pg.Pool passes its own connection timeout, which includes waiting for a free connection, to its clients; this
 * restores the client's.
 */
class PooledClient extends pg.Client {
  constructor(options: pg.ClientConfig) {
    super({ ...options, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  }
}

/**
 * `maxLifetimeSeconds`: connections move to a new primary or pooler without a restart. A pool of plain queries (feed, relay)
 * adds `query_timeout` itself.
 */
export const poolOptions = (url: string): pg.PoolConfig => ({
  ...connectionOptions(url),
  connectionTimeoutMillis: POOL_WAIT_MS,
  maxLifetimeSeconds: 1800,
  // The pool calls it with options, although its type says without.
  Client: PooledClient as unknown as new () => pg.ClientBase,
});
