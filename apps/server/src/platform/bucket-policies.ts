/**
 * The buckets as Cairn needs them, for any S3: policies, CORS and lifecycle. Clients write to *incoming* and can
 * read nothing; only the worker writes to *vault*. `cairn setup` applies them, and so do the development services.
 */
import {
  CreateBucketCommand,
  GetObjectLockConfigurationCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketPolicyCommand,
  PutObjectLockConfigurationCommand,
  type S3Client,
} from '@aws-sdk/client-s3';

/** ARNs of the users or roles behind the credentials. */
export interface Principals {
  /** Provisions the buckets and does nothing else. */
  readonly owner: string;
  readonly upload: string;
  readonly web: string;
  readonly worker: string;
}

export interface Buckets {
  readonly incomingBucket: string;
  readonly vaultBucket: string;
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
const UPLOAD_DAYS = 2;

const by = (...arns: string[]) => ({ AWS: arns });
const bucketArn = (name: string) => [`arn:aws:s3:::${name}`];
const objectsArn = (name: string) => [`arn:aws:s3:::${name}/*`];
const MULTIPART = ['s3:AbortMultipartUpload', 's3:ListMultipartUploadParts'];

/** The policy of each bucket, as text. */
export function bucketPolicies(
  { incomingBucket, vaultBucket }: Buckets,
  principals: Principals,
): [bucket: string, policy: string][] {
  const text = (Statement: Statement[]) => JSON.stringify({ Version: '2012-10-17', Statement });
  return [
    [incomingBucket, text(incomingStatements(incomingBucket, principals))],
    [vaultBucket, text(vaultStatements(vaultBucket, principals))],
  ];
}

function incomingStatements(name: string, { owner, upload, web, worker }: Principals): Statement[] {
  const [bucket, objects] = [bucketArn(name), objectsArn(name)];
  return [
    allow('UploadsPut', by(upload), ['s3:PutObject'], objects),
    allow('WebSeesWhatArrived', by(web), ['s3:ListBucket'], bucket),
    allow('WebSeesParts', by(web), MULTIPART, objects),
    allow(
      'WorkerTakes',
      by(worker),
      ['s3:GetObject', 's3:DeleteObject', 's3:AbortMultipartUpload'],
      objects,
    ),
    allow('WorkerLists', by(worker), ['s3:ListBucket', 's3:ListBucketMultipartUploads'], bucket),
    // Denied whatever the object's own ACL says: the uploader owns the object and could otherwise read or publish it.
    {
      Sid: 'OnlyTheWorkerReads',
      Effect: 'Deny',
      NotPrincipal: by(owner, worker),
      Action: ['s3:GetObject', 's3:GetObjectVersion', 's3:GetObjectAcl', 's3:GetObjectTagging'],
      Resource: objects,
    },
    {
      Sid: 'NobodyChangesAcls',
      Effect: 'Deny',
      Principal: { AWS: ['*'] },
      Action: ['s3:PutObjectAcl', 's3:PutObjectVersionAcl', 's3:PutObjectTagging'],
      Resource: objects,
    },
    ...['acl', ...GRANTS.map((grant) => `grant-${grant}`), 'copy-source', 'storage-class'].map(
      (header): Statement => ({
        Sid: `NoHeader${header}`,
        Effect: 'Deny',
        Principal: by(upload),
        Action: ['s3:PutObject'],
        Resource: objects,
        Condition: { StringLike: { [`s3:x-amz-${header}`]: '?*' } },
      }),
    ),
  ];
}

function vaultStatements(name: string, { owner, web, worker }: Principals): Statement[] {
  const [bucket, objects] = [bucketArn(name), objectsArn(name)];
  return [
    allow('WebReads', by(web), ['s3:GetObject'], objects),
    allow(
      'WorkerKeeps',
      by(worker),
      ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', ...MULTIPART],
      objects,
    ),
    allow('WorkerLists', by(worker), ['s3:ListBucket'], bucket),
    {
      Sid: 'OnlyWebAndWorkerRead',
      Effect: 'Deny',
      NotPrincipal: by(owner, web, worker),
      Action: ['s3:GetObject', 's3:GetObjectVersion'],
      Resource: objects,
    },
    {
      Sid: 'OnlyTheWorkerWrites',
      Effect: 'Deny',
      NotPrincipal: by(owner, worker),
      Action: ['s3:PutObject', 's3:DeleteObject', 's3:PutObjectAcl'],
      Resource: objects,
    },
  ];
}

const allow = (
  Sid: string,
  Principal: object,
  Action: string[],
  Resource: string[],
): Statement => ({ Sid, Effect: 'Allow', Principal, Action, Resource });

/** Creates missing buckets and sets their configuration; idempotent. Policies come last. */
export async function provisionBuckets(
  client: S3Client,
  { origins, principals, ...buckets }: Buckets & { origins: string[]; principals: Principals },
): Promise<void> {
  const { incomingBucket, vaultBucket } = buckets;
  for (const name of [incomingBucket, vaultBucket]) await createBucket(client, name);
  await allowUploadsFrom(client, incomingBucket, origins);
  await expireUploads(client, buckets);
  for (const [Bucket, Policy] of bucketPolicies(buckets, principals)) {
    await client.send(new PutBucketPolicyCommand({ Bucket, Policy }));
  }
}

/** Ignores the error that the bucket exists, if it is ours. */
async function createBucket(client: S3Client, Bucket: string): Promise<void> {
  try {
    await client.send(new CreateBucketCommand({ Bucket }));
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'BucketAlreadyOwnedByYou') throw error;
  }
}

/** Allows browsers to PUT to incoming; downloads come from the API, so browsers read nothing from the store. */
async function allowUploadsFrom(client: S3Client, Bucket: string, origins: string[]) {
  const rule = {
    AllowedOrigins: origins,
    AllowedMethods: ['PUT'],
    AllowedHeaders: ['content-type', 'if-none-match', 'content-md5'],
    MaxAgeSeconds: 3600,
  };
  await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [rule] } }));
}

async function expireUploads(client: S3Client, { incomingBucket, vaultBucket }: Buckets) {
  const unfinished = {
    ID: 'unfinished',
    Status: 'Enabled' as const,
    Filter: { Prefix: '' },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: UPLOAD_DAYS },
  };
  await client.send(
    new PutBucketLifecycleConfigurationCommand({
      Bucket: incomingBucket,
      LifecycleConfiguration: {
        Rules: [{ ...unfinished, ID: 'expire', Expiration: { Days: UPLOAD_DAYS } }],
      },
    }),
  );
  await client.send(
    new PutBucketLifecycleConfigurationCommand({
      Bucket: vaultBucket,
      LifecycleConfiguration: { Rules: [unfinished] },
    }),
  );
}

export interface AnchorBucket {
  readonly bucket: string;
  readonly retentionDays: number;
  readonly mode: 'COMPLIANCE' | 'GOVERNANCE';
}

/** Object lock can only be turned on when a bucket is created. An existing retention is not changed. */
export async function provisionAnchorBucket(
  client: S3Client,
  { bucket: Bucket, retentionDays: Days, mode: Mode }: AnchorBucket,
): Promise<void> {
  if ((await retentionDays(client, Bucket)) !== undefined) return;
  try {
    await client.send(new CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket: true }));
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'BucketAlreadyOwnedByYou') throw error;
  }
  await client.send(
    new PutObjectLockConfigurationCommand({
      Bucket,
      ObjectLockConfiguration: {
        ObjectLockEnabled: 'Enabled',
        Rule: { DefaultRetention: { Mode, Days } },
      },
    }),
  );
}

/** Undefined if there is no such bucket, or it has no object lock. */
async function retentionDays(client: S3Client, Bucket: string): Promise<number | undefined> {
  try {
    const { ObjectLockConfiguration: lock } = await client.send(
      new GetObjectLockConfigurationCommand({ Bucket }),
    );
    return lock?.Rule?.DefaultRetention?.Days ?? (lock?.Rule?.DefaultRetention?.Years ?? 0) * 365;
  } catch {
    return undefined;
  }
}
