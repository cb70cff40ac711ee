/** Variables of monitoring and of operator commands; the others are in config-variables.ts. */
import { z } from 'zod';
import { wholeNumber } from './config-values.ts';

const ofSetup = { roles: ['setup'], secret: false } as const;
const principal = (credential: string) => ({
  ...ofSetup,
  schema: z
    .string({ error: 'is not set' })
    .regex(/^arn:[\w:/+=,.@-]+$/, { error: 'must be an ARN: arn:aws:iam::ACCOUNT:user/NAME' }),
  about: `ARN of the ${credential} credential’s user or role, for the bucket policies. For Ceph \`arn:aws:iam:::user/UID\`.`,
  shown: 'required',
});
const setupKey = (about: string) => ({
  roles: ['setup'] as const,
  secret: true,
  schema: z.string({ error: 'is not set' }),
  about,
  shown: 'required',
});

export const COMMAND_VARIABLES = {
  MONITOR_PORT: {
    roles: ['web', 'worker'],
    secret: false,
    schema: wholeNumber(1, 65_535).optional(),
    about:
      'Port for `/livez`, `/readyz` and `/metrics`: see [monitoring](monitoring.md). Not for the public: the proxy must not forward to it.',
    shown: 'off',
  },
  MONITOR_HOST: {
    roles: ['web', 'worker'],
    secret: false,
    schema: z.string().default('127.0.0.1'),
    about:
      'Address on which `MONITOR_PORT` is served. In a container `0.0.0.0`, on a network that only the orchestrator and Prometheus reach.',
    shown: '`127.0.0.1`',
  },
  SIGNATURE_MAX_AGE_HOURS: {
    roles: ['worker'],
    secret: false,
    schema: wholeNumber(1, 24 * 365).default(24),
    about: 'Age of ClamAV’s signatures above which `cairn check` and the status page report them.',
    shown: '`24`',
  },
  S3_SETUP_ACCESS_KEY_ID: setupKey(
    'Access key that creates buckets and sets their policies. Only for `cairn setup`.',
  ),
  S3_SETUP_SECRET_ACCESS_KEY: setupKey('Its secret key.'),
  S3_OWNER_PRINCIPAL: principal('setup'),
  S3_UPLOAD_PRINCIPAL: principal('upload'),
  S3_WEB_PRINCIPAL: principal('web'),
  S3_WORKER_PRINCIPAL: principal('worker'),
  S3_AUDIT_RETENTION_DAYS: {
    ...ofSetup,
    schema: wholeNumber(1, 36_500).default(2557),
    about: 'How long an audit anchor cannot be deleted. Seven years unless set.',
    shown: '`2557`',
  },
  S3_AUDIT_RETENTION_MODE: {
    ...ofSetup,
    schema: z
      .enum(['COMPLIANCE', 'GOVERNANCE'], { error: 'must be COMPLIANCE or GOVERNANCE' })
      .default('COMPLIANCE'),
    about:
      'Whether anyone can shorten that: no one (`COMPLIANCE`) or a user with a special right (`GOVERNANCE`).',
    shown: '`COMPLIANCE`',
  },
} as const;
