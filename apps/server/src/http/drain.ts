/**
 * Stops a web process without cutting a request. Health checks are here as well, because the first step of a
 * stop is to fail the readiness check.
 *
 *   GET /livez   200 while the process runs.
 *   GET /readyz  200 while it should get requests: the database answers, has the schema, and no stop has begun.
 */
import { Server, type Socket } from 'node:net';
import { setImmediate as nextRound, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../platform/db/db.ts';
import { hasSchema } from '../platform/db/schema-version.ts';

/** Event streams stay open for hours; they end when the application closes, after all other requests. */
const STREAM = 'streamEvents';
const POLL_MS = 20;
/** How long a closing server keeps connections open that have no request in flight. */
const UNUSED_CONNECTION_MS = 500;
/** A round of the event loop that is too short for many connections to have arrived. */
const SHORT_ROUND_MS = 2;
/** Time limit for finding such a round when connections never stop arriving. */
const ACCEPTING_MS = 2000;
/** Readiness checks query the database at most this often, however many probes there are. */
const CHECK_EVERY_MS = 1000;

export interface DrainOptions {
  /** How long connections are still accepted. */
  readonly delayMs: number;
  /** How long a connection without a request is left open. Longer than the proxy keeps one for its next request. */
  readonly idleMs: number;
  /** For the whole stop, including the delay. */
  readonly deadlineMs: number;
}

export interface Draining {
  /** A short reason why the process should get no requests now; undefined if it should. */
  problem(): Promise<string | undefined>;
  /** Requests received and not yet answered, except event streams. */
  readonly inFlight: number;
  /** Resolves to whether every request was finished before the deadline. */
  drain(options: DrainOptions): Promise<boolean>;
}

export function mountDraining(app: FastifyInstance, db: Db): Draining {
  let draining = false;
  let inFlight = 0;
  const connections = new Connections(app.server);
  app.addHook('onRequest', (request, _reply, done) => {
    connections.use(request.raw.socket);
    if (request.routeOptions.config.call !== STREAM) inFlight += 1;
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    connections.rest(request.raw.socket);
    if (request.routeOptions.config.call !== STREAM) inFlight -= 1;
    done();
  });
  // Makes proxies and browsers open their next connection, which reaches another process.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining) void reply.header('connection', 'close');
    done();
  });

  // Node closes idle connections only once. One whose last response ends later would stay for keepAliveTimeout, and
  // one that never sent a request does not count as idle.
  let closing: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    const began = performance.now();
    const close = () => {
      app.server.closeIdleConnections();
      const isOver = inFlight === 0 && performance.now() - began > UNUSED_CONNECTION_MS;
      if (isOver) app.server.closeAllConnections();
    };
    // Runs after a round that reads requests that have arrived; until then their connections count as idle.
    closing = setInterval(() => setImmediate(close), POLL_MS);
  });
  app.addHook('onClose', async () => clearInterval(closing));

  app.get('/livez', (_request, reply) => reply.header('cache-control', 'no-store').send('ok'));
  const databaseAnswers = cacheAnswer(CHECK_EVERY_MS, () => db.answers());
  const schemaFits = cacheAnswer(
    CHECK_EVERY_MS,
    onceTrue(() => hasSchema(db)),
  );
  const findProblem = async (): Promise<string | undefined> => {
    if (draining) return 'stopping';
    if (!(await databaseAnswers())) return 'no database';
    return (await schemaFits()) ? undefined : 'schema not migrated';
  };
  app.get('/readyz', async (_request, reply) => {
    const problem = await findProblem();
    return reply
      .status(problem ? 503 : 200)
      .header('cache-control', 'no-store')
      .send(problem ?? 'ok');
  });

  return {
    problem: findProblem,
    get inFlight() {
      return inFlight;
    },
    async drain({ delayMs, idleMs, deadlineMs }) {
      const deadline = Date.now() + deadlineMs;
      const isInTime = (): boolean => Date.now() < deadline;
      const isBusy = (): boolean => inFlight > 0 || connections.areAwaited(idleMs);
      draining = true;
      // The load balancer notices that the readiness check fails. Until then requests are served.
      await wait(delayMs);
      await untilAllAccepted(app.server);
      // Stops listening only: http.Server.close() would also close idle connections.
      Server.prototype.close.call(app.server);
      // A proxy may be sending a request on an idle connection just when it is closed, and must not repeat a request
      // that is not idempotent. So each connection stays open until its next response, which closes it, or until the
      // proxy has closed it.
      while (isBusy() && isInTime()) await wait(POLL_MS);
      await nextRound();
      const closed = app.close().then(() => true);
      const isClosed = await Promise.race([
        closed,
        wait(Math.max(0, deadline - Date.now()), false, { ref: false }),
      ]);
      if (isClosed) return inFlight === 0;
      app.server.closeAllConnections();
      await closed;
      return false;
    },
  };
}

/** Tracks open connections, and since when each has been idle. */
class Connections {
  /** Undefined while the connection has a request or an event stream. */
  private readonly idleSince = new Map<Socket, number | undefined>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.idleSince.set(socket, performance.now());
      socket.once('close', () => this.idleSince.delete(socket));
    });
  }

  use(socket: Socket): void {
    if (this.idleSince.has(socket)) this.idleSince.set(socket, undefined);
  }

  rest(socket: Socket): void {
    if (this.idleSince.has(socket)) this.idleSince.set(socket, performance.now());
  }

  /** Whether the other end may still send a request on one of the connections. */
  areAwaited(idleMs: number): boolean {
    const since = performance.now() - idleMs;
    return [...this.idleSince.values()].some((idle) => idle !== undefined && idle > since);
  }
}

/**
 * When a process stops listening, connections that the kernel has established and the process has not accepted are
 * reset, with the requests sent on them. A busy process has many of them just after a timer, because timers precede
 * sockets in a round of the event loop. So this returns at the end of a short round in which no connection was
 * accepted.
 */
async function untilAllAccepted(server: Server): Promise<void> {
  let accepted = 0;
  const count = (): void => void (accepted += 1);
  server.on('connection', count);
  const deadline = performance.now() + ACCEPTING_MS;
  let isDone = false;
  while (!isDone) {
    const [before, began] = [accepted, performance.now()];
    await nextRound();
    const now = performance.now();
    isDone = (accepted === before && now - began < SHORT_ROUND_MS) || now > deadline;
  }
  server.off('connection', count);
}

/**
 * Caches a positive answer: a matching schema keeps matching, because newer versions only add to it
 * (docs/operations/install.md, upgrades).
 */
function onceTrue(ask: () => Promise<boolean>): () => Promise<boolean> {
  let isTrue = false;
  return async () => (isTrue ||= await ask());
}

function cacheAnswer<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let askedAt = -Infinity;
  let answer: Promise<T> | undefined;
  return () => {
    const now = performance.now();
    if (!answer || now - askedAt > ms) {
      askedAt = now;
      answer = ask();
    }
    return answer;
  };
}
