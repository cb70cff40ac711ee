/** `cairn setup`: the buckets with their policies, CORS and lifecycle, in any S3. May be repeated. */
import { S3Client } from '@aws-sdk/client-s3';
import { provisionAnchorBucket, provisionBuckets } from '../platform/bucket-policies.ts';
import type { SetupConfig } from '../platform/config.ts';

export async function setUpStore(config: SetupConfig): Promise<string[]> {
  const { endpoint, region, accessKeyId, secretAccessKey, audit } = config;
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  try {
    await provisionBuckets(client, config);
    await provisionAnchorBucket(client, audit);
  } finally {
    client.destroy();
  }
  return [config.incomingBucket, config.vaultBucket, audit.bucket];
}
