/**
 * Metrics for Prometheus. Without MONITOR_PORT `metrics` is undefined: callers check `metrics?` first, and nothing is
 * loaded or counted. Labels name calls, activities and services; never an address, a company or a person.
 */
import type { Attributes, BatchObservableResult } from '@opentelemetry/api';
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  InstrumentType,
  MeterProvider,
  MetricReader,
} from '@opentelemetry/sdk-metrics';

export interface Reading {
  readonly value: number;
  readonly labels?: Attributes;
}
export type Readings = Record<string, readonly Reading[]>;
export interface GaugeNames {
  readonly [name: string]: string;
}

/** From 5 ms to an hour: calls are fast, exports are not. */
const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const WORK_SECONDS = [0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600];

/** Collects when asked, and sends nothing by itself. */
class OnDemandReader extends MetricReader {
  constructor() {
    super({
      // Delta for gauges, so that a label that is no longer reported, such as a workflow without a backlog,
      // disappears.
      aggregationTemporalitySelector: (instrument) =>
        instrument === InstrumentType.OBSERVABLE_GAUGE
          ? AggregationTemporality.DELTA
          : AggregationTemporality.CUMULATIVE,
    });
  }
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

export class Metrics {
  private readonly provider: MeterProvider;
  private readonly reader = new OnDemandReader();
  private readonly serializer = new PrometheusSerializer();
  private readonly meter;
  private readonly requests;
  private readonly activities;
  private readonly messages;
  private readonly feedDelay;

  constructor({ role, version }: { role: string; version: string }) {
    this.provider = new MeterProvider({
      resource: resourceFromAttributes({
        'service.name': `cairn-${role}`,
        'service.version': version,
      }),
      readers: [this.reader],
    });
    this.meter = this.provider.getMeter('cairn');
    this.requests = this.histogram(
      'cairn_http_request_duration_seconds',
      'Time to answer a call, by its name in the contract and the class of its status',
      CALL_SECONDS,
    );
    this.activities = this.histogram(
      'cairn_activity_duration_seconds',
      'Time of one attempt at a step of durable work: scans, emails, exports',
      WORK_SECONDS,
    );
    this.feedDelay = this.histogram(
      'cairn_feed_look_seconds',
      'Time in which the event feed reads new events and tells open pages',
      CALL_SECONDS,
    );
    this.messages = this.meter.createCounter('cairn_messages', {
      description: 'Emails and SMS handed to the provider, by outcome',
    });
    this.observe(
      {
        cairn_process_resident_memory_bytes: 'Resident memory of the process',
        cairn_process_uptime_seconds: 'Time since the process started',
      },
      async () => ({
        cairn_process_resident_memory_bytes: [{ value: process.memoryUsage.rss() }],
        cairn_process_uptime_seconds: [{ value: process.uptime() }],
      }),
    );
  }

  private histogram(name: string, description: string, explicitBucketBoundaries: number[]) {
    return this.meter.createHistogram(name, { description, advice: { explicitBucketBoundaries } });
  }

  request(call: string, status: number, seconds: number): void {
    this.requests.record(seconds, { call, status: `${Math.floor(status / 100)}xx` });
  }

  activity(activity: string, outcome: 'done' | 'failed', seconds: number): void {
    this.activities.record(seconds, { activity, outcome });
  }

  message(channel: 'email' | 'sms', outcome: 'sent' | 'failed'): void {
    this.messages.add(1, { channel, outcome });
  }

  feedLook(seconds: number): void {
    this.feedDelay.record(seconds);
  }

  /** Gauges that are read together at each scrape. A value that cannot be read is left out. */
  observe(gauges: GaugeNames, read: () => Promise<Readings>): void {
    const gaugeByName = new Map(
      Object.entries(gauges).map(([name, description]) => [
        name,
        this.meter.createObservableGauge(name, { description }),
      ]),
    );
    this.meter.addBatchObservableCallback(
      async (result: BatchObservableResult) => {
        for (const [name, readings] of Object.entries(await read())) {
          for (const { value, labels } of readings)
            result.observe(gaugeByName.get(name)!, value, labels);
        }
      },
      [...gaugeByName.values()],
    );
  }

  /** The metrics in Prometheus's text format. */
  async text(): Promise<string> {
    const { resourceMetrics } = await this.reader.collect({ timeoutMillis: 8000 });
    return this.serializer.serialize(resourceMetrics);
  }

  async stop(): Promise<void> {
    await this.provider.shutdown();
  }
}
