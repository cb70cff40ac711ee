/**
 * Every environment variable the server reads: its type, default, which processes need it, and what it means.
 * docs/operations/configuration.md is generated from this file (`npm run generate`).
 */
import { SESSION_IDLE_MINUTES } from '@cairn/contract';
import { z } from 'zod';
import { CELL_VARIABLES, cellProblems } from './cells/config-cells.ts';
import { COMMAND_VARIABLES } from './config-commands.ts';
import {
  isLoopback,
  ALLOW,
  needsHttps,
  needsDatabaseTls,
  needsHttpsBetweenCells,
} from './config-connections.ts';
import { CREDIT_VARIABLES, creditProblems } from './config-credit.ts';
import { DELIVERY_VARIABLES } from './config-deliveries.ts';
import { DRAIN_VARIABLES } from './config-drain.ts';
import { ERROR_VARIABLES } from './config-errors.ts';
import { OFFICE_VARIABLES, officeProblems } from './config-office.ts';
import { OPERATOR_VARIABLES, termsProblems } from './config-operator.ts';
import { PLACES_VARIABLES } from './config-places.ts';
import { LIMIT_VARIABLES } from './config-limits.ts';
import { SHAREPOINT_VARIABLES } from './config-sharepoint.ts';
import { httpUrl, requireHttps, wholeNumber } from './config-values.ts';
import { QUEUE_VARIABLES, TEMPORAL_CREDENTIALS } from './config-queues.ts';

export const ROLES = [
  'web',
  'worker',
  'migrate',
  'setup',
  'admin',
  'company',
  'rotate-key',
  'verify-audit',
  'router',
] as const;
export type Role = (typeof ROLES)[number];

export interface Variable<S extends z.ZodType = z.ZodType> {
  readonly schema: S;
  readonly about: string;
  /** Which processes read it. A process should not be given variables that it does not read. */
  readonly roles: readonly Role[];
  /** May also be given as NAME_FILE, the path of a file that holds the value. */
  readonly secret: boolean;
  /** The default as the table shows it; `required` when there is none. */
  readonly shown: string;
  /** A check that applies in production only. Returns what is wrong. */
  readonly inProduction?: (value: string) => string | undefined;
}

const SERVER: readonly Role[] = ['web', 'worker'];
/** Also read by the command that verifies the audit log. */
const AUDITED: readonly Role[] = [...SERVER, 'verify-audit'];
const AUDIT: readonly Role[] = ['worker', 'verify-audit'];
const STORE: readonly Role[] = [...SERVER, 'setup', 'company', 'verify-audit'];
const BUCKETS: readonly Role[] = [...SERVER, 'setup', 'company'];

function variable<S extends z.ZodType>(
  schema: S,
  about: string,
  options: Partial<Omit<Variable, 'schema' | 'about'>> = {},
): Variable<S> {
  return { schema, about, roles: SERVER, secret: false, shown: 'required', ...options };
}

const required = z.string({ error: 'is not set' });
const optional = z.string().optional();
const port = () => wholeNumber(1, 65_535);
const yesOrNo = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true');
const databaseUrl = required.refine(
  (value) => /^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? ''),
  { error: 'must be a postgres:// URL' },
);
const smtpUrl = required.refine((value) => /^smtps?:$/.test(URL.parse(value)?.protocol ?? ''), {
  error: 'must be an smtp:// or smtps:// URL',
});

/** Every secret of tools/services/profile.ts contains one of these. */
const isDevelopmentSecret = (value: string): boolean =>
  /development-only|cairn-(\w+-)?development/.test(value);
const refuseDevelopmentSecret = (value: string): string | undefined =>
  isDevelopmentSecret(value) ? 'is the development value: generate one of your own' : undefined;
const secret = { secret: true, inProduction: refuseDevelopmentSecret };

const MIN_SECRET_KEY_BYTES = 32;
/** A random key of 32 bytes has more than this in every common encoding. */
const MIN_DISTINCT_CHARACTERS = 10;
const secretKeys = required
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .superRefine((keys, context) => {
    if (keys.some((key) => Buffer.byteLength(key) < MIN_SECRET_KEY_BYTES)) {
      context.addIssue(
        `each key must have at least ${MIN_SECRET_KEY_BYTES} bytes: openssl rand -base64 32`,
      );
    } else if (keys.some((key) => new Set(key).size < MIN_DISTINCT_CHARACTERS)) {
      context.addIssue('each key must be random: openssl rand -base64 32');
    }
    if (new Set(keys).size !== keys.length) context.addIssue('lists a key twice');
    if (keys.length === 0) context.addIssue('is not set');
  });

const licenseKey = variable(z.string().default(''), 'License key, sent to signed-in browsers.', {
  roles: ['web'],
  shown: 'none',
});

export const VARIABLES = {
  NODE_ENV: variable(
    z.enum(['production', 'development', 'test']).default('production'),
    '`development` and `test` switch the production rules of this page off.',
    { shown: '`production`', roles: ROLES },
  ),
  PUBLIC_URL: variable(
    httpUrl,
    'Where people reach the application. Must be https in production; cookies are then Secure.',
    {
      inProduction: requireHttps,
      roles: [...SERVER, 'setup', 'admin', 'router'],
    },
  ),
  HOST: variable(
    optional,
    'Address to listen on. In production all IPv4 addresses, otherwise the loopback address.',
    { roles: ['web', 'router'], shown: '`0.0.0.0`' },
  ),
  PORT: variable(port().default(4000), 'Port to listen on.', {
    roles: ['web', 'router'],
    shown: '`4000`',
  }),
  TRUSTED_PROXIES: variable(
    z
      .string()
      .default('')
      .transform((value) =>
        value
          .split(',')
          .map((each) => each.trim())
          .filter(Boolean),
      ),
    'Addresses or networks (`10.0.0.0/8,…`) of the proxies in front: only they may say in `X-Forwarded-For` where a request comes from.',
    { roles: ['web', 'router'], shown: 'none' },
  ),
  SECRET_KEY: variable(
    secretKeys,
    'Encrypts company keys and signs codes, links and cursors. At least 32 random bytes. To rotate, put the new key in front of the old one, separated by a comma: see [key rotation](keys.md).',
    { ...secret, roles: [...AUDITED, 'admin', 'company', 'rotate-key'] },
  ),
  DATABASE_URL: variable(
    databaseUrl,
    'Postgres as `cairn_app`. May lead through PgBouncer in transaction mode.',
    { secret: true, inProduction: needsDatabaseTls },
  ),
  RELAY_DATABASE_URL: variable(
    databaseUrl,
    'Postgres as `cairn_relay`, directly: it uses LISTEN, which PgBouncer in transaction mode does not carry.',
    { secret: true, inProduction: needsDatabaseTls, roles: AUDITED },
  ),
  MIGRATION_DATABASE_URL: variable(
    databaseUrl,
    'Postgres as `cairn_migrator`, directly. Only for `cairn migrate` and the commands.',
    {
      secret: true,
      inProduction: needsDatabaseTls,
      roles: ['migrate', 'admin', 'company', 'rotate-key'],
    },
  ),
  DATABASE_POOL_SIZE: variable(
    wholeNumber(1, 500).default(10),
    'Connections to `DATABASE_URL` per process.',
    { shown: '`10`' },
  ),
  DATABASE_FLUSH: variable(
    z.enum(['pipelined', 'awaited']).default('pipelined'),
    '`awaited` sends one statement per round trip: slower, for a pooler that cannot pipeline.',
    { shown: '`pipelined`' },
  ),
  S3_ENDPOINT: variable(httpUrl, "The object store's address.", {
    inProduction: needsHttps,
    roles: STORE,
  }),
  S3_PUBLIC_ENDPOINT: variable(
    httpUrl.optional(),
    "The object store's address for browsers, where web and worker reach it by another one. Must be https in production.",
    {
      inProduction: requireHttps,
      roles: ['web'],
      shown: '`S3_ENDPOINT`',
    },
  ),
  S3_REGION: variable(z.string().default('us-east-1'), "The object store's region.", {
    roles: STORE,
    shown: '`us-east-1`',
  }),
  S3_INCOMING_BUCKET: variable(required, 'The bucket that clients upload to.', {
    roles: BUCKETS,
  }),
  S3_VAULT_BUCKET: variable(required, 'The bucket for scanned and generated files.', {
    roles: BUCKETS,
  }),
  S3_UPLOAD_ACCESS_KEY_ID: variable(
    required,
    'Access key that signs uploads: may only PUT to the incoming bucket.',
    { ...secret, roles: ['web'] },
  ),
  S3_UPLOAD_SECRET_ACCESS_KEY: variable(required, 'Its secret key.', {
    ...secret,
    roles: ['web'],
  }),
  S3_WEB_ACCESS_KEY_ID: variable(
    required,
    'Access key of the web role: may read the vault and list the incoming bucket.',
    { ...secret, roles: ['web'] },
  ),
  S3_WEB_SECRET_ACCESS_KEY: variable(required, 'Its secret key.', { ...secret, roles: ['web'] }),
  S3_WORKER_ACCESS_KEY_ID: variable(
    required,
    'Access key of the worker role: may read and delete in the incoming bucket, and read, write and delete in the vault.',
    { ...secret, roles: ['worker', 'company'] },
  ),
  S3_WORKER_SECRET_ACCESS_KEY: variable(required, 'Its secret key.', {
    ...secret,
    roles: ['worker', 'company'],
  }),
  S3_AUDIT_BUCKET: variable(
    required,
    'The bucket for audit anchors, with [object lock](../security/logging.md#the-audit-log-and-its-anchors).',
    { roles: [...AUDIT, 'setup'] },
  ),
  S3_AUDIT_ACCESS_KEY_ID: variable(
    required,
    'Access key for the audit bucket: may write and read it.',
    { ...secret, roles: AUDIT },
  ),
  S3_AUDIT_SECRET_ACCESS_KEY: variable(required, 'Its secret key.', {
    ...secret,
    roles: AUDIT,
  }),
  AUDIT_LOG_ID: variable(
    z.uuid({ error: 'must be a UUID' }).optional(),
    'The id of the audit log of this installation. A database that names another one is refused.',
    { roles: AUDIT, shown: '' },
  ),
  AUDIT_ANCHOR_SECONDS: variable(
    wholeNumber(1, 3600).default(60),
    'Seconds between two audit anchors.',
    { roles: AUDIT, shown: '`60`' },
  ),
  TEMPORAL_ADDRESS: variable(required, 'Host and port of the Temporal frontend.', {
    roles: ['worker'],
  }),
  TEMPORAL_NAMESPACE: variable(z.string().default('default'), 'Temporal namespace.', {
    roles: ['worker'],
    shown: '`default`',
  }),
  TEMPORAL_TASK_QUEUE: variable(
    z.string().default('cairn'),
    'Temporal task queue. The queues for codes, scans, documents and exports add their name to it: `cairn-scans`.',
    { roles: ['worker'], shown: '`cairn`' },
  ),
  ...QUEUE_VARIABLES,
  ...COMMAND_VARIABLES,
  ...CELL_VARIABLES,
  CELLS: { ...CELL_VARIABLES.CELLS, inProduction: needsHttpsBetweenCells },
  DIRECTORY_URL: { ...CELL_VARIABLES.DIRECTORY_URL, inProduction: needsDatabaseTls },
  TEMPORAL_TLS: variable(
    yesOrNo.optional(),
    'Connect with TLS. Required in production unless Temporal runs on this machine. On when any of the variables below is set.',
    { roles: ['worker'], shown: '`false`' },
  ),
  ...TEMPORAL_CREDENTIALS,
  CLAMD_SOCKET: variable(optional, "Path of clamd's Unix socket. Replaces host and port.", {
    roles: ['worker'],
    shown: 'none',
  }),
  CLAMD_HOST: variable(
    optional,
    "clamd's address. Its protocol has no TLS and no authentication: in production it must be on this machine, or be named in `ALLOW_PLAINTEXT`.",
    {
      roles: ['worker'],
      shown: 'required without `CLAMD_SOCKET`',
      inProduction: (value) =>
        isLoopback(value)
          ? undefined
          : `must be on this machine in production (clamd has no TLS), ${ALLOW}`,
    },
  ),
  CLAMD_PORT: variable(port().default(3310), "clamd's port.", {
    roles: ['worker'],
    shown: '`3310`',
  }),
  SMTP_URL: variable(smtpUrl, 'The SMTP relay, with user and password if it needs them.', {
    roles: ['worker'],
    secret: true,
  }),
  SMTP_REQUIRE_TLS: variable(
    yesOrNo.optional(),
    'Refuse to send over a connection that is not encrypted. `false` is the only way to send in plaintext in production.',
    { roles: ['worker'], shown: '`true` in production' },
  ),
  MESSAGE_DIGEST_SECONDS: variable(
    wholeNumber(0, 3600).default(30),
    'How long a message waits for others before its reader is told of them in one email. A reader gets at most one such email in ten times this long.',
    { roles: ['worker'], shown: '`30`' },
  ),
  ...DELIVERY_VARIABLES,
  TWILIO_API_URL: variable(
    httpUrl.default('https://api.twilio.com'),
    'Twilio, or a service with the same API.',
    { roles: ['worker'], shown: '`https://api.twilio.com`', inProduction: needsHttps },
  ),
  TWILIO_ACCOUNT_SID: variable(required, 'Twilio account.', { roles: ['worker'] }),
  TWILIO_AUTH_TOKEN: variable(required, 'Twilio token.', { ...secret, roles: ['worker'] }),
  TWILIO_FROM: variable(required, 'A number or sender id of that account.', { roles: ['worker'] }),
  ...CREDIT_VARIABLES,
  ...SHAREPOINT_VARIABLES,
  SESSION_IDLE_SECONDS: variable(
    wholeNumber(1, 7 * 86_400).default(SESSION_IDLE_MINUTES * 60),
    'A session ends after this long without activity.',
    { roles: ['web'], shown: `\`${SESSION_IDLE_MINUTES * 60}\`` },
  ),
  ...LIMIT_VARIABLES,
  ...DRAIN_VARIABLES,
  LOG_LEVEL: variable(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    'Least severe log level that is written.',
    { roles: [...SERVER, 'router'], shown: '`info`' },
  ),
  CAIRN_VERSION: variable(z.string().default('0.1.0-dev'), 'Version that the product reports.', {
    shown: '`0.1.0-dev`',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(
    httpUrl.optional(),
    'Where traces go: see [tracing](tracing.md).',
    { shown: 'no tracing', inProduction: needsHttps },
  ),
  OTEL_TRACES_SAMPLER_ARG: variable(
    z.coerce
      .number({ error: 'must be a number' })
      .min(0, { error: 'must be at least 0' })
      .max(1, { error: 'must be at most 1' })
      .default(1),
    'Share of traces to keep, 0 to 1.',
    { shown: '`1`' },
  ),
  ...ERROR_VARIABLES,
  ...OPERATOR_VARIABLES,
  ...PLACES_VARIABLES,
  ...OFFICE_VARIABLES,
  GOOGLE_MAPS_KEY: licenseKey,
  PDFTRON_KEY: licenseKey,
  SYNCFUSION_KEY: licenseKey,
  ALLOW_PLAINTEXT: variable(
    z
      .string()
      .default('')
      .transform((value) => value.split(/[\s,]+/).filter(Boolean)),
    'Names of variables whose connection may be unencrypted in production, because the network between is protected in another way (a service mesh, a private link): `S3_ENDPOINT,TEMPORAL_ADDRESS`. Possible for `DATABASE_URL`, `RELAY_DATABASE_URL`, `MIGRATION_DATABASE_URL`, `S3_ENDPOINT`, `TEMPORAL_ADDRESS`, `CLAMD_HOST`, `TWILIO_API_URL` and `OTEL_EXPORTER_OTLP_ENDPOINT`.',
    { shown: 'none', roles: ROLES },
  ),
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof VARIABLES;
export type Values = { [Name in VariableName]: z.output<(typeof VARIABLES)[Name]['schema']> };

/** Variables that ALLOW_PLAINTEXT may name. PUBLIC_URL is not one: session cookies depend on it. */
export const MAY_BE_PLAINTEXT: ReadonlySet<string> = new Set<VariableName>([
  'DATABASE_URL',
  'RELAY_DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'CELLS',
  'DIRECTORY_URL',
  'S3_ENDPOINT',
  'TEMPORAL_ADDRESS',
  'CLAMD_HOST',
  'TWILIO_API_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
]);

/** Rules over several variables, as [variable, what is wrong]. Values that failed their own check are undefined. */
export function crossFieldProblems(
  values: Partial<Values>,
  role: Role,
): [name: VariableName, problem: string][] {
  const ofCells = cellProblems(values, role) as [VariableName, string][];
  if (role === 'web') {
    return [...termsProblems(values), ...officeProblems(values), ...ofCells];
  }
  if (role === 'router' || role === 'company') return ofCells;
  if (role !== 'worker') return [];
  const problems: [VariableName, string][] = creditProblems(values);
  if (!values.CLAMD_SOCKET && !values.CLAMD_HOST) {
    problems.push(['CLAMD_HOST', 'is not set, and neither is CLAMD_SOCKET']);
  }
  if (!values.TEMPORAL_TLS_CERT !== !values.TEMPORAL_TLS_KEY) {
    problems.push(['TEMPORAL_TLS_CERT', 'and TEMPORAL_TLS_KEY must be set together']);
  }
  if (values.TEMPORAL_TLS === false && usesTemporalTls({ ...values, TEMPORAL_TLS: undefined })) {
    problems.push(['TEMPORAL_TLS', 'is false, but TEMPORAL_TLS_* or TEMPORAL_API_KEY are set']);
  }
  const { NODE_ENV: mode = 'production', TEMPORAL_ADDRESS: address } = values;
  const allowed = values.ALLOW_PLAINTEXT?.includes('TEMPORAL_ADDRESS');
  if (mode === 'production' && address && !usesTemporalTls(values) && !allowed) {
    const host = address.replace(/:\d+$/, '');
    if (!isLoopback(host)) {
      problems.push([
        'TEMPORAL_ADDRESS',
        `must be reached with TEMPORAL_TLS in production, ${ALLOW}`,
      ]);
    }
  }
  return problems;
}

export const usesTemporalTls = (values: Partial<Values>): boolean =>
  values.TEMPORAL_TLS ??
  Boolean(values.TEMPORAL_TLS_CA ?? values.TEMPORAL_TLS_CERT ?? values.TEMPORAL_API_KEY);
