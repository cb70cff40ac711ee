/**
 * `cairn setup`: creates the buckets with their policies, CORS and lifecycle rules in any S3-compatible store.
 * Idempotent.
 */
import { S3Client } from '@aws-sdk/client-s3';
import { provisionAnchorBucket, provisionBuckets } from '../platform/bucket-policies.ts';
import type { SetupConfig } from '../platform/config.ts';
import { Problem } from './checks/check.ts';
import { isStoreError, problemOf } from './checks/store.ts';

export async function setUpStore(config: SetupConfig): Promise<string[]> {
  const { endpoint, region, accessKeyId, secretAccessKey, audit } = config;
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Creating the first bucket of a new store may take a while.
    requestHandler: {
      connectionTimeout: 5000,
      requestTimeout: 120_000,
      throwOnRequestTimeout: true,
    },
  });
  try {
    await provisionBuckets(client, config);
    await provisionAnchorBucket(client, audit);
  } catch (error) {
    throw isStoreError(error) ? setupProblem(error, config) : error;
  } finally {
    client.destroy();
  }
  return bucketsOf(config);
}

const bucketsOf = ({ incomingBucket, vaultBucket, audit }: SetupConfig): string[] => [
  incomingBucket,
  vaultBucket,
  audit.bucket,
];

function setupProblem(error: Error, config: SetupConfig): Problem {
  const buckets = bucketsOf(config).join(', ');
  if (error.name === 'BucketAlreadyExists') {
    return new Problem(
      `One of the buckets ${buckets} belongs to another owner than S3_SETUP_ACCESS_KEY_ID: choose another name.`,
    );
  }
  return (
    problemOf(error, config, { who: 'SETUP', bucket: buckets, variable: 'S3_*_BUCKET' }) ??
    new Problem(
      `S3_SETUP_ACCESS_KEY_ID may not create the buckets ${buckets} or set their rules: use the credential of their owner.`,
    )
  );
}
