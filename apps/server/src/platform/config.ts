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
    /** Third-party viewers; without a licence the pages use open ones. */
    licenceKeys: {
      googleMapsKey: process.env['GOOGLE_MAPS_KEY'] ?? '',
      pdftronKey: process.env['PDFTRON_KEY'] ?? '',
      syncfusionKey: process.env['SYNCFUSION_KEY'] ?? '',
    },
    clamd: { host: required('CLAMD_HOST'), port: Number(required('CLAMD_PORT')) },
  };
}
export type Config = ReturnType<typeof readConfig>;
