/** The interface of tracing, independent of the collector. */
export type Attributes = Record<string, string | number>;

export interface Span {
  /** Everything that `work` starts, also later, belongs to the span. */
  within<T>(work: () => T): T;
  end(attributes?: Attributes, failure?: unknown): void;
}

export interface Beginning {
  kind?: 'server' | 'client';
  attributes?: Attributes;
  /** The caller's own span as a W3C traceparent, if the caller is trusted. */
  traceparent?: string | undefined;
}

export interface Tracing {
  begin(name: string, beginning?: Beginning): Span;
  /** Runs work in a new span. */
  span<T>(name: string, beginning: Beginning, work: () => Promise<T>): Promise<T>;
  /** Ids of the current trace and span, for log lines. */
  ids(): { trace_id: string; span_id: string } | undefined;
  /** Exports the remaining spans. */
  stop(): Promise<void>;
}

export interface TracingOptions {
  /** OTEL_EXPORTER_OTLP_ENDPOINT: the collector's base address. */
  endpoint: string | undefined;
  /** The share of traces to keep, from 0 to 1. */
  share: number;
  service: string;
  version: string;
}
