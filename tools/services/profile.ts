// Separate sets of the same services: `dev` for people, `test` for tests, which delete data, and `drill` for drills,
// which kill services.

import { creditEnvironment } from '@cairn/testing/credit-bureaus/environment';
import { graphEnvironment } from '@cairn/testing/sharepoint/environment';
import { createHash } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROFILES = ['dev', 'test', 'drill'] as const;
export type Profile = (typeof PROFILES)[number];

export const HOST = '127.0.0.1';
export const REPOSITORY = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const DEV_PORTS = {
  server: 4000,
  web: 5173,
  postgres: 15432,
  temporal: 17233,
  temporalHttp: 17243,
  temporalMetrics: 17253,
  s3: 17480,
  cephMonitor: 13300,
  cephMonitorV1: 16789,
  cephDaemonsFrom: 16800,
  cephDaemonsTo: 16899,
  clamd: 13310,
  smtp: 11025,
  mailWeb: 11080,
  texts: 11090,
  credit: 11095,
  graph: 11096,
};

export type PortName = keyof typeof DEV_PORTS;

const OFFSET: Record<Profile, number> = { dev: 0, test: 20_000, drill: 5000 };

export function port(profile: Profile, name: PortName): number {
  return DEV_PORTS[name] + OFFSET[profile];
}

/** The test profile's ports that the system might use for outgoing connections. */
export function portsToReserve(): string[] {
  const range = `${port('test', 'cephDaemonsFrom')}-${port('test', 'cephDaemonsTo')}`;
  const { cephDaemonsFrom: _from, cephDaemonsTo: _to, ...single } = DEV_PORTS;
  const exposed = Object.values(single)
    .map((number) => number + OFFSET.test)
    .filter((number) => number >= 32_768);
  return [...exposed.map(String), range];
}

/** The origins that a browser may upload from; used for the bucket's CORS rule. */
export function webOrigins(profile: Profile): string[] {
  // Several checkouts may run journeys on one set of test services, each on its own port.
  if (profile === 'test') return ['http://localhost:*'];
  return (['web', 'server'] as const).flatMap((name) =>
    ['127.0.0.1', 'localhost'].map((host) => `http://${host}:${port(profile, name)}`),
  );
}

/** The single bucket of versions before migration 0032: read only by `npm run objects:move`. */
export const S3_BUCKET = 'cairn';
export const S3_AUDIT_BUCKET = 'cairn-audit';
export const S3_INCOMING_BUCKET = 'cairn-incoming';
export const S3_VAULT_BUCKET = 'cairn-vault';
export const S3_REGION = 'us-east-1';
/** Owns the buckets: for provisioning them, and for reading the old one. */
export const S3_ACCESS_KEY_ID = 'cairn-development';
export const S3_SECRET_ACCESS_KEY = 'cairn-development-only-secret';

const s3User = (name: string) => ({
  uid: `cairn-${name}`,
  accessKeyId: `cairn-${name}-development`,
  secretAccessKey: `cairn-${name}-development-only-secret`,
});
/** Each user has one task: signing uploads; reading the vault; moving files from incoming to the vault. */
export const S3_USERS = { upload: s3User('upload'), web: s3User('web'), worker: s3User('worker') };

export const TWILIO_ACCOUNT_SID = 'AC00000000000000000000000000000000';
export const TWILIO_AUTH_TOKEN = 'development-only-token';

/** The application's environment, for `node --env-file` or the process of a test. */
export function environment(profile: Profile): Record<string, string> {
  const database = (user: string) =>
    `postgres://${user}@${HOST}:${port(profile, 'postgres')}/cairn`;
  // localhost, because a passkey's relying party must be a domain name, never an IP address.
  const publicPort = port(profile, profile === 'dev' ? 'web' : 'server');
  return {
    NODE_ENV: profile === 'dev' ? 'development' : 'test',
    PORT: String(port(profile, 'server')),
    PUBLIC_URL: `http://localhost:${publicPort}`,
    SECRET_KEY: 'development-only-secret-key-not-for-production',
    DATABASE_URL: database('cairn_app'),
    RELAY_DATABASE_URL: database('cairn_relay'),
    MIGRATION_DATABASE_URL: database('postgres'),
    TEMPORAL_ADDRESS: `${HOST}:${port(profile, 'temporal')}`,
    TEMPORAL_NAMESPACE: 'default',
    S3_ENDPOINT: `http://${HOST}:${port(profile, 's3')}`,
    S3_REGION,
    S3_BUCKET,
    S3_AUDIT_BUCKET,
    S3_AUDIT_ACCESS_KEY_ID: S3_ACCESS_KEY_ID,
    S3_AUDIT_SECRET_ACCESS_KEY: S3_SECRET_ACCESS_KEY,
    S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY,
    S3_INCOMING_BUCKET,
    S3_VAULT_BUCKET,
    S3_UPLOAD_ACCESS_KEY_ID: S3_USERS.upload.accessKeyId,
    S3_UPLOAD_SECRET_ACCESS_KEY: S3_USERS.upload.secretAccessKey,
    S3_WEB_ACCESS_KEY_ID: S3_USERS.web.accessKeyId,
    S3_WEB_SECRET_ACCESS_KEY: S3_USERS.web.secretAccessKey,
    S3_WORKER_ACCESS_KEY_ID: S3_USERS.worker.accessKeyId,
    S3_WORKER_SECRET_ACCESS_KEY: S3_USERS.worker.secretAccessKey,
    CLAMD_HOST: HOST,
    CLAMD_PORT: String(port(profile, 'clamd')),
    SMTP_URL: `smtp://${HOST}:${port(profile, 'smtp')}`,
    MAIL_FROM: 'no-reply@cairn.example',
    TWILIO_API_URL: `http://${HOST}:${port(profile, 'texts')}`,
    TWILIO_ACCOUNT_SID,
    TWILIO_AUTH_TOKEN,
    TWILIO_FROM: '+15550100000',
    ...creditEnvironment(port(profile, 'credit')),
    ...graphEnvironment(port(profile, 'graph')),
    // Tests make more calls from one address than any office.
    ...(profile !== 'dev' && { LIMIT_FACTOR: '10000', MESSAGE_DIGEST_SECONDS: '0' }),
    ...(profile === 'dev' && { MESSAGE_DIGEST_SECONDS: '5' }),
    MAIL_API_URL: `http://${HOST}:${port(profile, 'mailWeb')}`,
  };
}

/** A short id of this checkout: two on one machine must not share locks or data. */
export const CHECKOUT = createHash('sha256').update(REPOSITORY).digest('hex').slice(0, 12);

/** Returns .services/<profile>/<name>/ of the checkout; creates it if it is missing. */
export function folder(profile: Profile, name: string): string {
  const path = join(servicesRoot(), profile, name);
  mkdirSync(path, { recursive: true });
  return path;
}

/**
 * As root, Postgres and clamd run as users of their own, who cannot read a checkout below, for example, a private
 * home folder. Their data is then in /var/tmp.
 */
export function servicesRoot(): string {
  if (!isRoot() || isReadableByOthers(REPOSITORY)) return join(REPOSITORY, '.services');
  return `/var/tmp/cairn-services-${CHECKOUT}`;
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

export function isReadableByOthers(path: string): boolean {
  const mayEnter = (statSync(path).mode & 0o001) !== 0;
  return path === '/' ? mayEnter : mayEnter && isReadableByOthers(dirname(path));
}
