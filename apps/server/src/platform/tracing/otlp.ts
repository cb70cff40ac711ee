/** OpenTelemetry without its global state: one provider, exported in batches over OTLP/HTTP. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Attributes, Beginning, Span, Tracing, TracingOptions } from './span.ts';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT };
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
/** Spans kept in memory for a collector that does not answer; further ones are dropped. */
const MAX_QUEUED = 4096;
const SEND_EVERY_MS = 2000;
/** Time limit for exporting at shutdown, in case the collector is gone. */
const MAX_STOP_MS = 3000;

function remoteContext(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** The class of an error, or its SQLSTATE. */
function typeOf(failure: unknown): string {
  const { code, name } = failure as { code?: unknown; name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : 'unknown';
}

export class OtlpTracing implements Tracing {
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;
  private readonly current = new AsyncLocalStorage<OtelSpan>();

  constructor(options: TracingOptions & { endpoint: string }) {
    const { endpoint, share, service, version } = options;
    const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: new OTLPTraceExporter({ url }),
          maxQueueSize: MAX_QUEUED,
          scheduledDelayMillis: SEND_EVERY_MS,
        }),
      ],
    });
    this.tracer = this.provider.getTracer('cairn');
  }

  begin(name: string, { kind, attributes, traceparent }: Beginning = {}): Span {
    const parent = this.current.getStore();
    const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : remoteContext(traceparent);
    const span = this.tracer.startSpan(
      name,
      { ...(kind && { kind: KINDS[kind] }), ...(attributes && { attributes }) },
      context,
    );
    return {
      within: (work) => this.current.run(span, work),
      end: (more: Attributes = {}, failure?: unknown) => {
        span.setAttributes(more);
        if (failure !== undefined) {
          span.setAttribute('error.type', typeOf(failure));
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  }

  async span<T>(name: string, beginning: Beginning, work: () => Promise<T>): Promise<T> {
    const span = this.begin(name, beginning);
    try {
      const result = await span.within(work);
      span.end();
      return result;
    } catch (error) {
      span.end({}, error);
      throw error;
    }
  }

  ids() {
    const span = this.current.getStore()?.spanContext();
    return span && { trace_id: span.traceId, span_id: span.spanId };
  }

  async stop(): Promise<void> {
    const shutdown = this.provider.shutdown().catch(() => {});
    await Promise.race([shutdown, wait(MAX_STOP_MS, undefined, { ref: false })]);
  }
}
