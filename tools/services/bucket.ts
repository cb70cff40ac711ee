// The buckets of the development services, with the policies that `cairn setup` applies to any S3.

import {
  CreateBucketCommand,
  GetBucketPolicyCommand,
  ListBucketsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  bucketPolicies,
  provisionBuckets as provision,
} from '@cairn/server/platform/bucket-policies';
import {
  HOST,
  type Profile,
  port,
  S3_ACCESS_KEY_ID,
  S3_BUCKET,
  S3_INCOMING_BUCKET,
  S3_REGION,
  S3_SECRET_ACCESS_KEY,
  S3_USERS,
  S3_VAULT_BUCKET,
  webOrigins,
} from './profile.ts';

export async function listsBuckets(profile: Profile): Promise<boolean> {
  return withClient(profile, ownerCredentials, async (client) => {
    await client.send(new ListBucketsCommand());
    return true;
  });
}

/** Whether the store knows these access keys, tested with a call that every user may make. */
export async function knowsUser(
  profile: Profile,
  credentials: { accessKeyId: string; secretAccessKey: string },
): Promise<boolean> {
  return withClient(profile, credentials, async (client) => {
    try {
      await client.send(new ListBucketsCommand());
      return true;
    } catch (error) {
      if (error instanceof Error && error.name === 'InvalidAccessKeyId') return false;
      throw error;
    }
  });
}

/** Skipped if the buckets are complete, which their policies show because they are written last. */
export async function provisionBuckets(profile: Profile): Promise<void> {
  await withClient(profile, ownerCredentials, async (client) => {
    if (await isProvisioned(client)) return;
    // In S3, creating a bucket again is not an error for its owner.
    await client.send(new CreateBucketCommand({ Bucket: S3_BUCKET }));
    await provision(client, { ...BUCKETS, origins: webOrigins(profile), principals: PRINCIPALS });
  });
}

async function isProvisioned(client: S3Client): Promise<boolean> {
  for (const [Bucket, policy] of bucketPolicies(BUCKETS, PRINCIPALS)) {
    try {
      const { Policy } = await client.send(new GetBucketPolicyCommand({ Bucket }));
      if (Policy !== policy) return false;
    } catch (error) {
      if (error instanceof Error && /^NoSuchBucket(Policy)?$/.test(error.name)) return false;
      throw error;
    }
  }
  return true;
}

const BUCKETS = { incomingBucket: S3_INCOMING_BUCKET, vaultBucket: S3_VAULT_BUCKET };
const arn = (user: string) => `arn:aws:iam:::user/${user}`;
const PRINCIPALS = {
  owner: arn('cairn'),
  upload: arn(S3_USERS.upload.uid),
  web: arn(S3_USERS.web.uid),
  worker: arn(S3_USERS.worker.uid),
};

const ownerCredentials = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };

async function withClient<T>(
  profile: Profile,
  credentials: { accessKeyId: string; secretAccessKey: string },
  job: (client: S3Client) => Promise<T>,
): Promise<T> {
  const client = new S3Client({
    endpoint: `http://${HOST}:${port(profile, 's3')}`,
    region: S3_REGION,
    forcePathStyle: true,
    credentials,
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
