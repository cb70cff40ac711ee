// The bucket for audit anchors: object lock keeps what is in it from being deleted or replaced. Here for a
// day, and the owner may lift it; in production for years, in compliance mode (docs/security/logging.md).

import {
  CreateBucketCommand,
  GetObjectLockConfigurationCommand,
  PutObjectLockConfigurationCommand,
  S3Client,
} from '@aws-sdk/client-s3';
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
    if (await isLocked(client)) return;
    const bucket = { Bucket: S3_AUDIT_BUCKET };
    await client.send(new CreateBucketCommand({ ...bucket, ObjectLockEnabledForBucket: true }));
    await client.send(
      new PutObjectLockConfigurationCommand({
        ...bucket,
        ObjectLockConfiguration: {
          ObjectLockEnabled: 'Enabled',
          Rule: { DefaultRetention: { Mode: 'GOVERNANCE', Days: 1 } },
        },
      }),
    );
  } finally {
    client.destroy();
  }
}

async function isLocked(client: S3Client): Promise<boolean> {
  try {
    const { ObjectLockConfiguration: lock } = await client.send(
      new GetObjectLockConfigurationCommand({ Bucket: S3_AUDIT_BUCKET }),
    );
    return lock?.Rule?.DefaultRetention !== undefined;
  } catch {
    return false;
  }
}
