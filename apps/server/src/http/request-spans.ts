import type { FastifyInstance } from 'fastify';
import type { Span, Tracing } from '../platform/tracing/tracing.ts';

/** A stream is open for hours, so a span that ends with it says nothing. */
const STREAM = 'streamEvents';

/** Wraps each call in a span. */
export function traceRequests(
  app: FastifyInstance,
  tracing: Tracing,
  { trustCaller }: { trustCaller: boolean },
): void {
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    const { call } = request.routeOptions.config;
    if (call === undefined || call === STREAM) return done();
    // The route's pattern instead of the address, whose path and query carry ids and names.
    const route = request.routeOptions.url ?? '';
    const { traceparent } = request.headers;
    request.span = tracing.begin(`${request.method} ${route}`, {
      kind: 'server',
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'cairn.call': call,
      },
      // Only from a trusted caller: otherwise any client could attach its call to a foreign trace and force sampling.
      traceparent: trustCaller && typeof traceparent === 'string' ? traceparent : undefined,
    });
    request.span.within(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    request.span?.end(
      { 'http.response.status_code': statusCode },
      statusCode >= 500 ? { code: String(statusCode) } : undefined,
    );
    done();
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | undefined;
  }
}
