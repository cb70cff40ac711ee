/** Variables of the worker's queues and its connection to Temporal; the others are in config-variables.ts. */
import { z } from 'zod';
import { wholeNumber } from './config-values.ts';
import { QUEUES } from './queue-names.ts';

const ofWorker = { roles: ['worker'], secret: false } as const;

const slots = (usual: number) => wholeNumber(1, 200).default(usual);

export const QUEUE_VARIABLES = {
  TEMPORAL_SCHEDULES: {
    ...ofWorker,
    schema: z
      .enum(['true', 'false'], { error: 'must be true or false' })
      .default('true')
      .transform((value) => value === 'true'),
    about:
      'Whether the worker creates its Temporal schedules. Off for queues that are not kept, as in tests.',
    shown: '`true`',
  },
  WORKER_QUEUES: {
    ...ofWorker,
    schema: z
      .string()
      .default(QUEUES.join())
      .transform((value) => value.split(/[\s,]+/).filter(Boolean))
      .pipe(
        z
          .array(z.enum(QUEUES, { error: `must name queues: ${QUEUES.join(', ')}` }))
          .min(1, { error: 'must name at least one queue' }),
      ),
    about:
      'The queues that this worker serves, separated by commas: `codes`, `scans`, `documents`, `exports`, `general`. Every queue needs at least one worker.',
    shown: 'all',
  },
  WORKER_CODES_SLOTS: {
    ...ofWorker,
    schema: slots(10),
    about: 'Log-in codes and account email sent at a time by one worker.',
    shown: '`10`',
  },
  WORKER_SCANS_SLOTS: {
    ...ofWorker,
    schema: slots(6),
    about: 'Files scanned at a time by one worker.',
    shown: '`6`',
  },
  WORKER_DOCUMENTS_SLOTS: {
    ...ofWorker,
    schema: slots(2),
    about:
      'Documents converted, drawn or read at a time by one worker. Each may run LibreOffice or Tesseract.',
    shown: '`2`',
  },
  WORKER_EXPORTS_SLOTS: {
    ...ofWorker,
    schema: slots(2),
    about: 'Exports made at a time by one worker. Each may run LibreOffice.',
    shown: '`2`',
  },
  WORKER_EXPORT_TURN_SECONDS: {
    ...ofWorker,
    schema: wholeNumber(1, 3600).default(60),
    about:
      'How long an export converts documents before exports of other companies that wait get their turn.',
    shown: '`60`',
  },
  WORKER_GENERAL_SLOTS: {
    ...ofWorker,
    schema: slots(8),
    about: 'Notifications and other activities at a time by one worker.',
    shown: '`8`',
  },
} as const;

const credential = (about: string, { secret, shown }: { secret: boolean; shown: string }) => ({
  roles: ['worker'] as const,
  secret,
  schema: z.string().optional(),
  about,
  shown,
});

export const TEMPORAL_CREDENTIALS = {
  TEMPORAL_TLS_CA: credential('PEM of the authority that signed the server certificate.', {
    secret: true,
    shown: 'system authorities',
  }),
  TEMPORAL_TLS_CERT: credential('PEM of the client certificate, for mutual TLS.', {
    secret: true,
    shown: 'none',
  }),
  TEMPORAL_TLS_KEY: credential('PEM of the client key, for mutual TLS.', {
    secret: true,
    shown: 'none',
  }),
  TEMPORAL_TLS_SERVER_NAME: credential(
    'Name in the server certificate, where it differs from the address.',
    { secret: false, shown: "the address's host" },
  ),
  TEMPORAL_DEPLOYMENT: credential(
    'Name of the Temporal worker deployment. When set, workers do work only after their version (`CAIRN_VERSION`) was made the current one: see [Temporal](temporal.md#upgrades).',
    { secret: false, shown: 'none: no worker versioning' },
  ),
  TEMPORAL_API_KEY: credential('API key of Temporal Cloud.', { secret: true, shown: 'none' }),
} as const;
