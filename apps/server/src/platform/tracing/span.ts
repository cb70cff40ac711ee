/** What tracing offers, whichever collector it is sent to. */
export type Attributes = Record<string, string | number>;

export interface Span {
  /** Whatever this starts, also later, belongs to the span. */
  within<T>(work: () => T): T;
  end(attributes?: Attributes, failure?: unknown): void;
}

export interface Beginning {
  kind?: 'server' | 'client';
  attributes?: Attributes;
  /** The caller's own span, as W3C writes it, where the caller can be trusted. */
  traceparent?: string | undefined;
}

export interface Tracing {
  begin(name: string, beginning?: Beginning): Span;
  /** Work in a span of its own. */
  span<T>(name: string, beginning: Beginning, work: () => Promise<T>): Promise<T>;
  /** For log lines: where they belong. */
  ids(): { trace_id: string; span_id: string } | undefined;
  /** Sends what is left. */
  stop(): Promise<void>;
}

export interface TracingOptions {
  /** OTEL_EXPORTER_OTLP_ENDPOINT: the collector's base address. */
  endpoint: string | undefined;
  /** The share of traces that are kept, from 0 to 1. */
  share: number;
  service: string;
  version: string;
}
