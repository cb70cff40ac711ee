/**
 * Checks that the object store is reachable, that the buckets exist, that each credential may do what it must and no
 * more, and that browsers may upload.
 */
import { setTimeout as wait } from 'node:timers/promises';
import {
  GetObjectCommand,
  GetObjectLockConfigurationCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Credentials } from '../../platform/object-storage.ts';
import { Problem, reasonOf, type Check } from './check.ts';

export interface StoreSettings {
  readonly endpoint: string;
  /** For browsers; undefined where it is the same. */
  readonly publicEndpoint?: string | undefined;
  readonly region: string;
  readonly incomingBucket: string;
  readonly vaultBucket: string;
  readonly upload?: Credentials | undefined;
  readonly web?: Credentials | undefined;
  readonly worker?: Credentials | undefined;
  readonly audit?: (Credentials & { readonly bucket: string }) | undefined;
  readonly publicUrl: URL;
}

/** Outside every company's prefix. The bucket's lifecycle rule deletes objects in the incoming bucket. */
const PROBE_KEY = 'cairn-check/probe';

type Who = 'UPLOAD' | 'WEB' | 'WORKER' | 'AUDIT' | 'SETUP';

async function withClient<T>(
  { endpoint, region }: StoreSettings,
  { accessKeyId, secretAccessKey }: Credentials,
  work: (client: S3Client) => Promise<T>,
): Promise<T> {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: 5000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
    },
  });
  try {
    return await work(client);
  } finally {
    client.destroy();
  }
}

/** True if a call to the store failed. The S3 client adds the number of attempts to its errors. */
export const isStoreError = (error: unknown): error is Error & { $metadata: object } =>
  error instanceof Error && '$metadata' in error;

/**
 * Returns a sentence if the whole store is at fault, not one call. A store that is starting, or a proxy without a store
 * behind it, answers with a status and a body that is not an S3 error; the client calls that "UnknownError".
 */
export function storeSentence(error: unknown, endpoint: string): string {
  const { $metadata: answer } = error as { $metadata?: { httpStatusCode?: number } };
  if (answer?.httpStatusCode !== undefined) {
    return `The object store at ${endpoint} (S3_ENDPOINT) answered with status ${answer.httpStatusCode}${codeOf(error)}.`;
  }
  return `The object store does not answer at ${endpoint} (S3_ENDPOINT): ${reasonOf(error)}.`;
}

/** The S3 error code, if the store returned one. */
function codeOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  return ['', 'Error', 'Unknown', 'UnknownError'].includes(name) ? '' : ` (${name})`;
}

/** Returns the problem behind a failed call, or undefined if the credential is simply not permitted. */
export function problemOf(
  error: unknown,
  { endpoint }: Pick<StoreSettings, 'endpoint'>,
  { who, bucket, variable }: { who: Who; bucket: string; variable: string },
): Problem | undefined {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NoSuchBucket') {
    return new Problem(`The bucket ${bucket} (${variable}) does not exist: run cairn setup.`);
  }
  if (name === 'InvalidAccessKeyId') {
    return new Problem(`The object store does not know S3_${who}_ACCESS_KEY_ID.`);
  }
  if (name === 'SignatureDoesNotMatch') {
    return new Problem(`S3_${who}_SECRET_ACCESS_KEY does not belong to S3_${who}_ACCESS_KEY_ID.`);
  }
  if (name === 'RequestTimeTooSkewed') {
    return new Problem(
      'This machine’s clock differs from the object store’s: synchronize both with NTP.',
    );
  }
  if (name === 'AccessDenied' || name === 'Forbidden') return undefined;
  return new Problem(storeSentence(error, endpoint));
}

interface Attempt {
  readonly who: Who;
  readonly credentials: Credentials;
  readonly bucket: string;
  readonly variable: string;
  readonly what: string;
  send(client: S3Client): Promise<unknown>;
}

/** Resolves to whether the attempt was permitted. Rejects if the answer does not tell. */
async function isPermitted(settings: StoreSettings, attempt: Attempt): Promise<boolean> {
  try {
    await withClient(settings, attempt.credentials, attempt.send);
    return true;
  } catch (error) {
    // "No such key" means that reading was permitted.
    if (error instanceof Error && error.name === 'NoSuchKey') return true;
    const problem = problemOf(error, settings, attempt);
    if (problem) throw problem;
    return false;
  }
}

/** Stores apply a new policy only after a moment. */
const POLICY_SETTLE_MS = 3000;
const POLICY_RETRY_MS = 300;

/** Resolves to whether the permission became as expected within POLICY_SETTLE_MS. */
async function becomes(
  expected: boolean,
  settings: StoreSettings,
  attempt: Attempt,
): Promise<boolean> {
  const deadline = performance.now() + POLICY_SETTLE_MS;
  while ((await isPermitted(settings, attempt)) !== expected) {
    if (performance.now() > deadline) return false;
    await wait(POLICY_RETRY_MS);
  }
  return true;
}

async function must(settings: StoreSettings, attempt: Attempt): Promise<void> {
  if (await becomes(true, settings, attempt)) return;
  throw new Problem(
    `The ${attempt.who.toLowerCase()} credential may not ${attempt.what} in ${attempt.bucket} (${attempt.variable}): run cairn setup.`,
  );
}

async function mustNot(settings: StoreSettings, attempt: Attempt): Promise<void> {
  if (await becomes(false, settings, attempt)) return;
  throw new Problem(
    `The ${attempt.who.toLowerCase()} credential may ${attempt.what} in ${attempt.bucket} (${attempt.variable}), and must not: run cairn setup.`,
  );
}

const INCOMING = 'S3_INCOMING_BUCKET';
const VAULT = 'S3_VAULT_BUCKET';

const putProbe = (Bucket: string) => (client: S3Client) =>
  client.send(new PutObjectCommand({ Bucket, Key: PROBE_KEY, Body: 'cairn check' }));
const get = (Bucket: string) => async (client: S3Client) => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: PROBE_KEY }));
  await Body?.transformToByteArray();
};
const list = (Bucket: string) => (client: S3Client) =>
  client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 }));

async function checkUpload(settings: StoreSettings, credentials: Credentials): Promise<string> {
  const { incomingBucket: bucket, vaultBucket } = settings;
  const own = { who: 'UPLOAD', credentials } as const;
  await must(settings, {
    ...own,
    bucket,
    variable: INCOMING,
    what: 'write',
    send: putProbe(bucket),
  });
  await mustNot(settings, { ...own, bucket, variable: INCOMING, what: 'read', send: get(bucket) });
  await mustNot(settings, {
    ...own,
    bucket: vaultBucket,
    variable: VAULT,
    what: 'read',
    send: get(vaultBucket),
  });
  return `may write to ${bucket}, and read nothing`;
}

async function checkWeb(settings: StoreSettings, credentials: Credentials): Promise<string> {
  const { incomingBucket, vaultBucket } = settings;
  const own = { who: 'WEB', credentials } as const;
  const incoming = { ...own, bucket: incomingBucket, variable: INCOMING };
  const vault = { ...own, bucket: vaultBucket, variable: VAULT };
  await must(settings, { ...incoming, what: 'list objects', send: list(incomingBucket) });
  // Write the object first. For a missing object, a store answers "no such key" instead of "denied" if the credential
  // may list the bucket.
  const { upload } = settings;
  if (upload) await withClient(settings, upload, putProbe(incomingBucket)).catch(() => {});
  await mustNot(settings, { ...incoming, what: 'read', send: get(incomingBucket) });
  await mustNot(settings, { ...vault, what: 'write', send: putProbe(vaultBucket) });
  // Write the object first. The web credential may not list the vault, so a missing object would be reported as denied.
  const { worker } = settings;
  if (!worker) return `may list ${incomingBucket}, and not write to ${vaultBucket}`;
  await withClient(settings, worker, putProbe(vaultBucket)).catch(() => {});
  await must(settings, { ...vault, what: 'read', send: get(vaultBucket) });
  return `may list ${incomingBucket} and read ${vaultBucket}, and not write to it`;
}

async function checkWorker(settings: StoreSettings, credentials: Credentials): Promise<string> {
  const { incomingBucket, vaultBucket } = settings;
  const own = { who: 'WORKER', credentials } as const;
  const vault = { ...own, bucket: vaultBucket, variable: VAULT };
  await must(settings, {
    ...own,
    bucket: incomingBucket,
    variable: INCOMING,
    what: 'list objects',
    send: list(incomingBucket),
  });
  await must(settings, { ...vault, what: 'list objects', send: list(vaultBucket) });
  await must(settings, { ...vault, what: 'write', send: putProbe(vaultBucket) });
  await must(settings, { ...vault, what: 'read', send: get(vaultBucket) });
  return `may take from ${incomingBucket} and write to ${vaultBucket}`;
}

async function checkAudit(
  settings: StoreSettings,
  { bucket, ...credentials }: Credentials & { bucket: string },
): Promise<string> {
  const about = { who: 'AUDIT', bucket, variable: 'S3_AUDIT_BUCKET' } as const;
  await must(settings, { ...about, credentials, what: 'list objects', send: list(bucket) });
  const days = await withClient(settings, credentials, async (client) => {
    const { ObjectLockConfiguration: lock } = await client.send(
      new GetObjectLockConfigurationCommand({ Bucket: bucket }),
    );
    const { Days = 0, Years = 0 } = lock?.Rule?.DefaultRetention ?? {};
    return Days + 365 * Years;
  }).catch(() => 0);
  if (days === 0) {
    throw new Problem(
      `The bucket ${bucket} (S3_AUDIT_BUCKET) has no object lock with a default retention: audit anchors could be deleted.`,
    );
  }
  return `${bucket} keeps each object for ${days} day${days === 1 ? '' : 's'}`;
}

/** Sends the CORS preflight request that a browser sends before an upload. */
async function checkCors(settings: StoreSettings): Promise<string> {
  const { endpoint, publicEndpoint = endpoint, incomingBucket, publicUrl } = settings;
  const answer = await fetch(new URL(`/${incomingBucket}/${PROBE_KEY}`, publicEndpoint), {
    redirect: 'error',
    method: 'OPTIONS',
    headers: {
      origin: publicUrl.origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type,if-none-match',
    },
    signal: AbortSignal.timeout(10_000),
  }).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    const variable = publicEndpoint === endpoint ? 'S3_ENDPOINT' : 'S3_PUBLIC_ENDPOINT';
    throw new Problem(
      `The object store does not answer at ${publicEndpoint} (${variable}): ${reasonOf(cause)}.`,
    );
  });
  const allowed = answer.headers.get('access-control-allow-origin');
  if (!answer.ok || (allowed !== publicUrl.origin && allowed !== '*')) {
    throw new Problem(
      `Browsers at ${publicUrl.origin} (PUBLIC_URL) may not upload to ${incomingBucket}: run cairn setup.`,
    );
  }
  return `browsers at ${publicUrl.origin} may upload`;
}

export function storeChecks(settings: StoreSettings): Check[] {
  const { upload, web, worker, audit } = settings;
  return [
    ...(upload ? [{ name: 'store: upload', run: () => checkUpload(settings, upload) }] : []),
    ...(upload ? [{ name: 'store: browsers', run: () => checkCors(settings) }] : []),
    ...(web ? [{ name: 'store: web', run: () => checkWeb(settings, web) }] : []),
    ...(worker ? [{ name: 'store: worker', run: () => checkWorker(settings, worker) }] : []),
    ...(audit ? [{ name: 'store: audit', run: () => checkAudit(settings, audit) }] : []),
  ];
}
