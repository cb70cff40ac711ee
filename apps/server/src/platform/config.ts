import { SESSION_IDLE_MINUTES } from '@cairn/contract';

/** What the process is told by its environment. tools/services prints these for development. */
function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: see docs/operations/install.md`);
  return value;
}

export function readConfig() {
  const publicUrl = new URL(required('PUBLIC_URL'));
  return {
    port: Number(process.env['PORT'] ?? 4000),
    host: process.env['HOST'] ?? '127.0.0.1',
    /** Where people reach the application; cookies are Secure when it is https. */
    publicUrl,
    secretKey: required('SECRET_KEY'),
    /** Proxies that may say who calls: addresses or networks, as in 10.0.0.0/8. */
    trustedProxies: (process.env['TRUSTED_PROXIES'] ?? '').split(',').filter(Boolean),
    limitFactor: Number(process.env['LIMIT_FACTOR'] ?? 1),
    sessionIdleSeconds: Number(process.env['SESSION_IDLE_SECONDS'] ?? SESSION_IDLE_MINUTES * 60),
    version: process.env['CAIRN_VERSION'] ?? '0.1.0-dev',
    database: {
      app: required('DATABASE_URL'),
      relay: required('RELAY_DATABASE_URL'),
      poolSize: Number(process.env['DATABASE_POOL_SIZE'] ?? 10),
      /** The tested alternative to one flush, for a pooler that cannot take it. */
      awaited: process.env['DATABASE_FLUSH'] === 'awaited',
    },
    engine: {
      address: required('TEMPORAL_ADDRESS'),
      namespace: process.env['TEMPORAL_NAMESPACE'] ?? 'default',
      taskQueue: process.env['TEMPORAL_TASK_QUEUE'] ?? 'cairn',
    },
    store: {
      endpoint: required('S3_ENDPOINT'),
      region: process.env['S3_REGION'] ?? 'us-east-1',
      bucket: required('S3_BUCKET'),
      accessKeyId: required('S3_ACCESS_KEY_ID'),
      secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
    },
    mail: {
      smtpUrl: required('SMTP_URL'),
      from: process.env['MAIL_FROM'] ?? 'no-reply@cairn.example',
    },
    /** Twilio, or a service that speaks its language. */
    text: {
      apiUrl: process.env['TWILIO_API_URL'] ?? 'https://api.twilio.com',
      accountSid: required('TWILIO_ACCOUNT_SID'),
      authToken: required('TWILIO_AUTH_TOKEN'),
      from: required('TWILIO_FROM'),
    },
    /** Third-party viewers; without a licence the pages use open ones. */
    licenceKeys: {
      googleMapsKey: process.env['GOOGLE_MAPS_KEY'] ?? '',
      pdftronKey: process.env['PDFTRON_KEY'] ?? '',
      syncfusionKey: process.env['SYNCFUSION_KEY'] ?? '',
    },
    /** Where spans go; nowhere unless it is set. */
    tracing: {
      endpoint: process.env['OTEL_EXPORTER_OTLP_ENDPOINT'],
      share: Number(process.env['OTEL_TRACES_SAMPLER_ARG'] ?? 1),
    },
    clamd: { host: required('CLAMD_HOST'), port: Number(required('CLAMD_PORT')) },
  };
}
export type Config = ReturnType<typeof readConfig>;
