// The buckets, and who may do what in them. Clients write to *incoming* and can read nothing; only the
// worker writes to *vault*. docs/operations/install.md lists the same policies for another S3.

import {
  CreateBucketCommand,
  GetBucketPolicyCommand,
  ListBucketsCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketPolicyCommand,
  S3Client,
} from '@aws-sdk/client-s3';
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

/** Whether the store knows these access keys: asked by a call that every user may make. */
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

/** Skipped where the buckets are as they should be: their policies are written last. */
export async function provisionBuckets(profile: Profile): Promise<void> {
  await withClient(profile, ownerCredentials, async (client) => {
    if (await isProvisioned(client, profile)) return;
    // The bucket's owner may create it again; to S3 that is no error.
    for (const Bucket of [S3_BUCKET, S3_INCOMING_BUCKET, S3_VAULT_BUCKET]) {
      await client.send(new CreateBucketCommand({ Bucket }));
    }
    await allowUploads(client, profile);
    await expireUploads(client);
    for (const [Bucket, policy] of policies(profile)) {
      await client.send(new PutBucketPolicyCommand({ Bucket, Policy: policy }));
    }
  });
}

async function isProvisioned(client: S3Client, profile: Profile): Promise<boolean> {
  for (const [Bucket, policy] of policies(profile)) {
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

/** A browser PUTs to incoming and reads nothing from the store: downloads come from the API. */
async function allowUploads(client: S3Client, profile: Profile): Promise<void> {
  const rule = {
    AllowedOrigins: webOrigins(profile),
    AllowedMethods: ['PUT'],
    AllowedHeaders: ['content-type', 'if-none-match', 'content-md5'],
    MaxAgeSeconds: 3600,
  };
  for (const Bucket of [S3_INCOMING_BUCKET]) {
    await client.send(
      new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [rule] } }),
    );
  }
}

async function expireUploads(client: S3Client): Promise<void> {
  const unfinished = {
    ID: 'unfinished',
    Status: 'Enabled' as const,
    Filter: { Prefix: '' },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 },
  };
  await client.send(
    new PutBucketLifecycleConfigurationCommand({
      Bucket: S3_INCOMING_BUCKET,
      LifecycleConfiguration: {
        Rules: [{ ...unfinished, ID: 'expire', Expiration: { Days: 2 } }],
      },
    }),
  );
  await client.send(
    new PutBucketLifecycleConfigurationCommand({
      Bucket: S3_VAULT_BUCKET,
      LifecycleConfiguration: { Rules: [unfinished] },
    }),
  );
}

interface Statement {
  Sid: string;
  Effect: 'Allow' | 'Deny';
  Principal?: object;
  NotPrincipal?: object;
  Action: string[];
  Resource: string[];
  Condition?: object;
}

const GRANTS = ['read', 'write', 'read-acp', 'write-acp', 'full-control'];

/** The policy of each bucket, as text. The owner's user is for provisioning only. */
export function policies(_profile: Profile): [bucket: string, policy: string][] {
  const arn = (user: string) => `arn:aws:iam:::user/${user}`;
  const by = (...users: string[]) => ({ AWS: users.map(arn) });
  const { upload, web, worker } = S3_USERS;
  const bucket = (name: string) => [`arn:aws:s3:::${name}`];
  const objects = (name: string) => [`arn:aws:s3:::${name}/*`];
  const multipart = ['s3:AbortMultipartUpload', 's3:ListMultipartUploadParts'];
  const incoming: Statement[] = [
    allow('UploadsPut', by(upload.uid), ['s3:PutObject'], objects(S3_INCOMING_BUCKET)),
    allow('WebSeesWhatArrived', by(web.uid), ['s3:ListBucket'], bucket(S3_INCOMING_BUCKET)),
    allow('WebSeesParts', by(web.uid), multipart, objects(S3_INCOMING_BUCKET)),
    allow(
      'WorkerTakes',
      by(worker.uid),
      ['s3:GetObject', 's3:DeleteObject', 's3:AbortMultipartUpload'],
      objects(S3_INCOMING_BUCKET),
    ),
    allow(
      'WorkerLists',
      by(worker.uid),
      ['s3:ListBucket', 's3:ListBucketMultipartUploads'],
      bucket(S3_INCOMING_BUCKET),
    ),
    // Whatever an object's own ACL says: the uploader owns the object and could read or publish it.
    {
      Sid: 'OnlyTheWorkerReads',
      Effect: 'Deny',
      NotPrincipal: by('cairn', worker.uid),
      Action: ['s3:GetObject', 's3:GetObjectVersion', 's3:GetObjectAcl', 's3:GetObjectTagging'],
      Resource: objects(S3_INCOMING_BUCKET),
    },
    {
      Sid: 'NobodyChangesAcls',
      Effect: 'Deny',
      Principal: { AWS: ['*'] },
      Action: ['s3:PutObjectAcl', 's3:PutObjectVersionAcl', 's3:PutObjectTagging'],
      Resource: objects(S3_INCOMING_BUCKET),
    },
    ...[
      'acl',
      ...GRANTS.map((authorize) => `grant-${authorize}`),
      'copy-source',
      'storage-class',
    ].map((header): Statement => ({
      Sid: `NoHeader${header}`,
      Effect: 'Deny',
      Principal: by(upload.uid),
      Action: ['s3:PutObject'],
      Resource: objects(S3_INCOMING_BUCKET),
      Condition: { StringLike: { [`s3:x-amz-${header}`]: '?*' } },
    })),
  ];
  const vault: Statement[] = [
    allow('WebReads', by(web.uid), ['s3:GetObject'], objects(S3_VAULT_BUCKET)),
    allow(
      'WorkerKeeps',
      by(worker.uid),
      ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', ...multipart],
      objects(S3_VAULT_BUCKET),
    ),
    allow('WorkerLists', by(worker.uid), ['s3:ListBucket'], bucket(S3_VAULT_BUCKET)),
    {
      Sid: 'OnlyWebAndWorkerRead',
      Effect: 'Deny',
      NotPrincipal: by('cairn', web.uid, worker.uid),
      Action: ['s3:GetObject', 's3:GetObjectVersion'],
      Resource: objects(S3_VAULT_BUCKET),
    },
    {
      Sid: 'OnlyTheWorkerWrites',
      Effect: 'Deny',
      NotPrincipal: by('cairn', worker.uid),
      Action: ['s3:PutObject', 's3:DeleteObject', 's3:PutObjectAcl'],
      Resource: objects(S3_VAULT_BUCKET),
    },
  ];
  const text = (Statement: Statement[]) => JSON.stringify({ Version: '2012-10-17', Statement });
  return [
    [S3_INCOMING_BUCKET, text(incoming)],
    [S3_VAULT_BUCKET, text(vault)],
  ];
}

const allow = (
  Sid: string,
  Principal: object,
  Action: string[],
  Resource: string[],
): Statement => ({ Sid, Effect: 'Allow', Principal, Action, Resource });

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
