import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { timestamp } from './shapes.ts';

/** Services in the order in which they are shown. */
export const SERVICES = [
  'web',
  'worker',
  'postgres',
  'store',
  'temporal',
  'clamd',
  'smtp',
] as const;
export type ServiceName = (typeof SERVICES)[number];

const SERVICE_STATES = ['WORKING', 'SLOW', 'DOWN', 'UNKNOWN'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

const serviceState = z.enum(SERVICE_STATES);

const serviceStatus = z.object({
  service: z.enum(SERVICES),
  /** UNKNOWN: only a worker can probe the service, and none is running. */
  state: serviceState,
  /** Duration of the last probe. */
  seconds: z.number().nullable(),
  /** Number of running processes; only for web and worker. */
  processes: z.number().int().nullable(),
  /** The last 30 days on which the service was probed, oldest first. */
  days: z.array(
    z.object({ day: z.iso.date(), checks: z.number().int(), failures: z.number().int() }),
  ),
});
export type ServiceStatus = z.infer<typeof serviceStatus>;

const queueStatus = z.object({
  queue: z.string(),
  state: serviceState,
  waiting: z.number().int(),
  oldestSeconds: z.number(),
});
export type QueueStatus = z.infer<typeof queueStatus>;

const systemStatus = z.object({
  checkedDate: timestamp,
  services: z.array(serviceStatus),
  queues: z.array(queueStatus),
  /** Null until a worker reports the virus signatures. */
  signatures: z
    .object({ from: timestamp, maxAgeSeconds: z.number().int(), state: serviceState })
    .nullable(),
  /** Versions of the running processes; several during an upgrade. */
  versions: z.array(z.string()),
  nodeVersions: z.array(z.string()),
  postgresVersion: z.string(),
  /** The newest migration. */
  schemaVersion: z.string(),
});
export type SystemStatus = z.infer<typeof systemStatus>;

export const status = {
  getSystemStatus: endpoint({
    method: 'GET',
    path: '/v2/admin/status',
    audience: 'admin',
    summary: 'Whether the services of the installation answer, what waits, and which versions run',
    reply: systemStatus,
  }),
};
