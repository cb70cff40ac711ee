import type { FastifyInstance } from 'fastify';
import type { Span, Tracing } from '../platform/tracing/tracing.ts';

/** A stream is open for hours: a span that ends with it says nothing. */
const STREAM = 'streamEvents';

/** A span for each call, around all that it does. */
export function traceRequests(
  app: FastifyInstance,
  tracing: Tracing,
  { trustCaller }: { trustCaller: boolean },
): void {
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    const { call } = request.routeOptions.config;
    if (call === undefined || call === STREAM) return done();
    // The route's pattern, never the address: paths and queries carry ids and names.
    const route = request.routeOptions.url ?? '';
    const { traceparent } = request.headers;
    request.span = tracing.begin(`${request.method} ${route}`, {
      kind: 'server',
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'cairn.call': call,
      },
      // Only from a trusted caller: any client could attach its call to a foreign trace and force sampling.
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
