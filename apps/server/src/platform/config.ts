/**
 * The configuration of a process from its environment, validated before anything else starts. All errors are reported
 * at once. tools/services prints the values for development.
 */
import { readFileSync } from 'node:fs';
import {
  crossFieldProblems,
  MAY_BE_PLAINTEXT,
  usesTemporalTls,
  VARIABLES,
  type Role,
  type Values,
  type Variable,
  type VariableName,
} from './config-variables.ts';
import { cellConfigOf } from './cells/config-cells.ts';
import { creditOf } from './config-credit.ts';
import { errorReportsOf } from './config-errors.ts';
import { officeOf } from './config-office.ts';
import { placesOf } from './config-places.ts';
import { termsOf } from './config-operator.ts';

type Environment = Record<string, string | undefined>;

/** The message lists every problem, by the variable's name and never with its value. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(
      [
        'the configuration is not usable:',
        ...problems.map((each) => `  ${each}`),
        'see docs/operations/configuration.md',
      ].join('\n'),
    );
    this.problems = problems;
  }
}

/** The value of NAME, or the content of the file that NAME_FILE names. Empty means not set. */
function rawValue(
  env: Environment,
  name: string,
  { secret }: Variable,
): { value?: string; problem?: string } {
  const direct = env[name] || undefined;
  const path = secret ? env[`${name}_FILE`] || undefined : undefined;
  if (direct !== undefined && path !== undefined) {
    return { problem: `and ${name}_FILE are both set: set one` };
  }
  if (path === undefined) return direct === undefined ? {} : { value: direct };
  try {
    const value = readFileSync(path, 'utf8').trim();
    return value ? { value } : { problem: `is empty: its file is ${path}` };
  } catch (error) {
    return {
      problem: `cannot be read from ${path}: ${(error as NodeJS.ErrnoException).code ?? 'error'}`,
    };
  }
}

function readVariables(env: Environment, role: Role): Values {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  const raw: Record<string, string> = {};
  const roleVariables = Object.entries<Variable>(VARIABLES).filter(([, { roles }]) =>
    roles.includes(role),
  );
  for (const [name, variable] of roleVariables) {
    const { value, problem } = rawValue(env, name, variable);
    if (problem) {
      problems.push(`${name} ${problem}`);
      continue;
    }
    const parsed = variable.schema.safeParse(value);
    if (parsed.success) {
      values[name] = parsed.data;
      if (value !== undefined) raw[name] = value;
    } else {
      problems.push(...parsed.error.issues.map((issue) => `${name} ${issue.message}`));
    }
  }
  if ((values['NODE_ENV'] ?? 'production') === 'production') {
    problems.push(...productionProblems(raw));
  }
  for (const [name, problem] of crossFieldProblems(values, role)) {
    if (!problems.some((each) => each.startsWith(`${name} `))) problems.push(`${name} ${problem}`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return values as Values;
}

function productionProblems(raw: Record<string, string>): string[] {
  const allowed = (raw['ALLOW_PLAINTEXT'] ?? '').split(/[\s,]+/).filter(Boolean);
  const problems = allowed
    .filter((name) => !MAY_BE_PLAINTEXT.has(name))
    .map((name) => `ALLOW_PLAINTEXT cannot name ${name}`);
  for (const [name, value] of Object.entries(raw)) {
    if (allowed.includes(name) && MAY_BE_PLAINTEXT.has(name)) continue;
    const problem = (VARIABLES[name as VariableName] as Variable).inProduction?.(value);
    if (problem) problems.push(`${name} ${problem}`);
  }
  return problems;
}

/** Settings of both roles. */
function sharedConfig(values: Values) {
  return {
    logLevel: values.LOG_LEVEL,
    /** The application's address for users; cookies are Secure when it is https. */
    publicUrl: new URL(values.PUBLIC_URL),
    /** One key, or several separated by commas, the newest first; crypto.ts splits them. */
    secretKey: values.SECRET_KEY.join(','),
    secretKeys: values.SECRET_KEY as readonly string[],
    limitFactor: values.LIMIT_FACTOR,
    version: values.CAIRN_VERSION,
    database: {
      app: values.DATABASE_URL,
      relay: values.RELAY_DATABASE_URL,
      poolSize: values.DATABASE_POOL_SIZE,
      /** Sends statements one by one instead of in one flush, for a pooler that does not support pipelining. */
      awaited: values.DATABASE_FLUSH === 'awaited',
    },
    /** Health and metrics, on a port of their own; off unless it is set. */
    monitor:
      values.MONITOR_PORT === undefined
        ? undefined
        : { port: values.MONITOR_PORT, host: values.MONITOR_HOST },
    /** The collector of spans; undefined turns tracing off. */
    tracing: {
      endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
      share: values.OTEL_TRACES_SAMPLER_ARG,
    },
    /** The service that errors are reported to; undefined turns reports off. */
    errorReports: errorReportsOf(values),
  };
}

const storeOf = (values: Values) => ({
  endpoint: values.S3_ENDPOINT,
  region: values.S3_REGION,
  incomingBucket: values.S3_INCOMING_BUCKET,
  vaultBucket: values.S3_VAULT_BUCKET,
});

const workerCredentials = (values: Values) => ({
  accessKeyId: values.S3_WORKER_ACCESS_KEY_ID,
  secretAccessKey: values.S3_WORKER_SECRET_ACCESS_KEY,
});

function webConfig(values: Values) {
  return {
    ...sharedConfig(values),
    port: values.PORT,
    /** This cell, if the installation has several. */
    cell: cellConfigOf(values),
    host: values.HOST ?? (values.NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1'),
    /** Proxies trusted to report the caller's address: addresses or networks, as in 10.0.0.0/8. */
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    /** Times for stopping a web process: see http/drain.ts. */
    stop: {
      delayMs: 1000 * (values.DRAIN_DELAY_SECONDS ?? (values.NODE_ENV === 'production' ? 5 : 0)),
      idleMs: 1000 * (values.DRAIN_IDLE_SECONDS ?? (values.NODE_ENV === 'production' ? 10 : 0)),
      deadlineMs: 1000 * values.DRAIN_TIMEOUT_SECONDS,
    },
    sessionIdleSeconds: values.SESSION_IDLE_SECONDS,
    companyCallsPerSecond: values.COMPANY_CALLS_PER_SECOND,
    /** The credit services that are set up; the worker has their credentials. */
    creditServices: {
      clear: values.CREDIT_SERVICES.includes('clear'),
      transUnion: values.CREDIT_SERVICES.includes('transunion'),
    },
    /** An error code that the contract does not declare fails the call: see http/error-handler.ts. */
    strictErrors: values.NODE_ENV !== 'production',
    store: {
      ...storeOf(values),
      publicEndpoint: values.S3_PUBLIC_ENDPOINT ?? values.S3_ENDPOINT,
      /** Credentials that may only PUT to incoming. */
      upload: {
        accessKeyId: values.S3_UPLOAD_ACCESS_KEY_ID,
        secretAccessKey: values.S3_UPLOAD_SECRET_ACCESS_KEY,
      },
      /** Credentials that may read the vault and list incoming. */
      web: {
        accessKeyId: values.S3_WEB_ACCESS_KEY_ID,
        secretAccessKey: values.S3_WEB_SECRET_ACCESS_KEY,
      },
    },
    /**
     * Keys that check the delivery reports of email and SMS providers. Without its key, a provider's reports are
     * refused.
     */
    deliveryReports: {
      bounceToken: values.MAIL_BOUNCE_TOKEN,
      sesTopic: values.SES_TOPIC_ARN,
      sendgridKey: values.SENDGRID_WEBHOOK_PUBLIC_KEY,
      twilioToken: values.TWILIO_WEBHOOK_TOKEN,
    },
    /** The token with which the mail server delivers replies to conversations. */
    replyToken: values.MAIL_REPLY_TOKEN,
    supportEmail: values.SUPPORT_EMAIL,
    /** The terms that users are asked to agree to; undefined if there are none. */
    terms: termsOf(values),
    /** The service that completes addresses; undefined: none. */
    places: placesOf(values),
    /** The office server in which lenders edit documents; undefined: they edit copies in their own programs. */
    office: officeOf(values),
    /** Third-party viewers; without a license the pages use open ones. */
    licenseKeys: {
      googleMapsKey: values.GOOGLE_MAPS_KEY ?? '',
      pdftronKey: values.PDFTRON_KEY ?? '',
      syncfusionKey: values.SYNCFUSION_KEY ?? '',
    },
  };
}

/** The bucket in which heads of audit chains are anchored, and the interval. */
const auditOf = (values: Values) => ({
  bucket: values.S3_AUDIT_BUCKET,
  accessKeyId: values.S3_AUDIT_ACCESS_KEY_ID,
  secretAccessKey: values.S3_AUDIT_SECRET_ACCESS_KEY,
  logId: values.AUDIT_LOG_ID,
  anchorSeconds: values.AUDIT_ANCHOR_SECONDS,
});

const engineOf = (values: Values) => ({
  address: values.TEMPORAL_ADDRESS,
  namespace: values.TEMPORAL_NAMESPACE,
  /** PEM texts, not paths. Undefined: plaintext. */
  tls: usesTemporalTls(values)
    ? {
        ca: values.TEMPORAL_TLS_CA,
        cert: values.TEMPORAL_TLS_CERT,
        key: values.TEMPORAL_TLS_KEY,
        serverName: values.TEMPORAL_TLS_SERVER_NAME,
      }
    : undefined,
  apiKey: values.TEMPORAL_API_KEY,
});

function workerConfig(values: Values) {
  return {
    ...sharedConfig(values),
    engine: {
      ...engineOf(values),
      taskQueue: values.TEMPORAL_TASK_QUEUE,
      /** The queues that this worker serves, and how many activities of each at a time. */
      queues: values.WORKER_QUEUES,
      slots: {
        codes: values.WORKER_CODES_SLOTS,
        scans: values.WORKER_SCANS_SLOTS,
        documents: values.WORKER_DOCUMENTS_SLOTS,
        exports: values.WORKER_EXPORTS_SLOTS,
        general: values.WORKER_GENERAL_SLOTS,
      },
      exportTurnSeconds: values.WORKER_EXPORT_TURN_SECONDS,
      schedules: values.TEMPORAL_SCHEDULES,
      /** Undefined: worker versioning is off. */
      deployment: values.TEMPORAL_DEPLOYMENT,
    },
    audit: auditOf(values),
    mail: {
      smtpUrl: values.SMTP_URL,
      from: values.MAIL_FROM,
      requireTls: values.SMTP_REQUIRE_TLS ?? values.NODE_ENV === 'production',
      provider: values.MAIL_PROVIDER,
      sesConfigurationSet: values.SES_CONFIGURATION_SET,
      bounceAddress: values.MAIL_BOUNCE_ADDRESS,
      replyAddress: values.MAIL_REPLY_ADDRESS,
      secretKey: values.SECRET_KEY.join(','),
    },
    /** A message waits this long for further ones before its reader gets an email about them. */
    messageDigestSeconds: values.MESSAGE_DIGEST_SECONDS,
    /** Twilio, or a service with the same API. */
    text: {
      apiUrl: values.TWILIO_API_URL,
      accountSid: values.TWILIO_ACCOUNT_SID,
      authToken: values.TWILIO_AUTH_TOKEN,
      from: values.TWILIO_FROM,
      /** The address for Twilio's delivery reports, if they are turned on. */
      statusUrl: values.TWILIO_STATUS_CALLBACKS
        ? new URL('/api/v2/webhook/twilio', values.PUBLIC_URL)
        : undefined,
    },
    store: {
      ...storeOf(values),
      /** Credentials that may read and delete in incoming, and write the vault. */
      worker: workerCredentials(values),
    },
    clamd: values.CLAMD_SOCKET
      ? { path: values.CLAMD_SOCKET }
      : { host: values.CLAMD_HOST!, port: values.CLAMD_PORT },
    credit: creditOf(values),
    graph: { apiUrl: values.GRAPH_API_URL, loginUrl: values.GRAPH_LOGIN_URL },
    signatureMaxAgeMs: values.SIGNATURE_MAX_AGE_HOURS * 3_600_000,
  };
}

/** The configuration of the web role: without credentials of Temporal, SMTP, Twilio or clamd. */
export type WebConfig = ReturnType<typeof webConfig>;
/** The configuration of the worker role: without the credential that signs uploads. */
export type WorkerConfig = ReturnType<typeof workerConfig>;
export type Config = WebConfig & WorkerConfig;

export const readWebConfig = (env: Environment = process.env): WebConfig =>
  webConfig(readVariables(env, 'web'));

export const readWorkerConfig = (env: Environment = process.env): WorkerConfig =>
  workerConfig(readVariables(env, 'worker'));

/** Reads the configuration of both roles, for development and tests, where one process has both. */
export function readConfig(env: Environment = process.env): Config {
  const problems: string[] = [];
  const readOrReport = <T>(role: (env: Environment) => T): T | undefined => {
    try {
      return role(env);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(...error.problems.filter((each) => !problems.includes(each)));
      return undefined;
    }
  };
  const [web, worker] = [readOrReport(readWebConfig), readOrReport(readWorkerConfig)];
  if (!web || !worker) throw new ConfigError(problems);
  return { ...web, ...worker, store: { ...web.store, ...worker.store } };
}

/** Reads the configuration of the command that verifies the audit log. */
export function readAuditConfig(env: Environment = process.env) {
  const values = readVariables(env, 'verify-audit');
  return {
    url: values.RELAY_DATABASE_URL,
    secretKeys: values.SECRET_KEY,
    store: { endpoint: values.S3_ENDPOINT, region: values.S3_REGION },
    audit: auditOf(values),
  };
}

/** Reads the configuration of the command that seals company keys with the newest SECRET_KEY. */
export function readRotationConfig(env: Environment = process.env) {
  const values = readVariables(env, 'rotate-key');
  return { url: values.MIGRATION_DATABASE_URL, secretKey: values.SECRET_KEY.join(',') };
}

/** Reads the configuration of the command that creates the first administrator. */
export function readAdminConfig(env: Environment = process.env) {
  const values = readVariables(env, 'admin');
  return {
    url: values.MIGRATION_DATABASE_URL,
    secretKey: values.SECRET_KEY.join(','),
    secretKeys: values.SECRET_KEY,
    publicUrl: new URL(values.PUBLIC_URL),
  };
}

/** Reads the configuration of the commands that export and erase a company. */
export function readCompanyConfig(env: Environment = process.env) {
  const values = readVariables(env, 'company');
  return {
    url: values.MIGRATION_DATABASE_URL,
    secretKey: values.SECRET_KEY.join(','),
    secretKeys: values.SECRET_KEY,
    store: { ...storeOf(values), worker: workerCredentials(values) },
    cell: values.CELL,
    directory:
      values.CELL === undefined
        ? undefined
        : { url: values.DIRECTORY_URL!, key: values.DIRECTORY_KEY! },
  };
}

export type MoveTarget = ReturnType<typeof readMoveTarget>;

/** Settings of the cell that a company moves to: its files are written as that cell's own processes write them. */
export const readMoveTarget = (env: Environment) => ({
  ...readCompanyConfig(env),
  upload: readWebConfig(env).store.upload,
});

/** Reads the configuration of the router in front of several cells. */
export function readRouterConfig(env: Environment = process.env) {
  const values = readVariables(env, 'router');
  return {
    publicUrl: new URL(values.PUBLIC_URL),
    port: values.PORT,
    host: values.HOST ?? (values.NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1'),
    logLevel: values.LOG_LEVEL,
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    cells: values.CELLS!,
    directory: { url: values.DIRECTORY_URL!, key: values.DIRECTORY_KEY! },
  };
}
export type RouterConfig = ReturnType<typeof readRouterConfig>;

/** Reads the configuration of the command that creates buckets and their policies. */
export function readSetupConfig(env: Environment = process.env) {
  const values = readVariables(env, 'setup');
  return {
    ...storeOf(values),
    accessKeyId: values.S3_SETUP_ACCESS_KEY_ID,
    secretAccessKey: values.S3_SETUP_SECRET_ACCESS_KEY,
    origins: [new URL(values.PUBLIC_URL).origin, originOfSubdomains(values.PUBLIC_URL)],
    principals: {
      owner: values.S3_OWNER_PRINCIPAL,
      upload: values.S3_UPLOAD_PRINCIPAL,
      web: values.S3_WEB_PRINCIPAL,
      worker: values.S3_WORKER_PRINCIPAL,
    },
    audit: {
      bucket: values.S3_AUDIT_BUCKET,
      retentionDays: values.S3_AUDIT_RETENTION_DAYS,
      mode: values.S3_AUDIT_RETENTION_MODE,
    },
  };
}
export type SetupConfig = ReturnType<typeof readSetupConfig>;

/** The origin of companies' own subdomains, from which their users upload too. */
function originOfSubdomains(publicUrl: string): string {
  const { protocol, host } = new URL(publicUrl);
  return `${protocol}//*.${host}`;
}

/** The URL that migrations and maintenance commands use. */
export const readMigrationUrl = (env: Environment = process.env): string =>
  readVariables(env, 'migrate').MIGRATION_DATABASE_URL;
