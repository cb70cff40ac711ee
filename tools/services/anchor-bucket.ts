// The bucket for audit anchors: object lock prevents deleting or replacing its objects. Here for one day, and the
// owner may lift it; in production for years, in compliance mode (docs/security/logging.md).

import { S3Client } from '@aws-sdk/client-s3';
import { provisionAnchorBucket as provision } from '@cairn/server/platform/bucket-policies';
import {
  HOST,
  type Profile,
  port,
  S3_ACCESS_KEY_ID,
  S3_AUDIT_BUCKET,
  S3_REGION,
  S3_SECRET_ACCESS_KEY,
} from './profile.ts';

export async function provisionAnchorBucket(profile: Profile): Promise<void> {
  const client = new S3Client({
    endpoint: `http://${HOST}:${port(profile, 's3')}`,
    region: S3_REGION,
    forcePathStyle: true,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
  });
  try {
    await provision(client, { bucket: S3_AUDIT_BUCKET, retentionDays: 1, mode: 'GOVERNANCE' });
  } finally {
    client.destroy();
  }
}
