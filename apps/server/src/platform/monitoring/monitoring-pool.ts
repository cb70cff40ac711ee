import pg from 'pg';
import { poolOptions } from '../db/connection-options.ts';

/** One connection for figures and reports: they wait for each other rather than for the work of people. */
export function monitoringPool(url: string): pg.Pool {
  const pool = new pg.Pool({ ...poolOptions(url), query_timeout: 10_000, max: 1 });
  // A lost connection is noticed by the next query.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
