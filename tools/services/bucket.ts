// The one bucket, and who may reach it from a browser.

import {
  CreateBucketCommand,
  GetBucketCorsCommand,
  ListBucketsCommand,
  PutBucketCorsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  HOST,
  type Profile,
  port,
  S3_ACCESS_KEY_ID,
  S3_BUCKET,
  S3_REGION,
  S3_SECRET_ACCESS_KEY,
  webOrigins,
} from './profile.ts';

export async function listsBuckets(profile: Profile): Promise<boolean> {
  return withClient(profile, async (client) => {
    await client.send(new ListBucketsCommand());
    return true;
  });
}

export async function provisionBucket(profile: Profile): Promise<void> {
  await withClient(profile, async (client) => {
    const origins = await allowedOrigins(client);
    if (origins === undefined) {
      // The bucket's owner may create it again; to S3 that is no error.
      await client.send(new CreateBucketCommand({ Bucket: S3_BUCKET }));
    }
    if (!sameMembers(origins, webOrigins(profile))) await allowOrigins(client, profile);
  });
}

function sameMembers(some: string[] = [], others: string[]): boolean {
  return some.toSorted().join() === others.toSorted().join();
}

/** Undefined when there is no such bucket, or no rule. */
async function allowedOrigins(client: S3Client): Promise<string[] | undefined> {
  try {
    const reply = await client.send(new GetBucketCorsCommand({ Bucket: S3_BUCKET }));
    return reply.CORSRules?.[0]?.AllowedOrigins;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && /^NoSuch(Bucket|CORSConfiguration)$/.test(error.name);
}

async function allowOrigins(client: S3Client, profile: Profile): Promise<void> {
  const rule = {
    AllowedOrigins: webOrigins(profile),
    AllowedMethods: ['PUT', 'GET', 'HEAD'],
    AllowedHeaders: ['*'],
    // A browser that uploads in parts must read each part's ETag to complete the upload.
    ExposeHeaders: ['ETag'],
    MaxAgeSeconds: 3600,
  };
  await client.send(
    new PutBucketCorsCommand({ Bucket: S3_BUCKET, CORSConfiguration: { CORSRules: [rule] } }),
  );
}

async function withClient<T>(profile: Profile, job: (client: S3Client) => Promise<T>): Promise<T> {
  const client = new S3Client({
    endpoint: `http://${HOST}:${port(profile, 's3')}`,
    region: S3_REGION,
    forcePathStyle: true,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: 2000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
    },
  });
  try {
    return await job(client);
  } finally {
    client.destroy();
  }
}
