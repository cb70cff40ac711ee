/** Gauges of the process itself. */
import type { Db } from '../db/db.ts';
import type { Metrics } from './metrics.ts';

export const observePool = (metrics: Metrics, db: Pick<Db, 'poolState'>): void =>
  metrics.observe(
    { cairn_db_pool_connections: 'Connections of the pool to Postgres, by state' },
    async () => ({
      cairn_db_pool_connections: Object.entries(db.poolState).map(([state, value]) => ({
        value,
        labels: { state },
      })),
    }),
  );

interface Web {
  readonly realtime: { readonly openStreams: number };
  readonly draining: { readonly inFlight: number };
}

export const observeWeb = (
  metrics: Metrics,
  { realtime, draining }: Web,
  feed: { readonly lagSeconds: number },
): void =>
  metrics.observe(
    {
      cairn_sse_streams: 'Open event streams',
      cairn_feed_lag_seconds:
        'For how long the event feed has read nothing although it should have',
      cairn_http_in_flight: 'Calls that were received and not answered yet',
    },
    async () => ({
      cairn_sse_streams: [{ value: realtime.openStreams }],
      cairn_feed_lag_seconds: [{ value: feed.lagSeconds }],
      cairn_http_in_flight: [{ value: draining.inFlight }],
    }),
  );
