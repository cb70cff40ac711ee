import pg from 'pg';
import { poolOptions } from '../db/connection-options.ts';

/** A single connection for figures and reports, so that they wait for each other and not for users' connections. */
export function monitoringPool(url: string): pg.Pool {
  const pool = new pg.Pool({ ...poolOptions(url), query_timeout: 10_000, max: 1 });
  // The next query notices a lost connection.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
