import { sql } from 'kysely';
import { query } from '../../platform/db/query.ts';
import type { QueueReport } from '../../platform/monitoring/status-reporter.ts';
import type { ProbeResult } from '../../platform/monitoring/service-probes.ts';

/** Processes report four times as often. One that is silent for this long has stopped or hangs. */
const FRESH = sql<boolean>`reported_at > now() - interval '60 seconds'`;

export const freshReports = query
  .selectFrom('process_report')
  .select([
    'role',
    'version',
    'node_version',
    'signatures_from',
    'signature_max_age_seconds',
    sql<ProbeResult[]>`services`.as('services'),
    sql<QueueReport[]>`queues`.as('queues'),
  ])
  .where(FRESH)
  .orderBy('reported_at', 'desc');

export const serviceDays = query
  .selectFrom('service_day')
  .select(['service', sql<string>`day::text`.as('day'), 'checks', 'failures'])
  .where(sql<boolean>`day > (now() at time zone 'UTC')::date - 30`)
  .orderBy('day');

export const databaseVersions = query.selectNoFrom([
  sql<string>`current_setting('server_version')`.as('postgres'),
  sql<string>`(select max(name) from public.migration)`.as('schema'),
]);
