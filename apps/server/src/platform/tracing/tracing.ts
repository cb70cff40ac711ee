/**
 * Exports the process's work as spans to a collector. Without a configured collector `tracing` is undefined: callers
 * check `tracing?` first, and nothing is loaded or spent.
 *
 * Attributes say which call, which statement, which activity; never an address, a value or a message
 * of an error, which may quote one.
 */
import type { Tracing, TracingOptions } from './span.ts';

export type { Attributes, Beginning, Span, Tracing, TracingOptions } from './span.ts';

export async function startTracing({
  endpoint,
  ...options
}: TracingOptions): Promise<Tracing | undefined> {
  if (!endpoint) return undefined;
  const { OtlpTracing } = await import('./otlp.ts');
  return new OtlpTracing({ endpoint, ...options });
}
